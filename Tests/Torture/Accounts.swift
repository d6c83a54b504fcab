import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Law 1: accounts with nearly equal names, or with names of files that belong to a database, use their databases in
/// turns. No account shares its file with another or loses it.
struct Accounts: DrawnPart {
  enum Mistake: String, CaseIterable {
    case writesIntoAnother, losesARow, deletesAFile
  }

  static let name = "accounts"
  static let most = 3000

  var story: [String] = []
  private let folder: Folder

  private static let bundle = ScriptBundle(scripts: [.default(["CREATE TABLE t (account BLOB)"])])

  private static let pieces = [
    "a", "A", "ada", "Ada", "journal", "wal", "shm", "migrating", "conch", "-", "-journal", "mj",
    "mj0a1b2c9d3", "%6a", "%", "caf\u{E9}", "cafe\u{301}", "CAF\u{C9}", "ß", "ss", "ẞ", "İ", "i",
    "ſ", "K", "k", "/", "..", ".", "\\", ":", " ", "\u{200B}", "backup", ".backup-000001", "db",
    "sqlite", "名", "\0", "\n", "restore-partial", "ﬁ", "fi",
  ]

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("accounts")
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    try folder.fill([:])
    let bases = ["app", "app.db", "app.sqlite", ".app", "a-b", "APP", "caf\u{E9}.db", "a.b.db"]
    let base = bases[random.number(0...bases.count - 1)]
    var configuration = SQLiteManager.Configuration(
      path: "\(folder.path)/\(base)", scripts: .scripts(Self.bundle))
    let modes = SQLiteManager.JournalMode.allCases
    configuration.journalMode = modes[random.number(0...modes.count - 1)]
    if random.chance(30) { configuration.options.backup = BackupPolicy() }
    let path = configuration.path
    if random.chance(25) {
      // Like an app that ignores accents and slashes.
      configuration.accountPath = { "\(path)-\($0.filter { $0 != "/" && $0 != "\0" })" }
    }
    let manager = SQLiteManager(configuration)
    var rows: [[UInt8]: Int] = [[]: 0]
    for _ in 0..<random.number(2...25) {
      let account =
        (0..<random.number(1...3)).map { _ in
          Self.pieces.randomElement(using: &random) ?? ""
        }.joined()
        + (random.chance(3) ? String(repeating: "x", count: random.number(150...260)) : "")
      let key = random.chance(10) ? [] : Array(account.utf8)
      story.append(key.isEmpty ? "its own" : account.debugDescription)
      do {
        let database = try Self.database(key, of: manager)
        // The transaction of one account is open while the other writes.
        try manager.transaction { main in
          try database.execute("INSERT INTO t VALUES (?)", SQLiteValue.blob(key))
          if !key.isEmpty { try main.execute("INSERT INTO t VALUES (x'')") }
        }
        rows[key, default: 0] += 1
        if !key.isEmpty { rows[[], default: 0] += 1 }
        if random.chance(40) { try database.close() }
      } catch let error as SQLiteError where error.code.primary == .misuse {
        // It was refused before the file was created.
        story.append("refused: \(error.message)")
      } catch let failure as MigrationFailure
        where failure.sqliteError?.message.contains("long") ?? false
      {
        // An app's own path may be too long, with or without SQLite's suffix.
        story.append("\(failure)")
      }
    }
    for key in rows.keys { try Self.database(key, of: manager).close() }
    if let mistake { try make(mistake, manager, rows) }
    for (key, count) in rows {
      let found = try Self.database(key, of: SQLiteManager(configuration))
        .query("SELECT account FROM t").map { try $0[0] }
      guard found == Array(repeating: SQLiteValue.blob(key), count: count) else {
        return
          "\(String(decoding: key, as: UTF8.self).debugDescription) has \(found.count) rows of \(count)"
      }
    }
    return nil
  }

  /// An account by the bytes of its name; empty for the manager's own database.
  private static func database(
    _ key: [UInt8], of manager: SQLiteManager
  ) throws -> SQLiteManager {
    key.isEmpty ? manager : try manager.database(forAccount: String(decoding: key, as: UTF8.self))
  }

  private func make(
    _ mistake: Mistake, _ manager: SQLiteManager, _ rows: [[UInt8]: Int]
  ) throws {
    guard let key = rows.keys.first(where: { !$0.isEmpty }) else { return }
    let database = try Self.database(key, of: manager)
    switch mistake {
    case .writesIntoAnother: try manager.execute("INSERT INTO t VALUES (1)")
    case .losesARow: try database.execute("DELETE FROM t")
    case .deletesAFile: DatabaseFile(database.configuration.path).remove()
    }
    try database.close()
    try manager.close()
  }
}
