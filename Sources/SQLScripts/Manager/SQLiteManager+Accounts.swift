import SQLScriptsDatabase

extension SQLiteManager {
  /// The database of one account: a file of its own, with a version of its own.
  ///
  /// The same account always gets the same manager, and two accounts never the same file: an account is
  /// the bytes of its name, so that “Ada” and “ada” are two. Its file stands beside this manager's, with the
  /// account in its name; `Configuration.accountPath` can choose another place.
  ///
  /// - Throws: `SQLiteError` for an account without a name, or one too long for a file name.
  public func database(forAccount account: String) throws(SQLiteError) -> SQLiteManager {
    let key = Array(account.utf8)
    if let manager = accounts.withLock({ $0[key] }) { return manager }
    // The app's own code, if it chooses the path, runs outside the lock.
    var configuration = configuration
    configuration.path = try self.configuration.path(forAccount: account)
    let manager = SQLiteManager(configuration)
    return accounts.withLock { accounts in
      if let first = accounts[key] { return first }
      accounts[key] = manager
      return manager
    }
  }

  /// Closes the database of an account, as after signing out. Asking for it again opens it again.
  ///
  /// - Throws: `SQLiteError` inside `use`, a transaction or a hook of the same thread.
  public func closeDatabase(forAccount account: String) throws(SQLiteError) {
    // The manager is kept: who holds it and who asks for it must go on to meet the same one.
    try accounts.withLock { $0[Array(account.utf8)] }?.close()
  }
}

extension SQLiteManager.Configuration {
  /// Where the database of an account is.
  func path(forAccount account: String) throws(SQLiteError) -> String {
    guard !account.isEmpty else { throw .misuse("the account has no name") }
    if let accountPath { return accountPath(account) }
    if path == ":memory:" { return path }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[slash...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    let name = "\(path[slash..<dot])-\(Self.fileName(of: account))\(path[dot...])"
    guard name.utf8.count <= Self.longestFileName else {
      throw .misuse("the account's name is too long for a file name: \(account.prefix(40))…")
    }
    return path[..<slash] + name
  }

  /// File systems allow 255 bytes, and SQLite adds `-journal`.
  private static let longestFileName = 255 - 8

  /// Two accounts never share a file, not even where file names know no case: whatever is not a small
  /// letter or a digit is written as its bytes.
  private static func fileName(of account: String) -> String {
    var name = ""
    for byte in account.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        name += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return name
  }
}
