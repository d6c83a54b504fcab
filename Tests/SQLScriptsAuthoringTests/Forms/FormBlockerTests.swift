import SQLScriptsSQL
import TestSupport
import Testing

@testable import SQLScriptsAuthoring

/// Views and triggers that a change of a form would break.
struct FormBlockerTests {
  private static let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT)"

  /// The statements that drop the columns a and c, if each question gets its first answer.
  private static func statements(
    _ bench: FormBench, _ answer: Int = 0, dropping names: Set<String> = ["a"]
  ) throws -> (answers: [[String]], statements: [String]) {
    let change = try bench.change("t") { $0.removeAll { names.contains($0.name) } }
    var (asked, given): ([[String]], [FormAnswer]) = ([], [])
    while case let questions = try bench.result(change, given).questions, !questions.isEmpty {
      #expect(asked.count < 9)
      asked += questions.map { [$0.text] + $0.answers.map(\.words) }
      given += questions.map {
        FormAnswer(question: $0.id, answer: min(answer, $0.answers.count - 1))
      }
    }
    return (asked, try bench.run(change, given))
  }

  @Test(arguments: [
    ("v AS SELECT id, a FROM t", "v AS SELECT id FROM t"),
    ("v AS SELECT a, b FROM t WHERE b > 1", "v AS SELECT b FROM t WHERE b > 1"),
    ("v (x, y, z) AS SELECT a, t.b, upper(t.a) FROM t", "v (y) AS SELECT t.b FROM t"),
    ("v AS SELECT b, \"a\" AS x FROM t", "v AS SELECT b FROM t"),
    (
      "v AS SELECT 'a' AS x, b, upper(a) || id AS y, \"x y\" AS z FROM t ORDER BY b LIMIT 2",
      "v AS SELECT 'a' AS x, b, \"x y\" AS z FROM t ORDER BY b LIMIT 2"
    ),
    (
      "v AS SELECT id, -- the key\n a, -- the a\n b /* the b */ FROM t",
      "v AS SELECT id, -- the key\n -- the a\n b /* the b */ FROM t"
    ),
    (
      "v (x /* the key */, y) AS SELECT id -- the key\n, /* last */ a FROM t",
      "v (x /* the key */) AS SELECT id -- the key\n /* last */  FROM t"
    ),
    (
      "v AS SELECT t.a, u.a AS other FROM t JOIN t2 AS u ON u.id = t.id",
      "v AS SELECT u.a AS other FROM t JOIN t2 AS u ON u.id = t.id"
    ),
  ])
  func `a view is created again without the column that is dropped`(
    view: String, then: String
  ) throws {
    let bench = try FormBench(
      Self.table, "CREATE TABLE t2 (id INTEGER PRIMARY KEY, a TEXT)", "CREATE VIEW \(view)")
    let (asked, statements) = try Self.statements(bench)
    #expect(asked.map { $0[1] }.allSatisfy { $0.hasPrefix("create the view again without its ") })
    #expect(asked.map { $0[2] } == ["delete the view, too"])
    #expect(statements.contains("DROP VIEW \"v\""))
    #expect(statements.last == "CREATE VIEW \(then)")
    #expect(try bench.schema["v"] != nil)
  }

  @Test(arguments: [
    "v AS SELECT b FROM t WHERE a > 1", "v AS SELECT a FROM t",
    "v AS SELECT a FROM t UNION SELECT a FROM t", "v AS SELECT b FROM t ORDER BY a",
    "v AS WITH x AS (SELECT a FROM t) SELECT a FROM x", "v AS SELECT DISTINCT b, a FROM t",
    "v AS SELECT id, a, b FROM t ORDER BY 2", "v AS SELECT count(*), a FROM t GROUP BY 2, b",
    "v AS SELECT max(a), b FROM t", "v AS SELECT b, total(a) OVER () FROM t",
    "v AS SELECT a, (SELECT a FROM t2) AS x FROM t",
    "v AS SELECT id, upper(a) AS b FROM t ORDER BY b", "v AS SELECT a, id a FROM t",
    "v AS SELECT a, NOT a FROM t",
  ])
  func `a view that needs the column can only be deleted`(view: String) throws {
    let bench = try FormBench(Self.table, "CREATE TABLE t2 (a)", "CREATE VIEW \(view)")
    let (asked, statements) = try Self.statements(bench)
    #expect(asked == [["The view “v” uses “a”, which will be gone.", "delete the view, too"]])
    #expect(statements.first == "DROP VIEW \"v\"")
    #expect(try bench.schema["v"] == nil)
  }

  @Test(arguments: [0, 1])
  func `views over views are asked about in turn`(answer: Int) throws {
    let bench = try FormBench(
      Self.table, "CREATE VIEW v AS SELECT id, a, b FROM t", "CREATE VIEW w AS SELECT b FROM v",
      "CREATE VIEW x AS SELECT id, a FROM v",
      "CREATE TRIGGER g INSTEAD OF DELETE ON v BEGIN DELETE FROM t WHERE id = old.id; END")
    let (asked, _) = try Self.statements(bench, answer)
    let schema = try bench.schema
    #expect(
      asked.map { $0[0].prefix(12) }
        == (answer == 0
          ? ["The view “v”", "The view “x”"] : ["The view “v”", "The view “w”", "The view “x”"]))
    #expect((schema["w"] == nil) == (answer == 1))
    #expect(schema["v"]?.triggers.count == (answer == 0 ? 1 : nil))
  }

  @Test func `a trigger that needs what is gone is deleted`() throws {
    let bench = try FormBench(
      Self.table, "CREATE TABLE log (a TEXT)",
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END",
      "CREATE TRIGGER h AFTER DELETE ON t BEGIN DELETE FROM log; END")
    let (asked, _) = try Self.statements(bench)
    #expect(
      asked == [["The trigger “g” uses “a”, which will be gone.", "delete the trigger, too"]])
    #expect(try bench.schema["t"]?.triggers.map(\.name) == ["h"])
  }

  @Test func `a table is renamed with its views, and a wrong answer is refused`() throws {
    let bench = try FormBench(Self.table, "CREATE VIEW v AS SELECT id, a FROM t")
    let change = try bench.change("t") { $0.remove(at: 1) }
    let id = try #require(try bench.result(change).questions.first).id
    #expect(
      try bench.refusal(change, [FormAnswer(question: id, answer: 2)])
        == "answers[0]: choose one of the answers")
    #expect(try bench.result(bench.change("t", name: "u")).questions == [])
    try bench.run(bench.change("t", name: "u"))
    #expect(try bench.schema["v"]?.columns.map(\.name) == ["id", "a"])
  }

  @Test(arguments: ["rename", "drop", "require", "add"])
  func `a view or trigger that is broken already is deleted if SQLite looks at it`(
    kind: String
  ) throws {
    let bench = try FormBench(
      Self.table, "CREATE TABLE old (a TEXT)", "CREATE VIEW v AS SELECT a FROM old",
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO old VALUES (1); END",
      "DROP TABLE old")
    let change = try bench.change("t", name: kind == "rename" ? "u" : "t") { columns in
      if kind == "drop" { columns.remove(at: 3) }
      if kind == "require" { columns[1].isRequired = true }
      if kind == "add" { columns.append(FormColumn(name: "d", type: .text)) }
    }
    var given: [FormAnswer] = []
    while case let questions = try bench.result(change, given).questions, !questions.isEmpty {
      #expect(given.count < 9)
      given += questions.map { FormAnswer(question: $0.id, answer: 0, value: "x") }
    }
    let statements = try bench.run(change, given)
    let asked = given.map(\.question).filter { $0.hasPrefix("unusable") }
    #expect(asked == (kind == "add" ? [] : ["unusabletrigger g", "unusableview v"]))
    let drops = ["DROP TRIGGER \"g\"", "DROP VIEW \"v\""]
    #expect(Array(statements.prefix(2)) == drops || kind == "add")
  }

  @Test func `an answer says which columns of the view go`() throws {
    let bench = try FormBench(
      Self.table, "CREATE VIEW v AS SELECT id, a AS n, b AS a, 'a' AS x, t.a || b FROM t",
      "CREATE VIEW u AS SELECT id, CASE WHEN a THEN 1 ELSE 2 END FROM t",
      "CREATE VIEW w (n, a, x) AS SELECT a, b, upper(b) || a FROM t")
    let (asked, _) = try Self.statements(bench)
    #expect(
      asked.map { $0[1] } == [
        "create the view again without its column “CASE WHEN a THEN 1 ELSE 2 END”",
        "create the view again without its columns “n” and “t.a || b”",
        "create the view again without its columns “n” and “x”",
      ])
    #expect(try bench.schema["v"]?.columns.map(\.name) == ["id", "a", "x"])
  }

  @Test(arguments: [false, true], [SQLObjectKind.view, .table])
  func `a trigger and a view or table of one name are not mixed up`(
    isBroken: Bool, kind: SQLObjectKind
  ) throws {
    let bench = try FormBench(
      Self.table, "CREATE TABLE t2 (x)", "CREATE TABLE gone (x)", "INSERT INTO t2 VALUES (1)",
      kind == .view ? "CREATE VIEW log AS SELECT x FROM t2" : "CREATE TABLE log (x)",
      "CREATE TRIGGER log AFTER INSERT ON t BEGIN INSERT INTO \(isBroken ? "gone VALUES (1)" : "t2 VALUES (new.a)"); END",
      "CREATE TRIGGER other AFTER INSERT ON t BEGIN DELETE FROM t2; END", "DROP TABLE gone")
    let (asked, statements) = try Self.statements(bench)
    #expect(asked.map { $0[0].prefix(17) } == ["The trigger “log”"])
    #expect(statements.contains("DROP TRIGGER \"log\""))
    #expect(try bench.schema["log"]?.kind == (kind == .view ? .view : .table))
    #expect(try bench.schema["t"]?.triggers.map(\.name) == ["other"])
  }

  @Test func `a column in double quotes is noticed beside a text in double quotes`() throws {
    let bench = try FormBench(
      Self.table, "CREATE TABLE t2 (x)",
      "CREATE VIEW v AS SELECT id, \"a\" AS n, \"hello\" AS h FROM t",
      "CREATE VIEW w AS SELECT id, \"good bye\" AS \"bye\", \"hello\" AS h FROM v",
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO t2 VALUES (\"hello\" || \"it's\"); END",
      "CREATE TRIGGER h AFTER DELETE ON t BEGIN INSERT INTO t2 VALUES (\"hello\"); "
        + "UPDATE t SET b = \"a\"; END")
    let (asked, _) = try Self.statements(bench)
    #expect(
      asked == [
        ["The trigger “h” uses “a”, which will be gone.", "delete the trigger, too"],
        [
          "The view “v” uses “a”, which will be gone.",
          "create the view again without its column “n”", "delete the view, too",
        ],
      ])
    #expect(
      try bench.schema["v"]?.sql == "CREATE VIEW v AS SELECT id, \"hello\" AS h FROM t")
    #expect(try bench.schema["w"] != nil)
    #expect(try bench.schema["t"]?.triggers.map(\.name) == ["g"])
  }

  @Test func `a view with a function of the app is not deleted`() throws {
    let bench = try FormBench(Self.table, "CREATE VIEW v AS SELECT slug(b) FROM t")
    let drop = try bench.change("t") { $0.remove(at: 1) }
    #expect(
      try bench.refusal(drop)
        == "the view “v” needs something that only your app has (no such function: slug), and SQLite makes no such change without it; name a function that stands in for it under “functions” in sqlscripts.json"
    )
    let add = try bench.change("t") { $0.append(FormColumn(name: "d", type: .text)) }
    #expect(try bench.result(add).questions == [])
  }

  @Test func `hundreds of views take no minute`() throws {
    let bench = try FormBench(Self.table)
    for number in 0..<800 {
      try bench.connection.execute("CREATE VIEW v\(number) AS SELECT b FROM t WHERE a > 1")
    }
    let drop = try bench.change("t") { $0.remove(at: 1) }
    let start = ProcessorTime.now
    let questions = try bench.result(drop).questions
    let answers = questions.map { FormAnswer(question: $0.id, answer: 0) }
    #expect(try bench.result(drop, answers).statements.count > 800)
    #expect(ProcessorTime.now - start < 15)
  }
}
