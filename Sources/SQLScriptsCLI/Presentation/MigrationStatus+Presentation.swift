import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension MigrationStatus {
  /// The status of one database, and one line for each changed script.
  func lines(of database: String) -> [StyledText] {
    var line = StyledText(VisibleText.oneLine(database), .path)
    line.append(": ")
    let latest = latest.map(String.init) ?? "none"
    switch condition {
    case .new:
      line.append("new", .warning)
      line.append(", version \(latest) is the latest")
    case .current: line.append("version \(installed ?? 0), up to date")
    case .behind:
      line.append("version \(installed ?? 0), ")
      line.append("behind", .warning)
      let isLate = pending.allSatisfy { $0 < installed ?? 0 } && !pending.isEmpty
      line.append(": \(pendingWords) \(isLate ? "out of order" : "up to \(latest)")")
    case .newer:
      line.append("version \(installed ?? 0), ")
      line.append("newer", .error)
      line.append(" than the scripts, whose latest version is \(latest)")
    case .refused(let refusal):
      line.append("refused", .error)
      line.append(": " + VisibleText.oneLine("\(refusal)"))
    }
    if let unfinished { line.append("; \(unfinished.words)") }
    return [line]
      + changedScripts.map {
        StyledText(VisibleText.oneLine("  \($0) was changed since it was applied"), .warning)
      }
  }

  /// A line about scripts that were edited after the database had applied them; nil if there are none.
  func driftLine(of database: String) -> StyledText? {
    Self.driftLine(of: database, changedScripts)
  }

  static func driftLine(of database: String, _ changedScripts: [String]) -> StyledText? {
    guard let first = changedScripts.first else { return nil }
    let more = changedScripts.count - 1
    let scripts =
      more == 0 ? "\(first) was" : "\(first) and \(more) other script\(more == 1 ? "" : "s") were"
    var line = StyledText("note", .info)
    line.append(
      VisibleText.oneLine(
        ": \(scripts) changed after \(database) applied \(more == 0 ? "it" : "them"), so it lacks "
          + "the change. Write it into a new update, or start with a new database."))
    return line
  }

  private var pendingWords: String {
    // A database that only has to be adopted has no pending scripts.
    switch pending.count {
    case 0: "version not recorded yet"
    case 1: "1 script"
    default: "\(pending.count) scripts"
    }
  }

  /// The status as JSON. Every field is always present.
  func json(of database: String, with bundle: ScriptBundle) -> JSONText {
    var error = JSONText.null
    let state: String
    switch condition {
    case .new: state = "new"
    case .current: state = "current"
    case .behind: state = "behind"
    case .newer: state = "newer"
    case .refused(let refusal):
      state = "refused"
      error = MigrationFailure(reading: .refused(refusal), at: database).json
    }
    let names = Dictionary(
      zip(bundle.updateVersions, bundle.updates.map(\.name)),
      uniquingKeysWith: { first, _ in first })
    let steps = pending.map { version in
      JSONText.object([
        .init("version", .integer(version)),
        .init("script", .string(names[version] ?? bundle.defaultScript?.name)),
      ])
    }
    return .object([
      .init("database", .string(database)),
      .init("status", .string(state)),
      .init("from", .integer(installed)),
      .init("to", .integer(latest)),
      .init("steps", .array(steps)),
      .init("unfinished", unfinished.json),
      .init("changedScripts", .array(changedScripts.map { .string($0) })),
      .init("error", error),
    ])
  }

  /// The status of a database that could not be read, with the same fields.
  static func json(of database: String, _ failure: MigrationFailure) -> JSONText {
    .object([
      .init("database", .string(database)),
      .init("status", "unknown"),
      .init("from", .null),
      .init("to", .null),
      .init("steps", []),
      .init("unfinished", .null),
      .init("changedScripts", []),
      .init("error", failure.json),
    ])
  }
}
