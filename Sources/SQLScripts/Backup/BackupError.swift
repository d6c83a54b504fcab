import SQLScriptsDatabase

/// The reason why a database was not backed up, or a backup not restored (law 24). Nothing was changed.
public enum BackupError: Error {
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
  /// `MigrationOptions.prepareConnection` threw an error for a connection to this file.
  case preparation(path: String, any Error)
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
    case .preparation(let path, let error):
      "the app could not prepare the connection to \(path): \(error)"
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

// An error of the app may not be Hashable, so two of them are equal if their type and description are equal.
extension BackupError: Hashable {
  /// Whether both have the same reason.
  public static func == (left: Self, right: Self) -> Bool {
    String(reflecting: left) == String(reflecting: right)
  }

  /// Hashes the reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(String(reflecting: self))
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
