import SQLScripts
import SQLScriptsDatabase
import SQLScriptsTorture

/// The expected backups, in order, and those that must still exist (law 24).
struct BackupLedger {
  /// Whether the database exists.
  var exists = false

  /// The contents before the first of several failed runs; nil if the last run succeeded.
  var firstFailed: String?

  /// Whether the first of several failures cannot be determined.
  var isUnknown = false

  /// The backups in the report of the last run.
  var reported: [String] = []

  private var made: [(path: String, content: String)] = []
  /// The maximum number of backups; nil while some may be kept because of failures.
  private var most: Int?

  /// Whether the last run with a backup succeeded, and the database was not replaced since.
  var isSettled = false

  /// The contents of the last backup.
  var last: String? { made.last?.content }

  mutating func add(_ path: String, _ content: String, keep: Int) {
    made.append((path, content))
    most = isSettled ? keep : nil
    reported = [path]
  }

  func file(of content: String?) -> String? { made.last { $0.content == content }?.path }

  /// The error in the files next to the database; nil for none.
  func violation(in folder: Folder) throws -> String? {
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

  /// The relevant contents of a database: its version and its rows.
  static func content(_ path: String) throws -> String {
    let connection = try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(200))
    let rows = try connection.rows("SELECT x FROM t ORDER BY rowid")
    return "\(try connection.rows("SELECT * FROM db_version")) \(rows)"
  }

  /// Writes to the database like an app.
  static func write(_ path: String) throws {
    try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(200))
      .execute("INSERT INTO t SELECT 1000 + count(*) FROM t")
  }
}
