import SQLScriptsDatabase

/// How far a script outside a transaction has come, kept in the database from its first statement until its
/// version is recorded (law 19).
///
/// Each statement and the row that says so are committed together, so a run that stops anywhere is
/// continued behind the last statement that took effect, and none takes effect twice.
struct StepPosition: Equatable {
  /// The table, which is there only while a script is unfinished.
  static let table = "db_version_position"

  /// The version that the script leads to.
  var version: Int64

  /// How many statements are done, as they stand in the script.
  var done = 0

  /// A checksum of these statements.
  var checksum: UInt64 = 0

  /// How many rows had no parent before the script; nil if it is not known (law 17).
  var orphans: Int64?

  /// The position of a script, if it was begun and not finished.
  init?(of version: Int64, in connection: Connection) throws(SQLiteError) {
    guard connection.hasTable(Self.table) else { return nil }
    let rows = try connection.rows(
      "SELECT done, checksum, orphans FROM main.\(Self.table) WHERE version = ?",
      .integer(version))
    guard let row = rows.first, let done = row[0].int64, let checksum = row[1].int64 else {
      return nil
    }
    self.version = version
    self.done = Int(clamping: max(0, done))
    self.checksum = UInt64(bitPattern: checksum)
    orphans = row[2].int64
  }

  /// The position before the first statement.
  init(startOf version: Int64) {
    self.version = version
  }

  func write(to connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS main.\(Self.table) (
        version INTEGER NOT NULL PRIMARY KEY,
        done INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        orphans INTEGER
      )
      """)
    try connection.prepare("REPLACE INTO main.\(Self.table) VALUES (?, ?, ?, ?)").run(
      .integer(version), .integer(Int64(done)), .integer(Int64(bitPattern: checksum)),
      orphans.map { .integer($0) } ?? .null)
  }

  /// Removes what is kept: every script is finished.
  static func drop(from connection: Connection) throws(SQLiteError) {
    guard connection.hasTable(table) else { return }
    try connection.execute("DROP TABLE main.\(table)")
  }

  /// How many rows of the database have no parent; nil if a foreign key is declared wrongly.
  static func orphans(in connection: Connection) -> Int64? {
    guard let statement = try? connection.prepare("PRAGMA main.foreign_key_check") else {
      return nil
    }
    var count: Int64 = 0
    do {
      while try statement.step() { count += 1 }
    } catch {
      return nil
    }
    return count
  }
}
