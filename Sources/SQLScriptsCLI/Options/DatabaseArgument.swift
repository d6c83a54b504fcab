import SQLScripts
import SQLScriptsDatabase

/// The path of a database on the command line or in a list.
enum DatabaseArgument {
  /// Refuses names that SQLite would not treat as a file. The database would be temporary, or would have an unexpected
  /// name.
  static func check(_ path: String) throws {
    if path == ":memory:" {
      throw CommandFailure(
        .couldNotRun,
        "“:memory:” is not a file: an in-memory database is lost when the command ends",
        help:
          "Pass a file, or ./:memory: for a file of that name. “validate” runs scripts in memory.")
    }
    if path.hasPrefix("file:"), !System.exists(path) {
      throw CommandFailure(
        .couldNotRun, "“\(path)” is a URI; pass a path",
        help: "Pass the path alone, or ./\(path) for a file of that name.")
    }
  }
}

extension DatabaseArgument {
  /// Refuses to write to a backup, or to a file that belongs to a database.
  static func checkForWriting(_ path: String) throws {
    try check(path)
    if belongsToDatabase(path) { throw failure(atBackupOrCompanion: path) }
  }

  /// Whether a path is that of a backup, a journal or a lock of an existing database. A database with such a name is
  /// still a database.
  static func belongsToDatabase(_ path: String) -> Bool {
    let file = DatabaseFile(path)
    // “...backup-000001” does not belong to the folder “..”.
    guard let owner = CompanionName.owner(of: file.name), !["", ".", ".."].contains(owner),
      file.sibling(owner).exists
    else { return false }
    return CompanionName.isBackup(file.name) || !file.beginsAsDatabase
  }

  static func failure(atBackupOrCompanion path: String) -> CommandFailure {
    guard CompanionName.isBackup(DatabaseFile(path).name) else {
      return CommandFailure(
        .couldNotRun, "“\(path)” is not a database: it belongs to another file",
        help: "Pass the database itself.")
    }
    return CommandFailure(
      .couldNotRun, "“\(path)” is a backup, and backups are never changed",
      help: "Restore it first: sqlscripts restore DATABASE --from \(path)")
  }
}
