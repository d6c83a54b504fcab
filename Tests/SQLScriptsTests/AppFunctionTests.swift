import MigrationSamples
import SQLScripts
import Testing

/// Functions and collations that the app adds.
struct AppFunctionTests {
  private func value(
    _ sql: String, _ prepare: @escaping ConnectionPreparation
  ) throws -> SQLiteValue? {
    var configuration = SQLiteManager.Configuration(
      path: ":memory:", scripts: .scripts(ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"])]))
    )
    configuration.options.prepareConnection = prepare
    return try SQLiteManager(configuration).queryFirst(sql)?.values.first
  }

  @Test(arguments: [
    SQLiteValue.null, .integer(.min), .integer(0), .real(0.1), .text(""), .text("é\u{0}中"),
    .blob([]), .blob([0, 255]), .invalidText([0xFF, 0x41]),
  ])
  func `a function gets and returns every value unchanged`(_ value: SQLiteValue) throws {
    var configuration = SQLiteManager.Configuration(
      path: ":memory:", scripts: .scripts(ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"])]))
    )
    configuration.options.prepareConnection = { database in
      try database.addFunction("same", argumentCount: 1) { $0[0] }
    }
    let manager = SQLiteManager(configuration)
    let row = try manager.queryFirst("SELECT same(?1), typeof(same(?1)) = typeof(?1)", value)
    #expect(row?.values == [value, .integer(1)])
  }

  @Test func `a function without a number of arguments takes any number`() throws {
    let counts = try value("SELECT counted() || counted(1) || counted(1, NULL, 'x')") {
      try $0.addFunction("counted") { $0.count }
    }
    #expect(counts == .text("013"))
  }

  @Test func `an error of a function fails the statement with its text`() throws {
    struct Sour: Error, CustomStringConvertible { let description = "too sour" }
    let error = #expect(throws: SQLiteError.self) {
      try value("SELECT lemon()") { try $0.addFunction("lemon") { _ in throw Sour() } }
    }
    #expect(error?.message == "too sour")
  }

  @Test(arguments: [-1, 128, .max, .min])
  func `a number of arguments that SQLite does not support is an error`(_ count: Int) {
    let failure = #expect(throws: MigrationFailure.self) {
      try value("SELECT 1") { try $0.addFunction("f", argumentCount: count) { _ in nil } }
    }
    #expect(failure?.sqliteError?.message == "a function has 0 to 127 arguments, not \(count)")
  }

  @Test(arguments: ["", "a\u{0}b", String(repeating: "é", count: 128)])
  func `a name that SQLite does not support is an error`(_ name: String) {
    for isFunction in [true, false] {
      let failure = #expect(throws: MigrationFailure.self) {
        try value("SELECT 1") { database in
          if isFunction { try database.addFunction(name) { _ in nil } }
          try database.addCollation(name) { $0 < $1 }
        }
      }
      #expect(failure?.sqliteError?.message.contains("1 to 255 bytes") == true)
    }
  }

  @Test func `a function is called for each row unless it is deterministic`() throws {
    for (isDeterministic, expected) in [(false, 3), (true, 1)] {
      let calls = Counter()
      let count = try value(
        "SELECT count(DISTINCT next()) FROM (VALUES (1), (2), (3))"
      ) { database in
        try database.addFunction("next", argumentCount: 0, isDeterministic: isDeterministic) { _ in
          calls.add(1)
          return calls.count
        }
      }
      #expect(count == .integer(Int64(expected)))
    }
  }

  @Test func `a collation sorts, compares and indexes`() throws {
    let sorted = try value(
      """
      SELECT group_concat(x, '') FROM (
        SELECT column1 AS x FROM (VALUES ('b'), ('A'), ('c'), ('')) ORDER BY x COLLATE backwards)
      """
    ) { try $0.addCollation("backwards") { $0 > $1 } }
    #expect(sorted == .text("cbA"))
    let isEqual = try value("SELECT 'Straße' = 'STRASSE' COLLATE folded") {
      try $0.addCollation("folded") { $0.uppercased() < $1.uppercased() }
    }
    #expect(isEqual == .integer(1))
  }
}
