import SQLScripts
import SQLScriptsDescription
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsValidation

/// The scripts as the engine of the command sees them: what `validate` finds, what `describe` says, and what the page
/// shows of it.
struct EditorCheck: Sendable {
  let library: ScriptLibrary
  /// The entries by the name that the page uses.
  private(set) var entries: [Int64: BundleDescription.Entry] = [:]
  /// The identifiers in the order of the scripts.
  private(set) var order: [Int64] = []
  /// The scripts as JSON.
  private(set) var versions: [Int64: JSONText] = [:]
  private(set) var pool = TablePool()
  private(set) var summary = JSONText.null
  private(set) var findings = JSONText.array([])
  /// Whether scripts after an edited one still have to be checked.
  private(set) var isProvisional = false

  /// Checks everything.
  ///
  /// - Parameter earlier: the check whose tables keep their indices.
  init(
    _ library: ScriptLibrary, _ memory: RehearsalMemory, title: String, after earlier: EditorCheck?
  ) {
    self.library = library
    let description = BundleDescription(Validator(library), of: library, memory: memory)
    let document = ReportDocument(
      description, of: library, title: title, limits: .none, pool: earlier?.pool ?? TablePool())
    for (entry, version) in zip(description.entries, document.versions) {
      entries[version.id] = entry
      order.append(version.id)
      versions[version.id] = version.json
    }
    (pool, summary) = (document.pool, document.summary)
    findings = document.findingsJSON
  }

  /// Checks one script that was edited. The findings of the others are those from before.
  init(
    _ id: Int64, _ library: ScriptLibrary, _ memory: RehearsalMemory, after earlier: EditorCheck
  ) {
    self = EditorCheck(library, earlier)
    isProvisional = true
    order = library.bundle.scripts.map(\.kind.version)
    for known in Set(versions.keys).subtracting(order) {
      (versions[known], entries[known]) = (nil, nil)
    }
    guard let file = library.bundle.scripts.first(where: { $0.kind.version == id }) else { return }
    let entry = BundleDescription.Entry(
      file, Validator(library), memory, isReleased: earlier.entries[id]?.isReleased ?? false)
    let previous = entry.previous.flatMap { entries[$0.kind.version] }
    entries[id] = entry
    let reading = ScriptReading(file, in: library.bundle)
    let version = ReportVersion(
      entry, reading.script, text: reading.text, previous: previous, pool: &pool, limits: .none)
    versions[id] = version.json
  }

  private init(_ library: ScriptLibrary, _ other: EditorCheck) {
    self.library = library
    (entries, order, versions) = (other.entries, other.order, other.versions)
    (pool, summary, findings) = (other.pool, other.summary, other.findings)
  }

  /// The document for a page that shows nothing yet.
  func document(title: String, _ members: [JSONText.Member]) -> JSONText {
    ReportDocument.json(
      title: title, summary: summary, versions: order.compactMap { versions[$0] }, pool: pool,
      findings: findings, members)
  }

  /// What a page that shows another state has to replace.
  func patch(from other: EditorCheck) -> [JSONText.Member] {
    let changed = order.compactMap { id in
      versions[id] == other.versions[id] ? nil : versions[id]
    }
    let first = other.pool.tables.count
    return [
      .init("summary", summary), .init("findings", findings),
      .init("order", .array(order.map { .integer($0) })), .init("versions", .array(changed)),
      .init(
        "tables",
        .object([
          .init("from", .int(first)), .init("add", .array(Array(pool.tables.dropFirst(first)))),
        ])),
    ]
  }
}
