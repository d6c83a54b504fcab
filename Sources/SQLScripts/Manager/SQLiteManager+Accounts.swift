import SQLScriptsDatabase

extension SQLiteManager {
  /// Returns the manager for the database of one account, a separate file with its own version.
  ///
  /// The same account always gets the same manager, and two accounts never share a file. Accounts are compared byte by
  /// byte, so “Ada” and “ada” are two. The file is next to this manager's file and has the account in its name.
  /// `Configuration.accountPath` can choose another path. An account never gets the name of a file that belongs to a
  /// database, such as its journal.
  ///
  /// - Throws: `SQLiteError` if the account is empty or too long for a file name (247 bytes), or if `accountPath` gives
  ///   two accounts one file. If that file does not exist yet, opening the second account throws.
  public func database(forAccount account: String) throws(SQLiteError) -> SQLiteManager {
    let key = Array(account.utf8)
    if let manager = accounts.withLock({ $0[key] }) { return manager }
    // If the app chooses the path, its code runs outside the lock.
    var configuration = configuration
    configuration.path = try self.configuration.path(forAccount: account)
    let manager = SQLiteManager(configuration, account: account, files: files)
    return try accounts.withLock { (accounts) throws(SQLiteError) in
      if let first = accounts[key] { return first }
      try claimFile()
      try manager.claimFile()
      accounts[key] = manager
      return manager
    }
  }

  /// Closes the database of an account, for example after signing out. Requesting it again opens it again.
  ///
  /// - Throws: `SQLiteError` inside `use`, a transaction or a hook of the same thread.
  public func closeDatabase(forAccount account: String) throws(SQLiteError) {
    // The manager is kept, so that everybody who holds or requests it uses the same one.
    try accounts.withLock { $0[Array(account.utf8)] }?.close()
  }
}

extension SQLiteManager.Configuration {
  /// The path of an account's database.
  func path(forAccount account: String) throws(SQLiteError) -> String {
    guard !account.isEmpty else { throw .misuse("the account name is empty") }
    if let accountPath {
      let path = accountPath(account)
      let name = DatabaseFile(path).name
      guard path == ":memory:" || !CompanionName.isOne(name) else {
        throw .misuse(
          "accountPath gives the account \(AccountFiles.shown(account)) the file \(name), which belongs to"
            + " another database")
      }
      return path
    }
    if path == ":memory:" { return path }
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[slash...].dropFirst().lastIndex(of: ".") ?? path.endIndex
    func name(_ account: String) -> String { "\(path[slash..<dot])-\(account)\(path[dot...])" }
    var file = name(Self.fileName(of: account))
    // “app-journal” is the journal of “app”. Writing the first letter as its byte makes another name.
    if CompanionName.isOne(file) { file = name(Self.fileName(of: account, isSpelled: true)) }
    guard !CompanionName.isOne(file) else {
      throw .misuse(
        "the database \(path[slash...]) has a name that is reserved for a file of another database")
    }
    // SQLite appends “-journal”. The names of our own files are cut if necessary.
    let longest = 255 - "-journal".utf8.count
    guard file.utf8.count <= longest else {
      throw .misuse(
        "the account \(AccountFiles.shown(account)) is too long for a file name: “\(file.prefix(40))…” has"
          + " \(file.utf8.count) bytes, but at most \(longest) are possible")
    }
    return path[..<slash] + file
  }

  /// The account as part of a file name. Every byte that is not a lowercase letter or a digit is escaped, so two
  /// accounts never share a file, even if the file system ignores case.
  ///
  /// - Parameter isSpelled: whether the first byte is escaped in any case.
  private static func fileName(of account: String, isSpelled: Bool = false) -> String {
    var name = ""
    for (index, byte) in account.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z") where !isSpelled || index > 0,
        UInt8(ascii: "0")...UInt8(ascii: "9") where !isSpelled || index > 0:
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        name += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return name
  }
}
