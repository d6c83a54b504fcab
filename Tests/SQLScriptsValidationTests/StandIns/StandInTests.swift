import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Expressions and collations that stand in for those of the app.
struct StandInTests {
  private func function(_ signature: String, _ expression: String = "1") -> StandInFunction? {
    StandInFunction(signature, expression: expression)
  }

  private func connection(
    _ functions: [String: String] = [:], _ collations: [String: SQLiteCollation] = [:]
  ) throws -> Connection {
    var settings = BundleSettings()
    settings.functions = functions
    settings.collations = collations
    let connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    try StandIns(settings).add(to: connection)
    return connection
  }

  @Test(arguments: [
    "", "slug", "slug(", "slug)", "()", "slug(a", "slug(a,)", "slug(,a)", "slug(a b)", "slug(a, A)",
    "slug(1)", "slug('a')", "slug(a) b", "slug(a).b", "slug(..)", "slug(....)", "slug(a, ...)",
    "a.b(c)",
    "slug(\(String(repeating: "a,", count: 100))a)", "名 前(a)",
  ])
  func `a signature that is not one is refused`(signature: String) {
    #expect(function(signature) == nil)
  }

  @Test func `a signature has a name and parameters of any kind`() throws {
    #expect(function("slug(title)")?.parameters == ["title"])
    #expect(function(" slug ( a , \"b c\", [d] ) ")?.parameters == ["a", "b c", "d"])
    #expect(function("new_id()")?.parameters == [])
    #expect(try #require(function("first_of(...)")).parameters == nil)
    #expect(function("\"my slug\"(名)")?.name == "my slug")
  }

  @Test func `an expression is computed from the arguments`() throws {
    let database = try connection([
      "plus(a, \"the b\")": "a + \"the b\" -- a comment", "one()": "1", "any(...)": "7",
      "kind(value)": "typeof(value)",
    ])
    #expect(try database.value("SELECT plus(2, 3.5)") == .real(5.5))
    #expect(try database.value("SELECT one()") == .integer(1))
    #expect(try database.value("SELECT any(1, 2, 3) + any()") == .integer(14))
    #expect(
      try database.value("SELECT kind(x'') || kind(NULL) || kind('')") == .text("blobnulltext"))
  }

  @Test func `without parameters, each call has a value of its own`() throws {
    let database = try connection(["new_id()": "hex(randomblob(16))"])
    try database.execute("CREATE TABLE a (id TEXT UNIQUE)")
    try database.execute("INSERT INTO a SELECT NULL UNION ALL SELECT 1 UNION ALL SELECT 2")
    try database.execute("UPDATE a SET id = new_id()")
    #expect(try database.value("SELECT count(DISTINCT id) FROM a") == .integer(3))
  }

  @Test func `they work in indexes, checks, generated columns, triggers and views`() throws {
    let database = try connection(["slug(title)": "lower(title)"], ["by_length": .noCase])
    for statement in [
      "CREATE TABLE a (b TEXT COLLATE by_length UNIQUE CHECK (slug(b) <> 'x'), c AS (slug(b)))",
      "CREATE INDEX a_b ON a (slug(b))",
      "CREATE VIEW v AS SELECT slug(b) AS d FROM a ORDER BY b COLLATE by_length",
      "CREATE TABLE log (e)",
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN INSERT INTO log VALUES (slug(new.b)); END",
      "INSERT INTO a (b) VALUES ('Ab')",
    ] { try database.execute(statement) }
    #expect(
      try database.rows("SELECT c, d, e FROM a, v, log") == [
        [.text("ab"), .text("ab"), .text("ab")]
      ])
    #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO a (b) VALUES ('aB')") }
    #expect(throws: SQLiteError.self) { try database.execute("INSERT INTO a (b) VALUES ('X')") }
  }

  @Test(arguments: [
    (SQLiteCollation.binary, ["B", "a", "a "]), (.noCase, ["a", "a ", "B"]),
    (.rightTrim, ["B", "a ", "a"]),
  ])
  func `a collation sorts as the one that stands in`(collation: SQLiteCollation, sorted: [String])
    throws
  {
    let database = try connection([:], ["own": collation])
    let rows = try database.rows(
      "SELECT column1 FROM (VALUES ('a '), ('a'), ('B')) ORDER BY 1 COLLATE own")
    #expect(rows.compactMap { $0.first?.string } == sorted)
  }

  @Test func `a function that SQLite or the app has stays`() throws {
    let database = try connection(["Lower(a)": "'no'", "max(a, b)": "'no'"], ["nocase": .binary])
    #expect(try database.value("SELECT lower('A') || max(1, 2)") == .text("a2"))
    #expect(try database.value("SELECT 'a' = 'A' COLLATE NOCASE") == .integer(1))
    let options = MigrationOptions(),
      settings = {
        var settings = BundleSettings()
        settings.functions = ["slug(a)": "'stand-in'"]
        return settings
      }()
    var apps = options
    apps.prepareConnection = { try $0.addFunction("slug", argumentCount: 1) { _ in "app" } }
    let other = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try other.prepare(with: apps.adding(StandIns(settings)), for: ":memory:")
    #expect(try other.value("SELECT slug(1)") == .text("app"))
  }

  @Test func `an expression cannot read or change anything, and an endless one is stopped`() throws
  {
    let database = try connection([
      "f(a)": "(SELECT count(*) FROM t)", "g(a)": "1), (2",
      "h(a)": "1) FROM (SELECT 1); DELETE FROM t; --",
      "i(a)": "zeroblob(100000000)",
    ])
    try database.execute("CREATE TABLE t (x)")
    try database.execute("INSERT INTO t VALUES (1)")
    for name in ["f", "g", "h", "i"] {
      #expect(throws: SQLiteError.self) { try database.value("SELECT \(name)(1)") }
    }
    #expect(try database.value("SELECT count(*) FROM t") == .integer(1))
  }

  private func validate(_ settings: String, _ script: String) -> Validation {
    let files = [("sql_default.sql", script)].map { InMemoryScript.file(named: $0.0, text: $0.1) }
    let bundle = ScriptBundle(scripts: files, settings: Array(settings.utf8))
    return Validator(ScriptLibrary(bundle)).validate()
  }

  @Test(arguments: [
    #"{ "functions": { "slug": "1" } }"#, #"{ "functions": { "slug(a)": "b" } }"#,
    #"{ "functions": { "slug(a)": "" } }"#, #"{ "functions": { "slug(a)": "a, a" } }"#,
    #"{ "functions": { "slug(a)": "\"b\"" } }"#,
    #"{ "functions": { "slug(a)": "a", "SLUG(b)": "b" } }"#, #"{ "functions": { "slug(a)": 1 } }"#,
    #"{ "functions": [] }"#, #"{ "collations": { "own": "nocase" } }"#,
    #"{ "collations": "NOCASE" }"#,
  ])
  func `settings that make no sense are reported once, at their place`(settings: String) throws {
    let found = validate(settings, "CREATE TABLE a (b INTEGER);")
    let errors = found.diagnostics.filter { $0.severity == .error }
    #expect(errors.count == 1, "\(errors)")
    #expect(errors.first?.span.file.name.hasSuffix("sqlscripts.json") == true)
  }

  @Test func `what stood in is named as not covered`() {
    let found = validate(
      #"{ "functions": { "slug(a)": "a" } }"#, "CREATE TABLE a (b INTEGER CHECK (slug(b) > 0));")
    #expect(found.diagnostics.filter { $0.severity == .error } == [])
    #expect(found.coverageWords?.contains("the app's own functions and collations") == true)
  }
}
