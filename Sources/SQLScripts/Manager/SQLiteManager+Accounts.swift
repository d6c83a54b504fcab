import SQLScriptsDatabase

extension SQLiteManager {
  /// The database of one account: a file of its own, with a version of its own.
  ///
  /// The same account always gets the same manager. Its file stands beside this manager's, with the
  /// account in its name; `Configuration.accountPath` can choose another place.
  ///
  /// - Throws: `SQLiteError` for an account without a name, or one too long for a file name.
  public func database(forAccount account: String) throws(SQLiteError) -> SQLiteManager {
    try accounts.withLock { (accounts) throws(SQLiteError) in
      if let manager = accounts[account] { return manager }
      var configuration = configuration
      configuration.path = try self.configuration.path(forAccount: account)
      let manager = SQLiteManager(configuration)
      accounts[account] = manager
      return manager
    }
  }

  /// Closes the database of an account, as after signing out. Asking for it again opens it again.
  ///
  /// - Throws: `SQLiteError` inside a transaction.
  public func closeDatabase(forAccount account: String) throws(SQLiteError) {
    guard let manager = accounts.withLock({ $0[account] }) else { return }
    try manager.close()
    accounts.withLock { $0[account] = nil }
  }
}

extension SQLiteManager.Configuration {
  /// Where the database of an account is.
  func path(forAccount account: String) throws(SQLiteError) -> String {
    guard !account.isEmpty else { throw .misuse("the account has no name") }
    if let accountPath { return accountPath(account) }
    let encoded = Self.fileName(of: account)
    guard encoded.utf8.count <= 200 else {
      throw .misuse("the account's name is too long for a file name: \(account.prefix(40))…")
    }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[slash...].lastIndex(of: ".") ?? path.endIndex
    return "\(path[..<dot])-\(encoded)\(path[dot...])"
  }

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
