import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import Testing

/// The schema that the rehearsal updates after each statement, without reading a table again.
struct SchemaPartTests {
  @Test func `adding or removing one part gives the same result as reading everything`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let reader = SchemaReader(connection)
    try connection.execute("CREATE TABLE a (b UNIQUE, c, \"where\")")
    var table = try #require(try reader.snapshot(without: [])["a"])
    let made: [(sql: String, part: SchemaPart)] = [
      ("CREATE INDEX z ON a (b)", .index("z")),
      ("create unique index \"(\" on a (c COLLATE NOCASE desc, b)", .index("(")),
      ("CREATE INDEX p ON a (b) WHERE c > 1", .index("P")),
      ("CREATE INDEX e ON a (\"where\", b || (c)) -- where", .index("e")),
      ("CREATE INDEX IF NOT EXISTS A1 ON a (\"where\") where\n(c)", .index("A1")),
      ("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END", .trigger("t")),
      ("CREATE TRIGGER Q AFTER UPDATE OF b ON a WHEN new.b BEGIN SELECT 1; END", .trigger("Q")),
      ("CREATE TRIGGER z BEFORE DELETE ON a BEGIN SELECT 1; END", .trigger("z")),
    ]
    let whole = { try SchemaReader(connection).snapshot(without: [])["a"] }
    for (sql, part) in made {
      try connection.execute(sql)
      #expect(try reader.add(part, to: &table), "\(sql)")
      #expect(try table == whole(), "\(sql)")
    }
    for (number, (sql, part)) in made.enumerated().reversed() {
      let (kind, name) =
        switch part {
        case .index(let name): ("INDEX", name)
        case .trigger(let name): ("TRIGGER", name)
        }
      try connection.execute("DROP \(kind) \(name.quotedName)")
      try reader.remove(part, from: &table)
      #expect(try table == whole(), "\(sql)")
      // SQLite gives the rowid of the deleted row to the next one.
      let next = SQLName("t\(number)")
      try connection.execute("CREATE TABLE \(next.text) (x)")
      #expect(try reader.table(next)?.columns.count == 1)
      #expect(try reader.table("a") == table)
    }
  }

  @Test func `only the newest part is added`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let reader = SchemaReader(connection)
    try connection.execute("CREATE TABLE a (b)")
    try connection.execute("CREATE TABLE c (d)")
    var table = try #require(try reader.table("a"))
    try connection.execute("CREATE INDEX i ON c (d)")
    for part in [SchemaPart.index("i"), .trigger("i"), .index("j")] {
      #expect(try !reader.add(part, to: &table))
    }
    #expect(try reader.table("c")?.indexes.count == 1)
  }

  @Test func `adding one column gives the same result as reading everything`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let reader = SchemaReader(connection)
    try connection.execute("CREATE TABLE \"a b\" (\"add\", CHECK (\"add\" > 0))")
    try connection.execute("CREATE INDEX i ON \"a b\" (\"add\")")
    var table = try #require(try reader.snapshot(without: [])["a b"])
    let whole = { try SchemaReader(connection).snapshot(without: [])["a b"] }
    for definition in [
      "f", "c", "COLUMN d VARCHAR(20) NOT NULL DEFAULT 'x' COLLATE NOCASE",
      "É REFERENCES \"a b\" (\"add\")",
      "g INTEGER AS (d || c) VIRTUAL", "COLUMN \"drop\" TEXT REFERENCES nobody ON DELETE CASCADE",
    ] {
      try connection.execute("ALTER TABLE \"A B\" ADD \(definition)")
      #expect(try reader.addColumn(to: &table), "\(definition)")
      #expect(try table == whole(), "\(definition)")
    }
    for change in [
      "RENAME COLUMN c TO e", "DROP COLUMN f", "RENAME \"drop\" TO \"add column\"",
    ] {
      try connection.execute("ALTER TABLE \"a b\" \(change)")
      #expect(try !reader.addColumn(to: &table), "\(change)")
      table = try #require(try reader.table("a b"))
      #expect(try table == whole(), "\(change)")
    }
  }

  @Test func `the earlier names of a table are reported once`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let reader = SchemaReader(connection)
    try connection.execute("CREATE TABLE t0 (a)")
    _ = try reader.table("t0")
    _ = try reader.changedTables()
    for number in 1...50 {
      let (old, new) = ("t\(number - 1)", "t\(number)")
      try connection.execute("ALTER TABLE \(old) RENAME TO \(new)")
      #expect(try reader.changedTables() == [SQLName(old), SQLName(new)])
      for name in [SQLName(new), SQLName(old)] { _ = try reader.table(name) }
    }
  }

  @Test func `a list keeps its order and its elements through additions and removals`() {
    var list = SchemaList<Int>()
    var array: [Int] = []
    var number = 1
    for step in 0..<2000 {
      number = number &* 48271 % 0x7FFF_FFFF
      if step % 3 == 2, !array.isEmpty {
        let value = array.remove(at: number % array.count)
        list.removeFirst { $0 == value }
      } else if !array.contains(number) {
        array.insert(number, at: array.firstIndex { $0 > number } ?? array.count)
        list.insert(number) { $0 < $1 }
      }
      #expect(list.count == array.count && list.isEmpty == array.isEmpty)
    }
    #expect(Array(list) == array)
    #expect(Array(list.reversed()) == array.reversed() && list.last == array.last)
    #expect(list.firstIndex(of: array[100]).map { list[$0] } == array[100])
    #expect(list == SchemaList(array) && list.hashValue == SchemaList(array).hashValue)
    list.sort { $0 > $1 }
    #expect(Array(list) == array.reversed())
    list.removeAll { $0.isMultiple(of: 2) }
    #expect(Array(list) == array.reversed().filter { !$0.isMultiple(of: 2) })
  }
}
