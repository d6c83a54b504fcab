import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsValidation

/// One script of a report as JSON: its sentences, its statements, its findings, and what it does to the schema and to
/// sample rows.
package struct ReportVersion: Sendable {
  /// What a report leaves out so that it stays small. An editor needs everything.
  package struct Limits: Sendable {
    package var statements: Int
    package var bytes: Int
    /// Whether the text of a file that cannot be read is included.
    package var showsBrokenFiles: Bool

    package static let report = Limits(statements: 500, bytes: 20_000, showsBrokenFiles: false)
    package static let none = Limits(statements: .max, bytes: .max, showsBrokenFiles: true)
  }

  package let id: Int64
  package let json: JSONText

  /// - Parameters:
  ///   - script: the script as far as it can be read; nil if it cannot.
  ///   - text: the text of a file that cannot be read, so that an editor can show it.
  ///   - previous: the entry whose schema it starts from; nil if it starts with nothing.
  ///   - milliseconds: the time for each 1,000 rows.
  ///   - suggestions: what an editor offers for a finding.
  package init(
    _ entry: BundleDescription.Entry, _ script: Script?, text: String?,
    previous: BundleDescription.Entry?,
    pool: inout TablePool, limits: Limits, milliseconds: Double? = nil,
    suggestions: (Diagnostic) -> [String] = { _ in [] }
  ) {
    id = entry.file.kind.version
    var members = Self.heading(entry, script, previous)
    members += Self.contents(entry, script, text, limits, suggestions)
    members += Self.effects(entry, previous, &pool)
    members.append(.init("milliseconds", milliseconds.map { .double($0) } ?? .null))
    json = .object(members)
  }

  private static func heading(
    _ entry: BundleDescription.Entry, _ script: Script?, _ previous: BundleDescription.Entry?
  ) -> [JSONText.Member] {
    let isDefault = entry.file.kind == .default
    return [
      .init("id", .integer(entry.file.kind.version)),
      .init("kind", .string(isDefault ? "default" : "update")),
      .init("version", .integer(entry.version ?? script?.version)),
      .init("file", .string(entry.file.name)),
      .init("format", .string(entry.file.format.rawValue)),
      .init("label", .string(entry.label)),
      .init("description", .string(script?.summary)),
      .init("released", .bool(entry.isReleased)),
      .init("problem", .string(entry.problem)),
      .init("previous", .integer(previous?.file.kind.version)),
    ]
  }

  private static func contents(
    _ entry: BundleDescription.Entry, _ script: Script?, _ text: String?, _ limits: Limits,
    _ suggestions: (Diagnostic) -> [String]
  ) -> [JSONText.Member] {
    let sentences = (entry.description?.sentences ?? []).map(\.json)
    guard let script else {
      return [
        .init("sentences", .array(sentences)), .init("items", []), .init("hiddenItems", 0),
        .init("require", []), .init("verify", []), .init("text", .string(text)),
        .init("findings", .array(entry.findings.map { $0.json(in: entry, suggestions($0)) })),
      ]
    }
    let listed = ListedStatement.all(of: script)
    let queries = { (items: [ScriptItem]) in
      JSONText.array(items.map { .string(script.text($0.text)) })
    }
    let findings = entry.findings.map { finding in
      finding.json(
        item: listed.number(at: finding.span.range, in: script), in: entry, suggestions(finding))
    }
    let items = listed.prefix(limits.statements).map { $0.json(in: script, limits) }
    return [
      .init("sentences", .array(sentences)), .init("items", .array(items)),
      .init("hiddenItems", .int(max(0, listed.count - limits.statements))),
      .init("require", queries(script.require)), .init("verify", queries(script.verify)),
      .init("text", .string(text)),
      .init("findings", .array(findings)),
    ]
  }

  private static func effects(
    _ entry: BundleDescription.Entry, _ previous: BundleDescription.Entry?,
    _ pool: inout TablePool
  ) -> [JSONText.Member] {
    let samples = (entry.description?.samples ?? [])
      .filter { ($0.after ?? $0.before)?.isShown ?? false }.compactMap(\.json)
    let difference = entry.rehearsed.map {
      pool.difference(from: previous?.rehearsed?.after, to: $0.after)
    }
    let changes = (entry.description?.changes ?? [])
      .filter { !SQLName($0.table).isReserved }.map(\.json)
    return [
      .init("set", .array((difference?.set ?? []).map { .int($0) })),
      .init("removed", .array((difference?.removed ?? []).map { .string($0) })),
      .init("changes", .array(changes)),
      .init("rows", .array(samples)),
      .init("requires", entry.rehearsed.flatMap { requirement($0) } ?? .null),
    ]
  }

  private static func requirement(_ script: RehearsedScript) -> JSONText? {
    guard let requirement = SQLiteRequirement(script) else { return nil }
    return .object([
      .init("sqlite", .string(requirement.sqlite.description)),
      .init("feature", .string(requirement.feature)),
      .init("item", .int(script.statements[requirement.statement].number)),
      .init("systems", .array(requirement.systems.map { .string($0) })),
    ])
  }
}

extension ListedStatement {
  fileprivate func json(in script: Script, _ limits: ReportVersion.Limits) -> JSONText {
    let options = script.options(of: item)
    let text = script.text(range)
    let isCut = text.utf8.count > limits.bytes
    return .object([
      .init("number", .int(number)),
      .init("sql", .string(isCut ? text.prefix(limits.bytes) + "…" : text)),
      .init("line", .int(script.span(of: range).start.line)),
      .init("onlyIf", .string(options?.onlyIf.map { script.text($0) })),
      .init("note", .string(options?.note)),
    ])
  }
}

extension Diagnostic {
  /// The JSON of `validate`, and the number of the statement that it is about.
  ///
  /// - Parameters:
  ///   - entry: the script that it is in.
  ///   - suggestions: what an editor offers.
  package func json(
    item: Int? = nil, in entry: BundleDescription.Entry? = nil, _ suggestions: [String] = []
  ) -> JSONText {
    guard case .object(let members) = json else { return json }
    let isPast = entry?.pastFindings.contains(self) ?? false
    return .object(
      members + [
        .init("suggestions", .array(suggestions.map { .string($0) })),
        .init("item", item.map { .int($0) } ?? .null), .init("past", .bool(isPast)),
      ])
  }
}

extension TableChange {
  fileprivate var json: JSONText {
    .object([
      .init("table", .string(table)), .init("was", .string(was)),
      .init("state", .string(state.rawValue)),
      .init("columns", .array(columns.map { .column($0.name, $0.state.rawValue, was: $0.was) })),
      .init("words", .array(words.map(\.json))),
    ])
  }
}
