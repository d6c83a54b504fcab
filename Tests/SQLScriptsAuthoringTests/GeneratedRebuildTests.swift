import SQLScripts
import SQLScriptsFiles
import SQLScriptsSchema
import Testing

@testable import SQLScriptsAuthoring

struct GeneratedRebuildTests {
  /// The statements of a change. What does not fit is guarded, and what is gone is dropped.
  private func statements(
    for edit: SchemaEdit, on database: BundleDatabase
  ) throws -> [String] {
    let old = try WantedUpdate.snapshot(of: database.connection)
    var answers = SchemaAnswers()
    let goal = try edit.goal(from: old, &answers, .none)
    while true {
      let update = try SchemaUpdate.make(
        from: old, to: goal, answers: answers, rebuilding: edit.rebuiltTable)
      switch update {
      case .none: return []
      case .statements(let found): return found.statements
      case .questions(let questions):
        for question in questions {
          let answer = question.answers.first { [.drop, .stop].contains($0.choice) }
          answers.take(try #require(answer), to: question)
        }
      }
    }
  }

  /// The schema before and after the statements of a change, as the runner runs them.
  private func run(
    _ edit: SchemaEdit, on sql: [String]
  ) throws -> (difference: SchemaDifference, rows: [String]) {
    let bundle = ScriptBundle(scripts: [.default(sql)])
    let before = try BundleDatabase(ScriptLibrary(bundle))
    let statements = try statements(for: edit, on: before)
    let after = try BundleDatabase(
      ScriptLibrary(ScriptBundle(scripts: [.default(sql), .update(2, statements)])))
    let rows = try after.connection.rows("SELECT * FROM \"a \"\"table\"")
    return (
      SchemaDifference(from: try before.snapshot(), to: try after.snapshot()),
      rows.map { $0.map(\.description).joined(separator: " ") }
    )
  }

  private static let schema = [
    "CREATE TABLE other (id INTEGER PRIMARY KEY, of INTEGER REFERENCES \"a \"\"table\" (id) ON DELETE CASCADE)",
    """
    CREATE TABLE [a "table] (id INTEGER PRIMARY KEY AUTOINCREMENT, "the name" TEXT COLLATE NOCASE,
      size AS (length("the name")), parent INTEGER REFERENCES [a "table](id), CHECK (id > 0))
    """,
    "CREATE UNIQUE INDEX \"an index\" ON \"a \"\"table\" (\"the name\" DESC) WHERE id > 1",
    "CREATE VIEW second AS SELECT * FROM first",
    "CREATE VIEW first AS SELECT id FROM \"a \"\"table\"",
    "CREATE TRIGGER own AFTER INSERT ON \"a \"\"table\" BEGIN DELETE FROM other; END",
    "CREATE TRIGGER instead INSTEAD OF DELETE ON first BEGIN DELETE FROM other; END",
    "CREATE TRIGGER far AFTER DELETE ON other BEGIN DELETE FROM \"a \"\"table\" WHERE id = old.of; END",
    "INSERT INTO \"a \"\"table\" (id, \"the name\", parent) VALUES (1, 'x', NULL), (7, 'y', 1)",
    "INSERT INTO other VALUES (1, 7)",
  ]

  @Test func `a rebuild changes no row, no index, no view and no trigger`() throws {
    let result = try run(.rebuild(table: "A \"TABLE", definition: nil), on: Self.schema)
    #expect(result.difference.isEmpty, "\(result.difference.changes)")
    #expect(result.rows == ["1 x 1 NULL", "7 y 1 1"])
  }

  @Test func `a rebuild creates the table in its new form and copies the columns that both have`()
    throws
  {
    let definition =
      "CREATE TABLE \"a \"\"table\" (id INTEGER PRIMARY KEY, \"the name\" TEXT NOT NULL COLLATE NOCASE, new DEFAULT 5)"
    let result = try run(
      .rebuild(table: "a \"table", definition: definition), on: Self.schema)
    #expect(result.rows == ["1 x 5", "7 y 5"])
    #expect(
      result.difference.changes.contains { $0.description.contains("adds the column “new”") })
    #expect(!result.difference.changes.contains { [.index, .view, .trigger].contains($0.subject) })
  }

  @Test func `AUTOINCREMENT continues from the highest number ever used`() throws {
    let schema = Self.schema + ["DELETE FROM other", "DELETE FROM \"a \"\"table\""]
    let bundle = ScriptBundle(scripts: [.default(schema)])
    let statements = try statements(
      for: .rebuild(table: "a \"table", definition: nil),
      on: BundleDatabase(ScriptLibrary(bundle)))
    let after = try BundleDatabase(
      ScriptLibrary(ScriptBundle(scripts: [.default(schema), .update(2, statements)])))
    #expect(
      try after.connection.rows("SELECT name, seq FROM sqlite_sequence").map {
        $0.map(\.description)
      }
        == [["a \"table", "7"]])
  }

  @Test func `a column is removed with the indexes on it and no others`() throws {
    let schema = [
      "CREATE TABLE \"a \"\"table\" (a, b, c)", "CREATE INDEX one ON \"a \"\"table\" (a, b)",
      "CREATE INDEX two ON \"a \"\"table\" (c) WHERE b = 'c'",
      "CREATE INDEX three ON \"a \"\"table\" (lower(c))",
    ]
    let result = try run(.dropColumn(table: "a \"table", column: "B"), on: schema)
    #expect(
      result.difference.changes.map(\.description) == [
        "removes the column “b” in “a \"table”", "removes the index “one” on “a \"table”",
        "removes the index “two” on “a \"table”",
      ])
  }
}
