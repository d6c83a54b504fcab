import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import Testing

/// Names that are equal in Swift and different in SQLite.
@Suite struct SchemaNameTests {
  private static let pairs = [("caf\u{E9}", "cafe\u{301}"), ("Ä", "ä"), ("\u{212A}", "k")]

  private func snapshot(_ sql: String...) throws -> SchemaSnapshot {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for sql in sql { try connection.execute(sql) }
    return try SchemaReader(connection).snapshot(without: [])
  }

  @Test(arguments: pairs)
  func `tables, columns, indexes and triggers with similar names are all read`(
    _ pair: (String, String)
  ) throws {
    let (one, two) = (pair.0.quotedName, pair.1.quotedName)
    let both = try snapshot(
      "CREATE TABLE \(one) (\(one) TEXT, \(two) INTEGER)",
      "CREATE TABLE \(two) (a REFERENCES \(one))",
      "CREATE INDEX \("i\(pair.0)".quotedName) ON \(one)(\(one))",
      "CREATE UNIQUE INDEX \("i\(pair.1)".quotedName) ON \(one)(\(two))")
    #expect(both.count == 2 && both.tables.count == 2)
    #expect(both[pair.0]?.columns.map(\.type) == ["TEXT", "INTEGER"])
    #expect(both[pair.0]?.column(pair.1)?.type == "INTEGER")
    #expect(both[pair.1]?.columns.map(\.name) == ["a"])
    #expect(both[pair.0]?.indexes.map(\.isUnique).sorted { !$0 && $1 } == [false, true])
    #expect(both.children(of: SQLName(pair.0)).map(\.columns.count) == [1])
    #expect(both.children(of: SQLName(pair.1)).isEmpty)
  }

  @Test(arguments: pairs)
  func `replacing one with the other is a difference`(_ pair: (String, String)) throws {
    let (one, two) = (pair.0.quotedName, pair.1.quotedName)
    for sql in [
      { "CREATE TABLE \($0) (a)" }, { "CREATE TABLE t (\($0))" },
      { "CREATE TABLE t (a UNIQUE, \($0) CHECK (\($0) > 1))" },
      { "CREATE TABLE t (a REFERENCES \($0))" }, { "CREATE VIEW v AS SELECT 1 AS \($0)" },
      { "CREATE TABLE t (a, b AS (a || '\($0.dropFirst().dropLast())'))" },
      { "CREATE TABLE t (a DEFAULT '\($0.dropFirst().dropLast())')" },
    ] as [(String) -> String] {
      let (old, new) = (try snapshot(sql(one)), try snapshot(sql(two)))
      #expect(old != new)
      #expect(!SchemaDifference(from: old, to: new).isEmpty, "\(sql(one))")
      #expect(SchemaDifference(from: old, to: try snapshot(sql(one))).isEmpty)
    }
  }

  @Test(arguments: pairs)
  func `the reader notices a rename from one to the other`(_ pair: (String, String)) throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let (one, two) = (pair.0.quotedName, pair.1.quotedName)
    try connection.execute("CREATE TABLE \(one) (a)")
    let reader = SchemaReader(connection)
    var snapshot = try reader.snapshot(without: [])
    _ = try reader.changedTables()
    try connection.execute("ALTER TABLE \(one) RENAME TO \(two)")
    for name in try reader.changedTables() { snapshot.set(try reader.table(name), named: name) }
    #expect(snapshot[pair.0] == nil && snapshot[pair.1]?.columns.count == 1)
    #expect(try snapshot == reader.snapshot(without: []))
  }

  @Test func `values are equal exactly if SQLite treats them as equal`() {
    #expect(SQLiteValue.text("\u{E9}") != .text("e\u{301}"))
    #expect(Set<SQLiteValue>([.text("\u{E9}"), .text("e\u{301}"), .text("\u{E9}")]).count == 2)
    #expect(SQLiteValue.blob([1]) != .invalidText([1]) && SQLiteValue.null == .null)
  }

  @Test func `a quote followed by a combining accent is a quote`() throws {
    let name = "a\"\u{301}b"
    let snapshot = try snapshot("CREATE TABLE \(name.quotedName) (x)")
    #expect(snapshot[name]?.columns.count == 1)
    #expect("it'\u{301}s".quoted(by: "'").utf8.count { $0 == UInt8(ascii: "'") } == 4)
    #expect(SQLName(quoted: name.quotedName) == SQLName(name))
    #expect(SQLName(quoted: "[a]") == "a" && SQLName(quoted: "[a[[b]") == "a[[b")
  }
}
