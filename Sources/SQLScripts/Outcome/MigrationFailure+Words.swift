import SQLScriptsDatabase
import SQLScriptsDiagnostics

extension MigrationFailure: CustomStringConvertible {
  /// The complete failure as text: the statement, its place, the reason, and the committed steps.
  public var description: String {
    var parts = ["\(database): \(summary)"]
    for diagnostic in diagnostics {
      parts.append("  \(diagnostic.span.place): \(diagnostic.message)")
      if let help = diagnostic.help { parts.append("    help: \(help)") }
    }
    if let help { parts.append("  help: \(help)") }
    parts.append(outcome)
    return parts.joined(separator: "\n")
  }

  /// The failure in one sentence. A very long one is shortened in the middle.
  public var summary: String { reason.summary }

  /// Advice in the imperative; nil if the description or a diagnostic already contains it.
  public var help: String? { reason.help }
}

extension MigrationFailure.Reason {
  /// Advice in the imperative; nil if the description or a diagnostic already contains it.
  package var help: String? {
    switch self {
    case .foreignKeys(_, _, let violations, _)
    where violations.first?.missing == .tableOfNewRows:
      "Create the new table under another name, copy the rows, drop the old table, and rename the new one."
        + " Renaming the old table also redirects the references to it."
    case .foreignKeys(_, _, let violations, _) where violations.first?.missing.isOfKey == true:
      "Keep the PRIMARY KEY or UNIQUE constraint, or add a CREATE UNIQUE INDEX to the script. Without it,"
        + " SQLite refuses every write to the table with the foreign key. To commit the script all the same,"
        + " set \"foreignKeys\": \"unchecked\" in it."
    case .foreignKeys:
      "Delete these rows in the script, or insert the rows they refer to. ON DELETE actions do not run in"
        + " scripts, even after PRAGMA foreign_keys = ON. To keep these rows, set"
        + " \"foreignKeys\": \"unchecked\" in the script."
    case .brokenSchema:
      "Drop these views and triggers in the script, or recreate them for the new tables."
    default: nil
    }
  }
}

extension MigrationFailure.Reason: CustomStringConvertible {
  /// The failure in one sentence. A very long one is shortened in the middle.
  package var summary: String { "\(self)".shortened() }

  /// The failure in one sentence.
  public var description: String {
    switch self {
    case .refused(let refusal): return "\(refusal)"
    case .scripts(let diagnostics):
      let count = diagnostics.filter { $0.severity == .error }.count
      return
        "found \(count == 1 ? "an error" : "\(count) errors") in the scripts; no script was run"
    case .bundle(let error): return "\(error)"
    case .statement(let failure): return failure.diagnostic.message
    case .foreignKeys(let script, _, let violations, let count):
      let rest = count > violations.count ? ", and \(count - violations.count) more" : ""
      let list = violations.map(\.description).joined(separator: "; ")
      let plural = count == 1 ? "" : "s"
      let what =
        violations.first?.missing.isOfKey == true
        ? "foreign key\(plural) that cannot be used"
        : "row\(plural) that violate\(count == 1 ? "s" : "") a foreign key"
      return "\(script) leaves \(count) \(what): \(list)\(rest)"
    case .brokenSchema(let script, _, let objects):
      let list = objects.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
      return "\(script) leaves views or triggers that cannot be used: "
        + list.joined(separator: ", ")
    case .database(let error, let activity):
      return Self.words(for: error, during: activity)
    case .preparation(let error):
      return "the app could not prepare the connection: \(Self.words(of: error))"
    case .hook(let error): return "a hook of the app failed: \(Self.words(of: error))"
    case .code(let name, let version, let error):
      return "code step “\(name)” for version \(version) failed: \(Self.words(of: error))"
    case .backup(let error): return "the backup failed: \(error)"
    case .cancelled(let activity): return "the migration was canceled \(activity)"
    }
  }

  /// An error of the app. The outcome of another migration, such as “Nothing was changed”, is left out, because it
  /// would seem to be about this database.
  private static func words(of error: any Error) -> String {
    (error as? MigrationFailure)?.summary ?? "\(error)"
  }

  /// SQLite's error as a plain sentence, followed by SQLite's message.
  private static func words(
    for error: SQLiteError, during activity: MigrationFailure.Activity
  ) -> String {
    let sqlite = "SQLite said “\(error.message)” [\(error.code)]"
    if error.code == .locked {
      return
        "another statement of the same connection is still reading (\(activity)). Finish it first. "
        + sqlite
    }
    switch error.code.primary {
    case .busy, .lockingProtocol, .locked:
      return
        "the database is locked: another program or connection is using it (\(activity)). \(sqlite)"
    case .readOnly where error.code == .moved:
      return "the database file was moved, deleted or replaced (\(activity)). \(sqlite)"
    case .readOnly:
      return
        "the database is read-only: check the permissions of the file, its folder and the disk. \(sqlite)"
    case .full:
      return "the disk is full (\(activity)). Free some space and run it again. \(sqlite)"
    case .notADatabase:
      return "the file is not an SQLite database, or it is encrypted. \(sqlite)"
    case .corrupt:
      return "the database file is damaged. Restore a backup, or try “.recover” of the sqlite3"
        + " shell on a copy. \(sqlite)"
    case .cannotOpen where activity == .locking: return error.message
    case .cannotOpen:
      return "the database cannot be opened: \(error.message)"
    case .permission:
      return "the operating system refuses access to the database. \(sqlite)"
    case .inputOutput:
      return "the disk or the file system reported an error (\(activity)). \(sqlite)"
    case .noMemory:
      return "out of memory (\(activity)). \(sqlite)"
    case .interrupted:
      return "the migration was interrupted (\(activity))"
    case .misuse: return error.message
    default:
      return "the database failed (\(activity)). \(sqlite)"
    }
  }
}

extension MigrationFailure.Activity: CustomStringConvertible {
  /// The activity as text that follows “while”.
  public var description: String {
    switch self {
    case .opening: "while opening it"
    case .readingVersion: "while reading the installed version"
    case .preparing: "while setting up the connection"
    case .locking: "while waiting for the write lock"
    case .backingUp: "while backing it up"
    case .starting(let script): "before \(script) began"
    case .running(let script, let part, let item):
      "while running \(part.name(ofItem: item, in: script))"
    case .runningCode(let name): "while running code step “\(name)”"
    case .checking(let script): "while checking what \(script) did"
    case .recording(let version): "while recording version \(version)"
    case .committing(let versions):
      "while committing version\(versions.count == 1 ? "" : "s") "
        + versions.map(String.init).joined(separator: ", ")
    }
  }
}
