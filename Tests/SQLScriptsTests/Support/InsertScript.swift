import SQLScripts
import SQLScriptsScratch

/// Scripts of INSERTs into tables with constraints, triggers and conversions.
struct InsertScript {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
  }

  private static let literals = [
    "0", "1", "2", "3", "-1", "+1", "- 7", "-0", "007", "0.0", "-0.0", "+0.0", ".5", "5.", "1e3",
    "1E-3", "1e22", "1e23", "1e308", "1e309", "1e400", "-1e400", "1e-400", "4.9e-324", "2.5e-324",
    "0.1", "0.2", "0.3", "3.14159265358979", "123456789.123456789", "0.1e1", "1.0", "100.00",
    "19.99",
    "999999999999999999", "1000000000000000000", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "9007199254740993", "9007199254740993.0",
    "18446744073709551616", "123456789012345678901234567890", "0x7f", "0xFFFFFFFFFFFFFFFF", "-0x10",
    "''", "'a'", "'A'", "'it''s'", "''''", "'1'", "' 1 '", "'1.0'", "'1e3'", "'0x10'", "'abc;--'",
    "'名字 😀'", "'line\nend'", "'9223372036854775808'", "'-0.0'", "'NULL'", "x''", "x'00'",
    "X'4142'", "x'31'", "x'c3a4ff'", "NULL", "null", "Null", "TRUE", "false", "abs(-1)", "1+1",
    "\"a\"", "CURRENT_DATE > '1'", "(2)", "'a' || 'b'", "-'5'", "- -2",
  ]

  private static let plain = literals.filter { !$0.contains("(") && !$0.contains("T") }

  private static let kinds = [
    "INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB", "", "DECIMAL(10,2)", "INT NOT NULL",
    "TEXT COLLATE NOCASE", "INTEGER DEFAULT 7", "TEXT NOT NULL DEFAULT 'd'",
    "REAL CHECK (typeof(@) <> 'blob')", "CHECK (@ IS NOT 3)", "UNIQUE", "UNIQUE ON CONFLICT IGNORE",
    "UNIQUE ON CONFLICT REPLACE", "INTEGER REFERENCES p (id)", "DEFAULT (changes())",
    "DEFAULT (total_changes())", "DEFAULT (last_insert_rowid())",
  ]

  private static let keys = [
    "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT", "PRIMARY KEY", "TEXT PRIMARY KEY",
    "INT PRIMARY KEY DESC", "REAL PRIMARY KEY ON CONFLICT REPLACE", "",
  ]

  private static let look = "(changes(), total_changes(), last_insert_rowid())"

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int(random.next() % UInt64(list.count))]
  }

  private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

  /// A number as a person writes it, of any length.
  private mutating func number() -> String {
    let digits = { (value: UInt64, count: Int) in String(String(value).prefix(count)) }
    let whole = digits(random.next(), Int(random.next() % 20))
    let part = digits(random.next(), Int(random.next() % 19))
    let exponent = chance(30) ? "e\(Int(random.next() % 640) - 320)" : ""
    return (chance(30) ? "-" : "") + (whole.isEmpty ? "0" : whole) + "." + part + exponent
  }

  private mutating func literal(isPlain: Bool) -> String {
    if chance(25) { return number() }
    if chance(25) { return "\(random.next() % 9)" }
    return pick(isPlain ? Self.plain : Self.literals)
  }

  private mutating func table() -> (sql: String, width: Int) {
    let width = 1 + Int(random.next() % 4)
    var columns = ["c0 \(pick(Self.keys))"]
    let isStrict = chance(20)
    if isStrict {
      columns = ["c0 \(pick(["INTEGER PRIMARY KEY", "TEXT PRIMARY KEY", "ANY"]))"]
      for index in 1..<(width + 1) {
        columns.append("c\(index) \(pick(["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]))")
      }
    } else {
      for index in 1..<(width + 1) {
        columns.append("c\(index) \(pick(Self.kinds))".replacing("@", with: "c\(index)"))
      }
    }
    if chance(30) {
      let kind = pick(["STORED", "VIRTUAL"])
      let type = isStrict ? "ANY" : pick(["", "TEXT", "REAL"])
      columns.append(
        "g \(type) AS (\(pick(["c1", "c1 || 'x'", "CAST(c1 AS TEXT)", "c1 + 0"]))) \(kind)")
    }
    let hasKey = columns[0].contains("PRIMARY") && !columns[0].contains("AUTOINCREMENT")
    let withoutRowID = hasKey && chance(30)
    let ends = [isStrict ? "STRICT" : nil, withoutRowID ? "WITHOUT ROWID" : nil].compactMap { $0 }
    let list = columns.joined(separator: ", ")
    return ("CREATE TABLE t (\(list)) \(ends.joined(separator: ", "))", width + 1)
  }

  private mutating func triggers() -> [String] {
    var triggers: [String] = []
    if chance(40) {
      triggers.append(
        """
        CREATE TRIGGER after_t AFTER INSERT ON t BEGIN INSERT INTO log VALUES
          (typeof(new.c0) || quote(new.c0), typeof(new.c1) || quote(new.c1), changes()); END
        """)
    }
    if chance(30) {
      let what = pick(["IGNORE", "ABORT, 'no'", "FAIL, 'no'", "ROLLBACK, 'no'"])
      triggers.append(
        """
        CREATE TRIGGER before_t BEFORE INSERT ON t WHEN new.c1 = \(random.next() % 9) BEGIN
          INSERT INTO log VALUES (typeof(new.c0), quote(new.c1), 0); SELECT RAISE(\(what)); END
        """)
    }
    if chance(20) { triggers.append("CREATE UNIQUE INDEX i ON t (lower(c1))") }
    return triggers
  }

  /// A script that creates tables, and one that fills them.
  mutating func scripts() -> [InMemoryScript] {
    let (table, width) = table()
    let start =
      ["CREATE TABLE p (id INTEGER PRIMARY KEY)", "INSERT INTO p VALUES (1), (2)"]
      + ["CREATE TABLE log (a, b, c)", table] + triggers()
    var statements: [String] = []
    let isPlain = chance(80)
    let heads = (0..<3).map { _ in head(width) }
    if chance(40) { statements += run(width) }
    for _ in 0..<(5 + random.next() % 60) {
      if chance(8) { statements.append("INSERT INTO log VALUES \(Self.look)") }
      if chance(2) { statements.append("INSERT INTO p SELECT max(id) + 1 FROM p") }
      if chance(2) { statements.append("DELETE FROM t WHERE c1 = 1") }
      let rows = chance(80) ? 1 : 2 + Int(random.next() % 3)
      let (head, count) = chance(70) ? heads[0] : pick(heads)
      let values = (0..<rows).map { _ in
        "("
          + (0..<count).map { _ in literal(isPlain: isPlain) }.joined(separator: pick([",", ", "]))
          + ")"
      }
      statements.append(head + " " + values.joined(separator: ", ") + pick(["", "", ";", " ;\n"]))
    }
    statements.append("INSERT INTO log VALUES \(Self.look)")
    if table.contains("c0 INTEGER PRIMARY KEY"), !table.contains("AUTOINCREMENT") {
      // After the largest ID, SQLite chooses IDs at random.
      statements = statements.map {
        $0.replacing("9223372036854775807", with: "922337203685477580")
      }
    }
    if chance(50) {
      let text = statements.map { $0.contains(";\n") ? $0 : $0 + ";\n" }.joined()
      return [.default(start), .file(named: "sql_update_2.sql", text: text)]
    }
    return [.default(start), .update(2, statements)]
  }

  /// Many INSERTs of one shape, of which few fail.
  private mutating func run(_ width: Int) -> [String] {
    let verb = chance(80) ? "INSERT INTO" : pick(["INSERT OR IGNORE INTO", "INSERT OR FAIL INTO"])
    let columns = (0..<width).filter { $0 == 0 || chance(70) }
    let list = columns.map { "c\($0)" }.joined(separator: ", ")
    let first = Int(random.next() % 1000)
    let tricky = chance(20) ? random.next() % 200 : 1000
    let repeats = chance(20)
    let end = chance(50) ? ";" : ""
    var statements = (0..<(20 + random.next() % 80)).map { row in
      let values = columns.map { column in
        if row == tricky { return literal(isPlain: false) }
        return column == 0
          ? "\(first + Int(row))" : "\(repeats && chance(50) ? 5 : 1000 + Int(row))"
      }
      return "\(verb) t (\(list)) VALUES (\(values.joined(separator: ", ")))\(end)"
    }
    if chance(50) { statements.append("INSERT INTO log VALUES \(Self.look)") }
    return statements
  }

  private mutating func head(_ width: Int) -> (String, Int) {
    let verb = pick([
      "INSERT INTO", "INSERT OR IGNORE INTO", "INSERT OR REPLACE INTO", "REPLACE INTO",
      "INSERT OR IGNORE INTO", "INSERT OR FAIL INTO", "INSERT OR ABORT INTO",
      "INSERT OR ROLLBACK INTO", "insert into main .",
    ])
    guard chance(50) else { return ("\(verb) t VALUES", width) }
    let columns = (0..<width).filter { _ in chance(70) }.map { "c\($0)" }
    guard !columns.isEmpty else { return ("\(verb) t VALUES", width) }
    return ("\(verb) t (\(columns.joined(separator: ", "))) VALUES", columns.count)
  }
}
