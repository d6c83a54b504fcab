import SQLScripts
import SQLScriptsDescription
import Testing

/// Values that go with their column, or that do not come back from a copy.
struct LostValueTests {
  private static let columns = "id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT"

  private func told(_ statements: String...) throws -> [String] {
    try sentences(
      of: .update(2, statements), after: ["CREATE TABLE t (\(Self.columns))"]
    ).map(\.words.plain)
  }

  @Test(arguments: [
    (
      "SELECT id, a, b FROM t", "(id, a, b) SELECT id, a, b FROM x",
      ", without the values that c had."
    ),
    ("SELECT * FROM t", "(id, a) SELECT id, a FROM x", ", without the values that b and c had."),
    (
      "SELECT id, a FROM t", "(id, a) SELECT id, a FROM x", ", without the values that b and c had."
    ),
    ("SELECT * FROM t", "(a, b, c) SELECT a, b, c FROM x", ", with new values of id."),
    (
      "SELECT * FROM t", "(a, b) SELECT a, b FROM x",
      ", with new values of id and without the values that c had."
    ),
    ("SELECT * FROM t", "SELECT * FROM x", "."),
  ])
  func `rows that come back lack the values of other columns`(
    query: String, insert: String, end: String
  ) throws {
    for kind in ["TEMP TABLE", "TABLE"] {
      let found = try told(
        "CREATE \(kind) x AS \(query)", "DELETE FROM t", "INSERT INTO t \(insert)", "DROP TABLE x")
      #expect(found.dropFirst(2).first == "Adds rows to t from x (3 with the sample rows)\(end)")
    }
  }

  @Test func `rows that are added to others lack nothing`() throws {
    let found = try told(
      "CREATE TABLE x AS SELECT id + 10 AS id, a FROM t", "DELETE FROM t WHERE id > 5",
      "INSERT INTO t (id, a) SELECT id, a FROM x")
    #expect(found.last == "Adds rows to t from x (3 with the sample rows).")
  }

  @Test func `a value that an UPDATE puts back is not lost`() throws {
    let found = try told(
      "CREATE TABLE x AS SELECT * FROM t", "DELETE FROM t",
      "INSERT INTO t (id, a) SELECT id, a FROM x",
      "UPDATE t SET b = (SELECT b FROM x WHERE x.id = t.id)")
    #expect(found.dropFirst(2).first?.hasSuffix(", without the values that c had.") == true)
  }

  @Test(arguments: [
    ("id, a FROM t", "removes b and c and their values, keeps"),
    ("id, a || b FROM t", "removes b; removes c and its values;"),
    ("id, a FROM t WHERE c IS NULL", "removes b and c and their values, copies only rows"),
  ])
  func `a rebuild says which values go with their column`(query: String, words: String) throws {
    let found = try told(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO n SELECT \(query)",
      "DROP TABLE t", "ALTER TABLE n RENAME TO t")
    #expect(found.first?.hasPrefix("Rebuilds t: \(words) ") == true, "\(found)")
  }

  @Test(arguments: [
    ("INSERT INTO t (a, b) SELECT a, b FROM t", true),
    ("INSERT INTO t (a, b) SELECT a, upper(b) FROM t", true), ("UPDATE t SET b = upper(b)", true),
    ("INSERT INTO t (a, b) SELECT b, a FROM t", false), ("UPDATE t SET a = b", false),
    ("INSERT INTO t (a, b) SELECT a, b FROM t UNION ALL SELECT b, a FROM t", false),
  ])
  func `values that stay in their own column are lost with it`(sql: String, isLost: Bool) throws {
    let found = try told(
      sql, "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT, c TEXT)",
      "INSERT INTO n SELECT id, a, c FROM t", "DROP TABLE t", "ALTER TABLE n RENAME TO t")
    #expect(found.last?.contains("removes b and its values") == isLost, "\(found)")
  }

  @Test func `values that another table has are not lost`() throws {
    let found = try told(
      "CREATE TABLE other (id, b)", "INSERT INTO other SELECT id, b FROM t",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO n SELECT id, a FROM t",
      "DROP TABLE t", "ALTER TABLE n RENAME TO t")
    #expect(found.last?.contains("removes b, removes c and its values, ") == true, "\(found)")
    let kept = try told(
      "ALTER TABLE t RENAME TO old", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)",
      "INSERT INTO t SELECT id, a FROM old")
    #expect(kept.first?.hasPrefix("Rebuilds t: removes b and c, keeps") == true, "\(kept)")
  }

  @Test(arguments: ["TABLE", "TEMP TABLE"])
  func `a copy that goes again keeps no values`(kind: String) throws {
    let query = kind == "TABLE" ? "*" : "id, a"
    let found = try told(
      "CREATE \(kind) x AS SELECT \(query) FROM t", "DROP TABLE t",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO t SELECT id, a FROM x",
      "DROP TABLE x")
    #expect(found.contains { $0.contains("removes b and c and their values") }, "\(found)")
  }

  @Test func `a computed column has no values to lose`() throws {
    let found = try told("ALTER TABLE t ADD COLUMN g AS (a || b)", "ALTER TABLE t DROP COLUMN g")
    #expect(found.last == "Removes the computed column g from t.")
  }
}
