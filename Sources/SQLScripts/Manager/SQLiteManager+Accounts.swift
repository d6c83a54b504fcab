import SQLScriptsDatabase

extension SQLiteManager {
  /// The database of one account: a file of its own, with a version of its own.
  ///
  /// The same account always gets the same manager, and two accounts never the same file: an account is
  /// the bytes of its name, so that “Ada” and “ada” are two. Its file stands beside this manager's, with the
  /// account in its name; `Configuration.accountPath` can choose another place. No account has the name of
  /// a file that belongs to a database, such as its journal.
  ///
  /// - Throws: `SQLiteError` for an account without a name, or one too long for a file name, which may have
  ///   247 bytes. Also where `accountPath` gives two accounts one file. If that file does not exist yet,
  ///   opening the second of them throws.
  public func database(forAccount account: String) throws(SQLiteError) -> SQLiteManager {
    let key = Array(account.utf8)
    if let manager = accounts.withLock({ $0[key] }) { return manager }
    // The app's own code, if it chooses the path, runs outside the lock.
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
    // “app-journal” is the journal of “app”. Spelled as its byte, the first letter makes another name of it.
    if CompanionName.isOne(file) { file = name(Self.fileName(of: account, isSpelled: true)) }
    guard !CompanionName.isOne(file) else {
      throw .misuse(
        "the database \(path[slash...]) has a name that is reserved for a file of another database")
    }
    // SQLite appends “-journal”. The names of our own files are cut where they need to be.
    let longest = 255 - "-journal".utf8.count
    guard file.utf8.count <= longest else {
      throw .misuse(
        "the account \(AccountFiles.shown(account)) is too long for a file name: “\(file.prefix(40))…” has"
          + " \(file.utf8.count) bytes, but at most \(longest) are possible")
    }
    return path[..<slash] + file
  }

  /// Two accounts never share a file, not even where file names know no case: whatever is not a small
  /// letter or a digit is written as its bytes.
  ///
  /// - Parameter isSpelled: whether the first byte is written so in any case.
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
