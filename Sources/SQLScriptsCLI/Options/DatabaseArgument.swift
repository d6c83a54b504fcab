import SQLScripts
import SQLScriptsDatabase

/// The name of a database on the command line or in a list: the path of a file.
enum DatabaseArgument {
  /// Refuses what SQLite would take for something else than a file: nothing would be left of it, or a file with
  /// an odd name.
  static func check(_ path: String) throws {
    if path == ":memory:" {
      throw CommandStop(
        .couldNotLook,
        "“:memory:” is not a file: a database in memory is gone when the command ends",
        help: "Name a file, or ./:memory: for one of that name. “validate” runs scripts in memory.")
    }
    if path.hasPrefix("file:"), !System.exists(path) {
      throw CommandStop(
        .couldNotLook, "“\(path)” is a URI, and a database is named by its path",
        help: "Write the path alone, or ./\(path) for a file of that name.")
    }
  }
}

extension DatabaseArgument {
  /// Refuses to write to a backup, or to a file that belongs to a database.
  static func checkForWriting(_ path: String) throws {
    try check(path)
    if belongsToDatabase(path) { throw stop(atBackupOrCompanion: path) }
  }

  /// Whether a path names a backup, or what SQLite or we keep beside a database, and that database is there. A database
  /// that was given such a name is one all the same.
  static func belongsToDatabase(_ path: String) -> Bool {
    let file = DatabaseFile(path)
    guard let owner = CompanionName.owner(of: file.name), !owner.isEmpty,
      file.sibling(owner).exists
    else { return false }
    return CompanionName.isBackup(file.name) || !file.beginsAsDatabase
  }

  static func stop(atBackupOrCompanion path: String) -> CommandStop {
    guard CompanionName.isBackup(DatabaseFile(path).name) else {
      return CommandStop(
        .couldNotLook, "“\(path)” is not a database: SQLite or SQLScripts keeps it beside one",
        help: "Name the database.")
    }
    return CommandStop(
      .couldNotLook, "“\(path)” is a backup, and a backup is not written to",
      help: "Restore it first: sqlscripts restore DATABASE --from \(path)")
  }
}
