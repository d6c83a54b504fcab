import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import Testing

@testable import SQLScriptsAuthoring

/// Updates that run on a database with rows, after their guards.
struct UpdateOnRowsTests {
  private func database(_ sql: String) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in sql.split(separator: "; ") { try connection.execute(String(statement)) }
    return connection
  }

  /// Answers as options separated by semicolons: `rename t.a=b; fill t.b=1; guard t; drop t.c`.
  private func answers(_ options: String) throws -> SchemaAnswers {
    var answers = SchemaAnswers()
    for option in options.split(separator: "; ") {
      let words = option.split(separator: " ", maxSplits: 1).map(String.init)
      let pair = SchemaPlace.pair(words[1])
      let place = try pair?.place ?? #require(SchemaPlace(reading: words[1]))
      let value = pair?.value ?? ""
      switch words[0] {
      case "rename" where place.column == nil: answers.renamedTables[place.table] = SQLName(value)
      case "rename": answers.renamedColumns[place] = SQLName(value)
      case "fill": answers.fills[place] = value
      case "guard": answers.guarded.insert(place)
      default: answers.dropped.insert(place)
      }
    }
    return answers
  }

  /// Runs the update of a database.
  ///
  /// - Returns: the rows that the guards find; nil if there are none and the update ran.
  private func update(
    _ connection: Connection, to wanted: String, _ options: String
  ) throws -> [[SQLiteValue]]? {
    let schema = try WantedUpdate.snapshot(of: database(wanted))
    let made = try SchemaUpdate.make(
      from: WantedUpdate.snapshot(of: connection), to: schema, answers: answers(options))
    guard case .statements(let update) = made else {
      Issue.record("\(made)")
      return nil
    }
    let found = try update.guards.flatMap { try connection.rows($0) }
    guard found.isEmpty else { return found }
    for statement in update.statements { try connection.execute(statement) }
    let after = try WantedUpdate.snapshot(of: connection)
    #expect(SchemaDifference(from: after, to: schema).changes == [])
    return nil
  }

  @Test(arguments: [
    "date('now') -- today", "date('now')", "'date'", "upper('x')", "\"date\"",
    "coalesce(date, 'x')",
  ])
  func `an expression for rows without a value keeps all other values`(fill: String) throws {
    let connection = try database(
      "CREATE TABLE t (date TEXT); INSERT INTO t VALUES ('1999-01-01'), (NULL)")
    let wanted = "CREATE TABLE t (date TEXT NOT NULL)"
    guard fill != "\"date\"" else {
      #expect(throws: SQLiteError.self) {
        try update(connection, to: wanted, "fill t.date=\(fill)")
      }
      return
    }
    #expect(try update(connection, to: wanted, "fill t.date=\(fill)") == nil)
    #expect(try connection.value("SELECT date FROM t") == .text("1999-01-01"))
    #expect(try connection.value("SELECT count(date) FROM t") == .integer(2))
  }

  @Test(arguments: [
    // A new column that the guard needs has its default.
    ("t (a)", "t (a, b DEFAULT 5, CHECK (a < b))", "guard t", "9"),
    // A condition may name the table.
    ("t (x)", "t (a CHECK (t.a < 5))", "rename t.x=a; guard t", "9"),
    // A guard runs before the renames, and after the expressions.
    ("t (a)", "t (b INT NOT NULL CHECK (b > 0))", "rename t.a=b; fill t.b=1; guard t", "-1"),
    // A new column with the same value in all rows.
    ("t (a)", "t (a, u INT, UNIQUE (a, u))", "fill t.u=5; guard t", "1), (1"),
    // A generated column.
    ("t (a)", "t (a, g INT NOT NULL AS (a))", "guard t.g", "NULL"),
    ("t (a)", "t (a, g AS (a), h AS (g + 1) CHECK (h < 5))", "guard t", "9"),
    // A foreign key of a new column, and one to a key with another name.
    ("t (a)", "t (a, b INT DEFAULT 7 REFERENCES t (a))", "guard t.b", "1"),
    // An expression may have no value.
    ("t (a)", "t (a, z INT NOT NULL)", "fill t.z=length(a); guard t.z", "NULL"),
    ("t (a)", "t (a, z INT NOT NULL)", "fill t.z=(SELECT a FROM t WHERE a > 9); guard t.z", "1"),
    // A text that is a number, but no real one.
    ("t (a TEXT)", "t (a REAL)", "guard t", "'9007199254740993'"),
    // A text that is a number, but no integer.
    ("t (a TEXT)", "t (a INTEGER) STRICT", "guard t", "'1.5'"),
  ])
  func `a guard finds the rows for which the update would fail`(
    old: String, new: String, options: String, rows: String
  ) throws {
    let connection = try database("CREATE TABLE \(old); INSERT INTO t VALUES (\(rows))")
    let unique = new.contains("REFERENCES") ? "CREATE UNIQUE INDEX k ON t (a)" : "SELECT 1"
    try connection.execute(unique)
    let wanted = "CREATE TABLE \(new)" + (unique == "SELECT 1" ? "" : "; " + unique)
    #expect(try update(connection, to: wanted, options)?.isEmpty == false)
    try connection.execute("DELETE FROM t")
    #expect(try update(connection, to: wanted, options) == nil)
  }

  @Test(arguments: [
    (
      "a TEXT", "a REAL", "'12.50', '12,50', ' 7 ', '1e3', '', 'x', NULL",
      "12.5 NULL 7.0 1000.0 NULL NULL NULL"
    ),
    ("a TEXT", "a REAL NOT NULL", "'12,50', '1.5'", "0.0 1.5"),
    (
      "a TEXT", "a INTEGER", "'12', '12.5', '007', '9007199254740993', '1:30'",
      "12 NULL 7 9007199254740993 NULL"
    ),
    ("a TEXT", "a NUMERIC", "'12', '12.5', '12 kg'", "12 12.5 NULL"),
    ("a REAL", "a INTEGER", "2.6, -2.6, 4.0, NULL", "3 -3 4 NULL"),
    ("a BLOB", "a REAL", "x'3132', 5, '5'", "NULL 5.0 5.0"),
    ("a REAL", "a TEXT", "2.5, NULL", "'2.5' NULL"),
  ])
  func `the suggested conversion takes no text for another number`(
    old: String, new: String, values: String, result: String
  ) throws {
    let connection = try database("CREATE TABLE t (\(old))")
    for value in values.split(separator: ", ") {
      try connection.execute("INSERT INTO t VALUES (\(value))")
    }
    let wanted = "CREATE TABLE t (\(new))"
    let made = try SchemaUpdate.make(
      from: WantedUpdate.snapshot(of: connection), to: WantedUpdate.snapshot(of: database(wanted)))
    guard case .questions(let questions) = made else {
      Issue.record("\(made)")
      return
    }
    let fills = questions.flatMap(\.answers).compactMap { answer -> String? in
      if case .fill(let sql?) = answer.choice { sql } else { nil }
    }
    let fill = try #require(fills.first { $0.contains("CAST") })
    let required = new.contains("NOT NULL") ? "; guard t" : ""
    #expect(try update(connection, to: wanted, "fill t.a=\(fill)\(required)") == nil)
    let found = try connection.rows("SELECT group_concat(quote(a), ' ') FROM t")
    #expect(found == [[.text(result)]])
  }

  @Test func `a misspelled name in double quotes is no text`() throws {
    let connection = try database("CREATE TABLE t (a)")
    #expect(throws: SchemaRefusal.self) {
      try update(connection, to: "CREATE TABLE t (a, z)", "fill t.z=\"nix\"")
    }
  }

  @Test func `a rowid is an integer in a STRICT table, too`() throws {
    let connection = try database(
      "CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (4)")
    #expect(try update(connection, to: "CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT", "") == nil)
    #expect(try connection.value("SELECT a FROM t") == .integer(4))
  }

  @Test func `a table gets a new name, and another one its old name`() throws {
    let connection = try database("CREATE TABLE log (a); INSERT INTO log VALUES (1)")
    let wanted = "CREATE TABLE log (a, b); CREATE TABLE log_archive (a)"
    #expect(try update(connection, to: wanted, "rename log=log_archive") == nil)
    #expect(try connection.value("SELECT a FROM log_archive") == .integer(1))
    #expect(try connection.value("SELECT count(*) FROM log") == .integer(0))
  }

  @Test func `rows stay if nothing of them does`() throws {
    let connection = try database(
      "CREATE TABLE t (a PRIMARY KEY) WITHOUT ROWID; INSERT INTO t VALUES (1), (2)")
    #expect(try update(connection, to: "CREATE TABLE t (b DEFAULT 3)", "drop t.a") == nil)
    #expect(try connection.value("SELECT sum(b) FROM t") == .integer(6))
  }

  @Test func `an expression reads a table that is dropped`() throws {
    let connection = try database(
      """
      CREATE TABLE city (id, name); INSERT INTO city VALUES (1, 'Ulm'); \
      CREATE TABLE user (id, city_id); INSERT INTO user VALUES (7, 1)
      """)
    let fill = "(SELECT name FROM city WHERE city.id = city_id)"
    #expect(
      try update(
        connection, to: "CREATE TABLE user (id, city)",
        "drop city; drop user.city_id; fill user.city=\(fill)") == nil)
    #expect(try connection.value("SELECT city FROM user") == .text("Ulm"))
  }

  @Test func `a table for a while has a name that nobody uses`() throws {
    let connection = try database(
      "CREATE TABLE t (a); INSERT INTO t VALUES (1); CREATE INDEX new_t ON t (a)")
    #expect(
      try update(connection, to: "CREATE TABLE t (b, a); CREATE INDEX new_t ON t (a)", "") == nil)
    #expect(try connection.value("SELECT a FROM t") == .integer(1))
  }

  @Test func `a virtual table keeps the values of a renamed column, and loses none unasked`() throws
  {
    let old = "CREATE VIRTUAL TABLE f USING fts5(title, body); INSERT INTO f VALUES ('a', 'b')"
    let wanted = "CREATE VIRTUAL TABLE f USING fts5(title, text)"
    let asked = try SchemaUpdate.make(
      from: WantedUpdate.snapshot(of: database(old)),
      to: WantedUpdate.snapshot(of: database(wanted)),
      answers: answers("drop f"))
    guard case .questions(let questions) = asked else {
      Issue.record("\(asked)")
      return
    }
    #expect(questions.map(\.kind) == [.goneColumn])
    let connection = try database(old)
    #expect(try update(connection, to: wanted, "drop f; rename f.body=text") == nil)
    #expect(try connection.value("SELECT text FROM f WHERE f MATCH 'b'") == .text("b"))
  }

  @Test(arguments: ["fts5(a, content='doc', content_rowid='id')", "fts4(a, content='doc')"])
  func `a new full-text table is filled with the rows that exist`(module: String) throws {
    let connection = try database(
      "CREATE TABLE doc (id INTEGER PRIMARY KEY, a); INSERT INTO doc VALUES (4, 'word')")
    let wanted = """
      CREATE TABLE doc (id INTEGER PRIMARY KEY, a); \
      CREATE VIRTUAL TABLE f USING \(module)
      """
    #expect(try update(connection, to: wanted, "") == nil)
    #expect(try connection.value("SELECT rowid FROM f WHERE f MATCH 'word'") == .integer(4))
  }

  @Test(arguments: [
    ("VIEW v AS SELECT 1", "goneView", "v"), ("INDEX i ON t (a)", "goneIndex", "i"),
    ("TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END", "goneTrigger", "x"),
  ])
  func `nothing is dropped unless somebody says so`(object: String, kind: String, name: String)
    throws
  {
    let old = try database("CREATE TABLE t (a)")
    try old.execute("CREATE \(object)")
    let schemas = try (
      WantedUpdate.snapshot(of: old), WantedUpdate.snapshot(of: database("CREATE TABLE t (a)"))
    )
    guard case .questions(let questions) = try SchemaUpdate.make(from: schemas.0, to: schemas.1)
    else {
      Issue.record("a question was expected")
      return
    }
    #expect(questions.map { "\($0.kind)" } == [kind])
    #expect(try update(old, to: "CREATE TABLE t (a)", "drop \(name)") == nil)
  }

  @Test(arguments: [
    ("drop t", SchemaRefusal.notGone(SchemaPlace("t"))),
    ("fill u.a=1", .noRows(SchemaPlace("u", "a"))),
    ("fill t.g=1", .computed(SchemaPlace("t", "g"))),
  ])
  func `an answer without effect is refused`(options: String, refusal: SchemaRefusal) throws {
    let old = try WantedUpdate.snapshot(of: database("CREATE TABLE t (a, g AS (a))"))
    let new = try WantedUpdate.snapshot(
      of: database("CREATE TABLE t (a, g AS (a)); CREATE TABLE u (a)"))
    let answers = try answers(options)
    #expect(throws: refusal) { try SchemaUpdate.make(from: old, to: new, answers: answers) }
  }
}
