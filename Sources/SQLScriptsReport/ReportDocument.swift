import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

/// The document behind the report and the editor. `Schemas/report.schema.json` describes it.
package struct ReportDocument: Sendable {
  package static let format = "sqlscripts-report"
  /// Goes up if a member changes its meaning or disappears.
  package static let formatVersion = 1

  /// The name of what a scripts folder belongs to: its own, or for “SQLScripts” that of the folder around it.
  ///
  /// - Parameter path: an absolute path.
  package static func title(of path: String) -> String {
    let names = path.split(separator: "/").filter { $0 != "." }
    let isUsual = names.last == "SQLScripts" && names.count > 1
    return names.dropLast(isUsual ? 1 : 0).last.map(String.init) ?? path
  }

  package let title: String
  package let summary: JSONText
  /// The number of findings in released scripts that did harm that lasts.
  package let releasedCount: Int
  package let versions: [ReportVersion]
  package let pool: TablePool
  package let findings: [Diagnostic]

  /// - Parameters:
  ///   - pool: tables whose indices must stay the same.
  ///   - suggestions: what an editor offers for a finding in a script.
  ///   - isIncluded: whether a version of the scripts is shown. The schemas of the others are still known.
  package init(
    _ description: BundleDescription, of library: ScriptLibrary, title: String,
    limits: ReportVersion.Limits = .report, pool: TablePool = TablePool(),
    suggestions: (Diagnostic, BundleDescription.Entry) -> [String] = { _, _ in [] },
    milliseconds: (BundleDescription.Entry) -> Double? = { _ in nil },
    where isIncluded: (BundleDescription.Entry) -> Bool = { _ in true }
  ) {
    self.title = title
    let entries = description.entries
    let places = Dictionary(
      entries.enumerated().map { ($0.element.file.name, $0.offset) }, uniquingKeysWith: { $1 })
    var pool = pool
    var shown: Set<String> = []
    versions = entries.filter(isIncluded).map { entry in
      // The document says how one shown schema leads to the next.
      var previous = entry.previous.flatMap { places[$0.name] }.map { entries[$0] }
      while let candidate = previous, !shown.contains(candidate.file.name) {
        previous = candidate.previous.flatMap { places[$0.name] }.map { entries[$0] }
      }
      shown.insert(entry.file.name)
      let reading = ScriptReading(entry.file, in: library.bundle)
      return ReportVersion(
        entry, reading.script, text: limits.showsBrokenFiles ? reading.text : nil,
        previous: previous, pool: &pool, limits: limits,
        milliseconds: milliseconds(entry), suggestions: { suggestions($0, entry) })
    }
    self.pool = pool
    findings = description.otherFindings
    summary = description.validation.json
    releasedCount = description.validation.lastingCount
  }

  package var findingsJSON: JSONText { .array(findings.map { $0.json() }) }

  /// - Parameter data: what happened to the copy of a real database.
  package func json(data: JSONText = .null) -> JSONText {
    Self.json(
      title: title, summary: summary, versions: versions.map(\.json), pool: pool,
      findings: findingsJSON, data: data)
  }

  /// - Parameter members: further members.
  package static func json(
    title: String, summary: JSONText, versions: [JSONText], pool: TablePool, findings: JSONText,
    data: JSONText = .null, _ members: [JSONText.Member] = []
  ) -> JSONText {
    .object(
      [
        .init("format", .string(format)), .init("formatVersion", .int(formatVersion)),
        .init("title", .string(title)), .init("sqlite", .string(Connection.libraryVersion)),
        .init("generator", .string("sqlscripts \(SQLScriptsVersion.current)")),
        .init("summary", summary), .init("versions", .array(versions)),
        .init("tables", .array(pool.tables)), .init("findings", findings), .init("data", data),
      ] + members)
  }
}

extension Validation {
  fileprivate var json: JSONText {
    .object([
      .init("text", .string(summary)), .init("errors", .int(count(of: .error))),
      .init("warnings", .int(count(of: .warning))), .init("infos", .int(count(of: .info))),
      .init("released", .int(lastingCount)),
    ])
  }
}
