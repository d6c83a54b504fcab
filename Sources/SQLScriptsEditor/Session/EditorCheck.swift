import SQLScripts
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

/// The scripts as the engine of the command sees them: what `validate` finds, what `describe` says, and what the page
/// shows of it.
struct EditorCheck: Sendable {
  let library: ScriptLibrary
  private let released: ReleasedFiles
  /// The entries by the name that the page uses.
  private(set) var entries: [Int64: BundleDescription.Entry] = [:]
  /// The identifiers in the order of the scripts.
  private(set) var order: [Int64] = []
  /// The scripts as JSON.
  private(set) var versions: [Int64: JSONText] = [:]
  private var tables = EditorTables()
  private(set) var summary = JSONText.null
  private(set) var findings = JSONText.array([])
  private(set) var otherFindings: [Diagnostic] = []
  /// The number of findings in released scripts, which no edit changes.
  private var releasedCount = 0
  /// Whether scripts after an edited one still have to be checked.
  private(set) var isProvisional = false

  /// Checks everything.
  ///
  /// - Parameter earlier: the check whose tables keep their indices.
  init(
    _ library: ScriptLibrary, _ memory: RehearsalMemory, title: String, released: ReleasedFiles,
    after earlier: EditorCheck?
  ) {
    self.library = library
    self.released = released
    let description = BundleDescription(Validator(library), of: library, memory: memory)
    tables = earlier?.tables.forNextCheck ?? EditorTables()
    var formats: [String: FormatCorrections] = [:]
    let document = ReportDocument(
      description, of: library, title: title, limits: .none, pool: tables.pool,
      suggestions: { finding, entry in
        Self.suggestions(for: finding, in: entry, library, released, &formats) {
          Self.schemas(after: entry, description.entries)
        }
      })
    for (entry, version) in zip(description.entries, document.versions) {
      entries[version.id] = entry
      order.append(version.id)
      versions[version.id] = version.json
    }
    (tables.pool, summary) = (document.pool, document.summary)
    otherFindings = document.findings
    findings = .array(
      document.findings.map {
        $0.json(Self.suggestions(for: $0, in: nil, library, released, &formats) { [] })
      })
    releasedCount = document.releasedCount
  }

  /// Checks one script that was edited. The findings of the others are those from before.
  ///
  /// - Parameter isReleased: whether users have the script.
  init(
    _ id: Int64, _ library: ScriptLibrary, _ memory: RehearsalMemory, isReleased: Bool,
    after earlier: EditorCheck
  ) {
    self = EditorCheck(library, earlier)
    isProvisional = true
    order = library.bundle.scripts.map(\.kind.version)
    for known in Set(versions.keys).subtracting(order) {
      (versions[known], entries[known]) = (nil, nil)
    }
    if let file = library.bundle.scripts.first(where: { $0.kind.version == id }) {
      let entry = BundleDescription.Entry(
        file, Validator(library), memory, isReleased: isReleased)
      let previous = entry.previous.flatMap { entries[$0.kind.version] }
      entries[id] = entry
      let reading = ScriptReading(file, in: library.bundle)
      let known = entries
      var formats: [String: FormatCorrections] = [:]
      let version = ReportVersion(
        entry, reading.script, text: reading.text, previous: previous, pool: &tables.pool,
        limits: .none,
        suggestions: { [library, released] in
          Self.suggestions(for: $0, in: entry, library, released, &formats) {
            Self.schemas(after: entry, known.values)
          }
        })
      versions[id] = version.json
    }
    summary = provisionalSummary
  }

  private init(_ library: ScriptLibrary, _ other: EditorCheck) {
    self.library = library
    released = other.released
    (entries, order, versions) = (other.entries, other.order, other.versions)
    (tables, findings, otherFindings) = (other.tables, other.findings, other.otherFindings)
    releasedCount = other.releasedCount
  }

  func suggestions(for finding: Diagnostic, in id: Int64?) -> [Suggestion] {
    let entry = id.flatMap { entries[$0] }
    var formats: [String: FormatCorrections] = [:]
    return Suggestion.all(for: finding, in: entry, of: library, released, &formats) {
      entry.map { Self.schemas(after: $0, entries.values) } ?? []
    }
  }

  private static func schemas(
    after entry: BundleDescription.Entry, _ entries: some Sequence<BundleDescription.Entry>
  ) -> [SchemaSnapshot] {
    entries.filter { $0.file.kind.version > entry.file.kind.version }.compactMap(\.rehearsed?.after)
  }

  private static func suggestions(
    for finding: Diagnostic, in entry: BundleDescription.Entry?, _ library: ScriptLibrary,
    _ released: ReleasedFiles, _ formats: inout [String: FormatCorrections],
    _ later: () -> [SchemaSnapshot]
  ) -> [String] {
    Suggestion.all(for: finding, in: entry, of: library, released, &formats, later)
      .map(\.message)
  }

  /// The findings that `validate` counts.
  var openFindings: [Diagnostic] { entries.values.flatMap(\.openFindings) + otherFindings }

  /// The findings that are known so far.
  private var provisionalSummary: JSONText {
    let all = openFindings
    let count = { (severity: Diagnostic.Severity) in all.count { $0.severity == severity } }
    let words = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let number = count(severity)
      return number == 0 ? nil : "\(number) \(severity.rawValue)\(number == 1 ? "" : "s")"
    }
    let found = words.isEmpty ? "nothing found so far" : words.joined(separator: ", ")
    return .object([
      .init("text", .string("\(found); checking all scripts")),
      .init("errors", .int(count(.error))), .init("warnings", .int(count(.warning))),
      .init("infos", .int(count(.info))), .init("released", .int(releasedCount)),
    ])
  }

  /// The document for a page that shows nothing yet.
  func document(title: String, _ members: [JSONText.Member]) -> JSONText {
    ReportDocument.json(
      title: title, summary: summary, versions: order.compactMap { versions[$0] },
      pool: tables.pool, findings: findings, members)
  }

  /// What a page that shows another state has to replace.
  func patch(from other: EditorCheck) -> [JSONText.Member] {
    let isContinued = tables.isContinuation(of: other.tables)
    let changed = order.compactMap { id in
      isContinued && versions[id] == other.versions[id] ? nil : versions[id]
    }
    let first = isContinued ? other.tables.pool.tables.count : 0
    let added = Array(tables.pool.tables.dropFirst(first))
    return [
      .init("summary", summary), .init("findings", findings),
      .init("order", .array(order.map { .integer($0) })), .init("versions", .array(changed)),
      .init("tables", .object([.init("from", .int(first)), .init("add", .array(added))])),
    ]
  }
}
