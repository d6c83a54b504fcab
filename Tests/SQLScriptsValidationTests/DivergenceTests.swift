import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

@Suite struct DivergenceTests {
  private func outcome(_ files: [InMemoryScript]) throws -> Divergence.Outcome {
    let bundle = ScriptBundle(scripts: files)
    let updates = try bundle.updates.map { try bundle.read($0).script }.compactMap { $0 }
    let file = try #require(bundle.defaultScript)
    let script = try #require(try bundle.read(file).script)
    return try Divergence.check(defaultScript: script, updates: updates)
  }

  /// The result of comparing a default script for the version of the last update with the updates.
  private func words(_ statements: [String], _ updates: [Int64: [String]]) throws -> String {
    let last = updates.keys.max() ?? 1
    let files = updates.map { InMemoryScript.update($0.key, $0.value) }
    switch try outcome([.default(statements, version: last)] + files) {
    case .oneWay: return "one way"
    case .same: return "same"
    case .unknown: return "unknown"
    case .different(let found):
      #expect(found.id == "fresh-and-upgraded-differ")
      #expect(found.span.start.description == "sql_default.json:1:14")
      let prefix = "version \(last) differs between new and migrated databases: "
      #expect(found.message.hasPrefix(prefix))
      return "\(found.severity): "
        + (found.why.map { String($0.dropFirst("The differences: ".count).dropLast()) }
          ?? String(found.message.dropFirst(prefix.count)))
    }
  }

  @Test func `without updates to the version of the default script, there is one path`() throws {
    #expect(try words(["CREATE TABLE a (x)"], [:]) == "one way")
    let files: [InMemoryScript] = [
      .default(["CREATE TABLE a (x)"]), .update(2, ["CREATE TABLE b (x)"]),
    ]
    guard case .oneWay = try outcome(files) else {
      Issue.record("not one way")
      return
    }
  }

