import SQLScriptsDatabase

/// A counter, and rows with a sum. Each transaction changes all three, so a mixed state is noticed.
struct CountedState {
  static let scripts = [
    "sql_default.sql": """
    CREATE TABLE counter (n INTEGER);
    INSERT INTO counter VALUES (0);
    CREATE TABLE filler (x);
    CREATE TABLE ledger (id INTEGER PRIMARY KEY, x INTEGER);
    WITH RECURSIVE r (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 99)
    INSERT INTO ledger SELECT i, 0 FROM r;
    CREATE TABLE sums (total INTEGER);
    INSERT INTO sums VALUES (0);
    """,
    // Fails on a copy of two states.
    "sql_update_2.sql": """
    CREATE TABLE proof (same CHECK (same));
    INSERT INTO proof SELECT (SELECT total FROM sums) = (SELECT sum(x) FROM ledger)
      AND (SELECT n FROM counter) = (SELECT max(x) FROM ledger);
    """,
  ]

  let count: Int64
  private let total: Int64
  private let found: (sum: Int64, last: Int64)
  private let integrity: String

  init(_ path: String) throws {
    let connection = try Self.open(path)
    try connection.execute("BEGIN")
    let row = try connection.rows(
      """
      SELECT (SELECT n FROM counter), (SELECT total FROM sums), (SELECT sum(x) FROM ledger),
        (SELECT max(x) FROM ledger)
      """)[0].map { $0.int64 ?? -1 }
    (count, total, found) = (row[0], row[1], (row[2], row[3]))
    integrity = "\(try connection.value("PRAGMA quick_check") ?? .null)"
  }

  var violation: String? {
    if !integrity.contains("ok") { return integrity }
    return total == found.sum && count == found.last
      ? nil : "it has \(count) and \(total), and its rows make \(found.last) and \(found.sum)"
  }

  static func prepare(_ path: String, journal: String, pages: Int) throws {
    let connection = try open(path)
    try connection.execute("PRAGMA journal_mode = \(journal)")
    try connection.execute(
      """
      WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < \(pages))
      INSERT INTO filler SELECT zeroblob(4000) FROM r
      """)
  }

  /// Runs one transaction. A restore may be running, so busy is not an error.
  static func advance(_ path: String) throws {
    do {
      let connection = try open(path)
      try connection.execute("BEGIN IMMEDIATE")
      try connection.execute("UPDATE counter SET n = n + 1")
      try connection.execute(
        "UPDATE sums SET total = total + (SELECT n - (SELECT x FROM ledger WHERE id = n % 100) FROM counter)"
      )
      try connection.execute(
        "UPDATE ledger SET x = (SELECT n FROM counter) WHERE id = (SELECT n FROM counter) % 100")
      try connection.execute("COMMIT")
    } catch let error as SQLiteError where error.code.primary == .busy {}
  }

  private static func open(_ path: String) throws -> Connection {
    try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(10_000))
  }
}
