import SQLScriptsDatabase

/// Records which file belongs to which account, if the app chooses the paths.
///
/// Names do not identify files. On some disks “Ada.sqlite” and “ada.sqlite” are one file, and so are two spellings of
/// an accent. Links and folders can have several names anywhere. Only the file system knows, and only once the file
/// exists. So each account claims its path when it is requested, and its file when it is opened.
final class AccountFiles: Sendable {
  private enum Key: Hashable {
    /// The bytes of a path. As strings, two spellings of an accent would be equal.
    case path([UInt8])
    case file(DatabaseFile.Identity)
  }

  private struct Owner {
    /// Nil for the main database.
    let account: String?
    let path: String
  }

  private let owners = Lock<[Key: Owner]>([:])

  /// Claims a path, and the file if it exists, for an account; for the main database if it is nil.
  ///
  /// The time does not depend on the number of accounts.
  ///
  /// - Throws: an error that names both accounts, if another one has the path or the file.
  func claim(_ path: String, for account: String?) throws(SQLiteError) {
    let identity = DatabaseFile(path).identity
    try owners.withLock { (owners) throws(SQLiteError) in
      let byPath = Key.path(Array(path.utf8))
      if let owner = owners[byPath] { try Self.check(owner, path, account) }
      if let identity {
        // After a file is deleted, the system may give its number to a new one.
        if let owner = owners[.file(identity)], DatabaseFile(owner.path).identity == identity {
          try Self.check(owner, path, account)
        }
        owners[.file(identity)] = Owner(account: account, path: path)
      }
      owners[byPath] = Owner(account: account, path: path)
    }
  }

  private static func check(
    _ owner: Owner, _ path: String, _ account: String?
  ) throws(SQLiteError) {
    guard owner.account.map({ Array($0.utf8) }) != account.map({ Array($0.utf8) }) else { return }
    let names = [owner.account, account].compactMap { $0 }.map(shown)
    throw .misuse(
      names.count == 2
        ? "accountPath gives the accounts \(names[0]) and \(names[1]) the same file: \(path)"
        : "accountPath gives the account \(names.first ?? "") the file of the main database: \(path)"
    )
  }

  /// The name of an account in a message.
  static func shown(_ account: String) -> String {
    account.count > 40 ? "“\(account.prefix(40))…”" : "“\(account)”"
  }
}