  @Test func `both paths from an empty database create the same schema`() throws {
    let updates: [Int64: [String]] = [
      1: [
        "CREATE TABLE usr (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO usr (name) VALUES ('Ada')",
      ],
      2: ["ALTER TABLE usr ADD COLUMN age INTEGER NOT NULL DEFAULT 0"],
      3: ["ALTER TABLE usr RENAME TO user", "CREATE INDEX i ON user (name)"],
    ]
    #expect(
      try words(
        [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER NOT NULL DEFAULT 0)",
          "create index i on user(name)", "INSERT INTO user VALUES (1, 'Ada', 0)",
        ], updates) == "same")
    #expect(
      try words(
        [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age TEXT)",
          "CREATE TABLE more (x)", "INSERT INTO user VALUES (1, 'Eve', 0)",
        ], updates)
        == "error: only new databases have the table “more”; the column “age” in “user” differs in new databases: its type is TEXT, not INTEGER, it may be NULL, its default is none, not 0; new databases lack the index “i” on “user”; only new databases have the row (age = '0', id = 1, name = 'Eve') of “user”; new databases lack the row (age = 0, id = 1, name = 'Ada') of “user”"
    )
    #expect(
      try words(
        [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER NOT NULL DEFAULT 0, name TEXT)",
          "CREATE INDEX i ON user (name)", "INSERT INTO user (id, name) VALUES (7, 'Ada')",
        ], updates)
        == "warning: the order of the columns of “user” differs in new databases: it is id, age, name, not id, name, age; the rows of “user” have other values in “id” in new databases"
    )
  }

  @Test func `the current time and random values are not a difference`() throws {
    let statements = [
      "CREATE TABLE a (x TEXT DEFAULT CURRENT_TIMESTAMP, y INTEGER, z, r BLOB)",
      "INSERT INTO a (y, z, r) VALUES (strftime('%s', 'now'), date('now'), 1)",
      "CREATE TABLE b (r)", "INSERT INTO b VALUES (random())",
      "CREATE TABLE c (x, r DEFAULT (hex(randomblob(4))))", "INSERT INTO c (x) VALUES (1)",
    ]
    #expect(try words(statements, [1: [], 2: statements]) == "same")
    #expect(
      try words(statements + ["INSERT INTO b VALUES (random())"], [1: [], 2: statements])
        == "error: “b” has 2 rows in new databases and 1 in migrated ones")
  }

  @Test func `a failing script is not a difference`() throws {
    #expect(try words(["CREATE TABLE a (x"], [1: ["CREATE TABLE a (x)"], 2: []]) == "unknown")
    #expect(try words(["CREATE TABLE a (x)"], [1: ["CREATE TABLE a (x"], 2: []]) == "unknown")
  }

  private static let updates: [Int64: [String]] = [
    2: ["ALTER TABLE user ADD COLUMN age INTEGER", "CREATE TABLE log (at TEXT)"],
    3: [
      "CREATE INDEX user_age ON user (age)", "ALTER TABLE log RENAME TO journal",
      "ALTER TABLE user ADD COLUMN tmp TEXT", "DROP TABLE old", "DROP INDEX IF EXISTS none",
      "CREATE VIEW ages AS SELECT age FROM user",
      "CREATE TRIGGER t AFTER DELETE ON user BEGIN INSERT INTO journal VALUES ('x'); END",
    ],
    4: [
      "ALTER TABLE user RENAME COLUMN tmp TO nick", "INSERT INTO journal VALUES ('now')",
      "ALTER TABLE journal ADD COLUMN who TEXT",
    ],
  ]

  private static let whole = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER, nick TEXT)",
    "CREATE TABLE journal (at TEXT, who TEXT)", "CREATE INDEX user_age ON user (age)",
    "CREATE VIEW ages AS SELECT age FROM user",
    "CREATE TRIGGER t AFTER DELETE ON user BEGIN INSERT INTO journal VALUES ('x'); END",
    "INSERT INTO journal (at) VALUES ('now')",
  ]

  @Test func `without the first script, the effect of the updates is still known`() throws {
    #expect(try words(Self.whole, Self.updates) == "same")
    let planted: [(Int, [String], String)] = [
      (
        0, ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "error: new databases lack the column “nick” in “user”"
      ),
      (
        0, ["CREATE TABLE user (id INTEGER PRIMARY KEY, age TEXT, nick TEXT)"],
        "error: the column “age” in “user” differs in new databases: its type is TEXT, not INTEGER"
      ),
      (
        1, ["CREATE TABLE journal (at TEXT)"],
        "error: new databases lack the column “who” in “journal”"
      ),
      (
        1, ["CREATE TABLE journal (at TEXT, who TEXT, x)"],
        "error: only new databases have the column “x” in “journal”"
      ),
      (2, [], "error: new databases lack the index “user_age” on “user”"),
      (
        2, ["CREATE INDEX user_age ON user (nick)"],
        "error: the index “user_age” on “user” differs in new databases: it is on (nick), not on (age)"
      ),
      (3, [], "error: new databases lack the view “ages”"),
      (4, [], "error: new databases lack the trigger “t” on “user”"),
      (
        5, [Self.whole[5], "CREATE TABLE old (x)"], "error: only new databases have the table “old”"
      ),
    ]
    for (index, statements, expected) in planted {
      var broken = Self.whole
      broken.replaceSubrange(index...index, with: statements)
      let found = try words(broken, Self.updates)
      #expect(found == expected)
    }
  }

  @Test func `rows that the updates insert also exist for a new user`() throws {
    let table = "CREATE TABLE color (id INTEGER PRIMARY KEY, name TEXT)"
    let updates: [Int64: [String]] = [
      2: ["INSERT INTO color (name) VALUES ('red'), ('green')"],
      3: ["INSERT INTO main.color VALUES (9, 'blue')"],
    ]
    let rows = "INSERT INTO color (name) VALUES ('black'), ('green'), ('blue'), ('red')"
    #expect(try words([table, rows], updates) == "same")
    #expect(
      try words([table, "INSERT INTO color (name) VALUES ('red'), ('blue')"], updates)
        == "error: new databases lack the row (name = 'green') of “color”")
    // Rows that depend on rows of older versions are not known.
    for doubtful in [
      "DELETE FROM color WHERE name = 'red'", "UPDATE color SET name = upper(name)",
      "INSERT INTO color (name) SELECT 'grey' WHERE NOT EXISTS (SELECT 1 FROM color)",
      "INSERT OR IGNORE INTO color VALUES (1, 'grey')", "UPDATE color SET shade = 1",
      "INSERT INTO color VALUES (1, 'grey') ON CONFLICT DO UPDATE SET name = 'grey'",
    ] {
      let later = updates.merging([4: [doubtful]]) { first, _ in first }
      #expect(try words([table], later) == "same", "\(doubtful)")
    }
  }

  @Test func `the statement that runs only for the others is shown`() throws {
    let files: [InMemoryScript] = [
      .default(["CREATE TABLE a (x)", "CREATE TABLE b (x)"], version: 2),
      .update(1, ["CREATE TABLE a (x)"]),
      .update(2, ["ALTER TABLE a ADD COLUMN y", "CREATE INDEX i ON a (x)"]),
    ]
    guard case .different(let found) = try outcome(files) else {
      Issue.record("not different")
      return
    }
    #expect(
      found.related.map { "\($0.span.start) \($0.message)" } == [
        "sql_update_2.json:1:3 created here by an update",
        "sql_update_2.json:2:2 created here by an update",
        "sql_default.json:2:2 created here in new databases",
      ])
    #expect(
      found.help
        == "Change sql_default.json or the updates up to 2 so that both create the same schema and rows."
    )
  }

  @Test func `a renamed table of unknown structure is left alone`() throws {
    let updates: [Int64: [String]] = [
      2: ["ALTER TABLE log RENAME TO old_log", "CREATE TABLE log (at TEXT, who TEXT)"]
    ]
    let statements = ["CREATE TABLE old_log (at TEXT)", "CREATE TABLE log (at TEXT, who TEXT)"]
    #expect(try words(statements, updates) == "same")
    #expect(
      try words([statements[1]], updates) == "error: new databases lack the table “old_log”")
  }

  @Test func `a rebuild in the updates is recognized`() throws {
    let updates: [Int64: [String]] = [
      2: [
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user SELECT id, first || last FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user", "CREATE INDEX i ON user (name)",
      ],
      3: ["ALTER TABLE user ADD COLUMN age INTEGER"],
    ]
    let index = "CREATE INDEX i ON user (name)"
    #expect(
      try words(
        ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER)", index],
        updates) == "same")
    #expect(
      try words(
        ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)", index], updates)
        == "error: the column “name” in “user” differs in new databases: it may be NULL")
  }
}
