import SQLScriptsDatabase

/// The reason why a database was not backed up, or a backup not restored (law 24). Nothing was changed.
public enum BackupError: Error, Sendable, Hashable {
  /// There is not enough disk space; sizes in bytes.
  case noRoom(folder: String, needed: Int64, free: Int64)
  /// The file is damaged: a few lines of SQLite's integrity check.
  case damaged(path: String, [String])
  /// There is no backup of this database.
  case noBackup(database: String)
  /// Others have the database open: their names, if the system lists them.
  case inUse(database: String, by: [String])
  /// The backup and the database are one file.
  case sameFile(String)
  /// The file is not a database, or SQLite or the system reported an error.
  case database(SQLiteError, path: String)
}

extension BackupError: CustomStringConvertible {
  /// The problem and advice, as sentences.
  public var description: String {
    switch self {
    case .noRoom(let folder, let needed, let free):
      "not enough disk space in \(folder): \(Self.words(needed)) needed, \(Self.words(free)) free"
    case .damaged(let path, let lines):
      "\(path) is damaged: \(lines.prefix(3).joined(separator: "; "))"
    case .noBackup(let database): "there is no backup of \(database)"
    case .inUse(let database, let users):
      users.isEmpty
        ? "\(database) is locked: another program or connection is using it"
        : "\(database) is open in \(users.joined(separator: ", "))"
    case .sameFile(let path): "\(path) is the database itself, not a backup of it"
    case .database(let error, let path):
      switch error.code.primary {
      case .notADatabase: "\(path) is not an SQLite database, or it is encrypted"
      case .cannotOpen, .misuse: error.message
      case .busy, .locked, .lockingProtocol:
        "\(path) is locked: another program or connection is using it"
      default: "\(path): \(error.message) [\(error.code)]"
      }
    }
  }

  private static func words(_ bytes: Int64) -> String {
    bytes < 10_000_000 ? "\(bytes / 1000 + 1) kB" : "\(bytes / 1_000_000 + 1) MB"
  }
}

extension BackupError {
  /// Calls SQLite and converts its errors.
  static func at<Result>(
    _ path: String, _ body: () throws(SQLiteError) -> Result
  ) throws(BackupError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw .database(error, path: path)
    }
  }
}
