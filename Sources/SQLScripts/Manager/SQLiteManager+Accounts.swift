import SQLScriptsDatabase

extension SQLiteManager {
  /// The database of one account: a file of its own, with a version of its own.
  ///
  /// The same account always gets the same manager, and two accounts never the same file: an account is
  /// the bytes of its name, so that “Ada” and “ada” are two. Its file stands beside this manager's, with the
  /// account in its name; `Configuration.accountPath` can choose another place. No account has the name of
  /// a file that belongs to a database, such as its journal.
  ///
  /// - Throws: `SQLiteError` for an account without a name, or one too long for a file name: with backups
  ///   the name of the file may have 219 bytes, otherwise 245. Also where `accountPath` gives two accounts
  ///   one file.
  public func database(forAccount account: String) throws(SQLiteError) -> SQLiteManager {
    let key = Array(account.utf8)
    if let manager = accounts.withLock({ $0[key] }) { return manager }
    // The app's own code, if it chooses the path, runs outside the lock.
    var configuration = configuration
    configuration.path = try self.configuration.path(forAccount: account)
    let manager = SQLiteManager(configuration)
    return try accounts.withLock { (accounts) throws(SQLiteError) in
      if let first = accounts[key] { return first }
      if configuration.accountPath != nil, configuration.path != ":memory:" {
        let file = DatabaseFile(configuration.path)
        // On some disks “Ada.sqlite” and “ada.sqlite” are one file, and so are two spellings of an accent.
        let taken = ([self] + accounts.values).map(\.configuration.path).first {
          $0 == file.path || file.isSame(as: DatabaseFile($0))
        }
        if let taken { throw .misuse("accountPath gives two accounts the file \(taken)") }
      }
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
    if let accountPath {
      let path = accountPath(account)
      let name = DatabaseFile(path).name
      guard path != self.path, path == ":memory:" || !CompanionName.isOne(name) else {
        throw .misuse(
          "accountPath gives the account \(Self.shown(account)) the file \(name), which belongs to another"
            + " database")
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
        "the database \(path[slash...]) is named like a file that belongs to another one")
    }
    let longest = 255 - CompanionName.greatestLength(withBackups: options.backup != nil)
    guard file.utf8.count <= longest else {
      throw .misuse(
        "the account \(Self.shown(account)) is too long for a file name: with what SQLite and backups add"
          + " to it, “\(file.prefix(40))…” may have \(longest) bytes, and has \(file.utf8.count)")
    }
    return path[..<slash] + file
  }

  private static func shown(_ account: String) -> String {
    account.count > 40 ? "“\(account.prefix(40))…”" : "“\(account)”"
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
