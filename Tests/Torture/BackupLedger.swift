import SQLScripts
import SQLScriptsDatabase
import SQLScriptsTorture

/// What was backed up, in order, and what must still be there (law 24).
struct BackupLedger {
  /// Whether there is a database.
  var exists = false

  /// What the database had before the first of a row of runs that failed; nil if the last one succeeded.
  var firstFailed: String?

  /// Whether nobody can tell what the first of a row of failures is.
  var isUnknown = false

  /// The backups that the last run has named.
  var reported: [String] = []

  private var made: [(path: String, content: String)] = []
  /// How many there may be; nil while some may stay because of failures.
  private var most: Int?

  /// Whether the last run with a backup has succeeded, and nothing took the place of the database since.
  var isSettled = false

  /// What the last backup has.
  var last: String? { made.last?.content }

  mutating func add(_ path: String, _ content: String, keep: Int) {
    made.append((path, content))
    most = isSettled ? keep : nil
    reported = [path]
  }

  func file(of content: String?) -> String? { made.last { $0.content == content }?.path }

  /// What is wrong with the files beside the database; nil for nothing.
  func complaint(in folder: Folder) throws -> String? {
    let all = try DatabaseBackup.all(of: folder.database).map(\.path)
    if all.first != made.last?.path { return "\(all.first ?? "nothing") is the newest backup" }
    for path in reported where !all.contains(path) { return "\(path) is gone, and was named" }
    var kept: Set<String> = []
    for path in all {
      let content = try Self.content(path)
      kept.insert(content)
      guard made.last(where: { $0.path == path })?.content == content else {
        return "\(path) has something else than the database had"
      }
    }
    if let firstFailed, !kept.contains(firstFailed) {
      return "nothing is left from before the first failure"
    }
    if let most, all.count > most { return "\(all.count) backups are kept" }
    if exists {
      let versions = try Migrator(
        path: folder.database, scripts: ScriptBundle(scripts: [.default(["SELECT 1"])])
      ).history()
      if versions.isEmpty || versions.contains(where: { $0.appliedAt.isEmpty }) {
        return "the history cannot be read"
      }
    }
    return nil
  }

  /// All that counts of a database: its version and its rows.
  static func content(_ path: String) throws -> String {
    let connection = try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(200))
    let rows = try connection.rows("SELECT x FROM t ORDER BY rowid")
    return "\(try connection.rows("SELECT * FROM db_version")) \(rows)"
  }

  /// What an app does.
  static func write(_ path: String) throws {
    try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(200))
      .execute("INSERT INTO t SELECT 1000 + count(*) FROM t")
  }
}
