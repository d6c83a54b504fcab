import CSQLScriptsSQLite
import SQLScriptsDatabase
import Synchronization
import Testing

@testable import SQLScripts

/// Law 17 in a large database: the rows of a table that is a copy of another one are no new violations.
@Suite struct CopiedRowsTests {
  private static let start: [String] = [
    "CREATE TABLE p (id INTEGER PRIMARY KEY, note)", "INSERT INTO p (id) VALUES (1), (2)",
    "CREATE TABLE q (id TEXT PRIMARY KEY)", "INSERT INTO q VALUES ('1'), ('99')",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER, d INTEGER REFERENCES p, t TEXT, n)",
    "INSERT INTO c VALUES (10, 1, 99, '99', NULL), (20, 98, 1, NULL, 3), (30, 98, NULL, 'x', 7)",
    "CREATE VIEW v AS SELECT * FROM c", "CREATE TABLE one (id)", "INSERT INTO one VALUES (1), (2)",
    "CREATE TABLE g (id INTEGER, p INTEGER GENERATED ALWAYS AS (id + 100))",
    "INSERT INTO g (id) VALUES (1)",
  ]

  private struct Result: Equatable {
    var refusal: String?
    var notices: [String] = []
    /// How often the script began.
    var runs = 0
  }

  private func migrate(_ statements: [String], isLarge: Bool) throws -> Result {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for sql in Self.start + ["PRAGMA user_version = 1"] { try connection.execute(sql) }
    var options = MigrationOptions()
    options.assumesLargeDatabase = isLarge
    options.versionStore = .userVersion
    let runs = Counter()
    sqlite3_create_function(
      connection.handle, "began", 0, SQLITE_UTF8, Unmanaged.passUnretained(runs).toOpaque(),
      { context, _, _ in
        let counter = Unmanaged<Counter>.fromOpaque(sqlite3_user_data(context))
          .takeUnretainedValue()
        counter.value.add(1, ordering: .relaxed)
      }, nil, nil)
    let scripts = ScriptBundle(scripts: [
      .default(["SELECT 1"]), .update(2, ["SELECT began()"] + statements),
    ])
    var result = Result()
    do {
      let report = try Migrator(connection: connection.handle, scripts: scripts, options: options)
        .migrate()
      result.notices = report.steps.flatMap(\.notices)
    } catch {
      guard case .foreignKeys = error.reason else { throw error }
      result.refusal = error.summary
    }
    result.runs = runs.value.load(ordering: .relaxed)
    return result
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  /// The four steps of a rebuild of c.
  private static func rebuild(
    _ columns: String =
      "id INTEGER PRIMARY KEY, p INTEGER REFERENCES p, d INTEGER REFERENCES p, t TEXT, n",
    _ copy: String = "INSERT INTO f SELECT * FROM c", more: String = "SELECT 1"
  ) -> [String] {
    [
      "DROP VIEW v", "CREATE TABLE f (\(columns))", copy, more, "DROP TABLE c",
      "ALTER TABLE f RENAME TO c",
    ]
  }

  @Test(arguments: [
    rebuild(), rebuild(more: "CREATE INDEX i ON f (p)"),
    rebuild("n, t TEXT, P integer REFERENCES p", "INSERT INTO f (p, t) SELECT p, upper(t) FROM c;"),
    rebuild(
      "x, p INTEGER REFERENCES p", "INSERT OR IGNORE INTO main.f SELECT id + 1, \"p\" FROM main.c"),
    rebuild(
      "p INTEGER NOT NULL REFERENCES p", "INSERT INTO f SELECT p FROM c WHERE p > 1 ORDER BY id"),
    ["CREATE TABLE f (p INTEGER REFERENCES p)", "INSERT INTO f SELECT p FROM c"],
  ])
  func `a plain copy is not checked with a second run`(statements: [String]) throws {
    let small = try migrate(statements, isLarge: false)
    let large = try migrate(statements, isLarge: true)
    #expect(small.refusal == nil)
    #expect(small.runs == 2)
    #expect(large.runs == 1)
    #expect(large.refusal == nil)
    #expect(large.notices == small.notices)
    #expect(large.notices.count == 1)
  }

  /// Each of them makes a violation that was not there, and a check by the copy alone would miss it.
  @Test(arguments: [
    rebuild(more: "UPDATE f SET p = 55 WHERE id = 10"),
    rebuild(more: "INSERT INTO f VALUES (9, 98, 1, 1, 1)"),
    rebuild(more: "DELETE FROM p WHERE id = 1"), rebuild(more: "UPDATE p SET id = 7 WHERE id = 1"),
    ["UPDATE c SET p = 55 WHERE id = 10"] + rebuild(),
    ["INSERT INTO c (p) VALUES (98)"] + rebuild(),
    // One row twice, one of two columns, and a value instead of a column.
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT p FROM c UNION ALL SELECT p FROM c"),
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT p FROM c, one"),
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT p FROM c JOIN one"),
    rebuild(
      "p INTEGER REFERENCES p", "INSERT INTO f SELECT p FROM c",
      more: "INSERT INTO f SELECT p FROM c"),
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT p + 50 FROM c"),
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT n AS p FROM c"),
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT n FROM c"),
    rebuild("p INTEGER REFERENCES p, d", "INSERT INTO f (d, p) SELECT p, d FROM c"),
    rebuild("p INTEGER REFERENCES p", "INSERT INTO f SELECT \"77\" FROM c"),
    // NULL becomes a number.
    rebuild("d INTEGER PRIMARY KEY REFERENCES p", "INSERT OR IGNORE INTO f SELECT d FROM c"),
    rebuild(
      "d INTEGER NOT NULL ON CONFLICT REPLACE DEFAULT 44 REFERENCES p",
      "INSERT INTO f SELECT d FROM c"),
    [
      "CREATE TABLE f (p INTEGER REFERENCES p)",
      "CREATE TRIGGER more AFTER INSERT ON f WHEN new.p = 98 BEGIN INSERT INTO f VALUES (77); END",
      "INSERT INTO f SELECT p FROM c",
    ],
    [
      "CREATE TEMP TABLE c AS SELECT 77 AS p", "CREATE TABLE f (p INTEGER REFERENCES p)",
      "INSERT INTO f SELECT p FROM c", "DROP TABLE temp.c",
    ],
    // Another column comes first, or the text of a name and no table.
    rebuild(
      "id, p INTEGER REFERENCES p, x, y, z, w",
      "INSERT INTO f (id, x, p, y, z, w) SELECT c.*, p FROM c"),
    rebuild(
      "t, p INTEGER REFERENCES p, d, x, n, y",
      "INSERT INTO f (t, x, d, p, n, y) SELECT \"c\".*, p FROM c"),
    rebuild(
      "p INTEGER REFERENCES p, x", "INSERT INTO f (p, x) SELECT \"p\", 1 IS DISTINCT FROM \"c\""),
    rebuild(
      "p INTEGER REFERENCES p, x", "INSERT INTO f (p, x) SELECT \"p\", 1 IS NOT DISTINCT FROM \"c\""
    ),
    // The source keeps its violations.
    ["CREATE TABLE f (d INTEGER REFERENCES p)", "INSERT INTO f SELECT d FROM c"],
    // The copy gets another name than that of the source.
    rebuild(
      "p INTEGER, d INTEGER REFERENCES p", "INSERT INTO f SELECT p, d FROM c",
      more: "ALTER TABLE f RENAME COLUMN d TO e")
      + [
        "ALTER TABLE c RENAME COLUMN p TO d", "CREATE TABLE h (d INTEGER REFERENCES p)",
        "INSERT INTO h SELECT d FROM c", "DROP TABLE c",
      ],
    // 99 is not '99' for a parent without a type.
    rebuild(
      "t INTEGER REFERENCES q", "INSERT INTO f SELECT t FROM c",
      more: "DELETE FROM q WHERE id = '99'"),
  ])
  func `anything else is checked as in a small database`(statements: [String]) throws {
    let small = try migrate(statements, isLarge: false)
    let large = try migrate(statements, isLarge: true)
    #expect(large.refusal == small.refusal)
    #expect(small.refusal != nil)
    #expect(large.notices == small.notices)
  }

  @Test func `a generated column is copied as a value`() throws {
    let statements = [
      "CREATE TABLE f (id INTEGER, p INTEGER REFERENCES p)", "INSERT INTO f SELECT * FROM g",
      "DROP TABLE g",
    ]
    let large = try migrate(statements, isLarge: true)
    #expect(large.runs == 1)
    #expect(try large.notices == migrate(statements, isLarge: false).notices)
  }
}
