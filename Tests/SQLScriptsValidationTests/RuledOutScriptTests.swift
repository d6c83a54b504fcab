import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// A script is checked with each `onlyIf` taken both ways.
struct RuledOutScriptTests {
  private static let expected: Set = [
    "rename-column", "drop-table", "rename-table", "schema-depends-on-rows",
  ]

  private static let schema: [String] = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT, age INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES user (id))",
    "CREATE INDEX visit_user_id ON visit (user_id)",
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT, note TEXT)",
    "INSERT INTO kind (id, name, note) VALUES (1, 'cat', 'x')",
    "CREATE VIEW names AS SELECT id, name FROM user",
    "CREATE TRIGGER visited AFTER INSERT ON visit BEGIN UPDATE user SET age = age + 1 WHERE id = new.user_id; END",
    "CREATE TABLE tag (name TEXT PRIMARY KEY, label TEXT UNIQUE)",
  ]

  /// The findings in the script, with “condition: sql” or only SQL for each item.
  private func findings(_ items: [(onlyIf: String?, sql: String)], keys: String = "")
    -> [Diagnostic]
  {
    let list = items.map { item in
      item.onlyIf.map { #"{"onlyIf": "\#($0)", "sql": "\#(item.sql)"}"# } ?? #""\#(item.sql)""#
    }
    let text = #"{\#(keys)"statements": [\#(list.joined(separator: ",\n"))]}"#
    return Validator(
      ScriptLibrary(
        ScriptBundle(scripts: [
          .default(Self.schema), .file(named: "sql_update_2.json", text: text),
        ]))
    ).validate().diagnostics
  }

  @Test(arguments: [
    ("CREATE TABLE q (a, a)", "duplicate-column"),
    ("CREATE TABLE user (id INTEGER, ID TEXT)", "table-already-exists"),
    ("CREATE TABLE q (a PRIMARY KEY, b PRIMARY KEY)", "failed-statement"),
    ("CREATE TABLE q (a TEXT PRIMARY KEY AUTOINCREMENT)", "other-database-syntax"),
    ("CREATE TABLE q (a INTEGER, PRIMARY KEY (e))", "no-such-column"),
    ("CREATE TABLE q (a NUMBER) STRICT", "failed-statement"),
    ("ALTER TABLE user ADD COLUMN n TEXT NOT NULL", "add-not-null-without-default"),
    (
      "ALTER TABLE user ADD COLUMN d DEFAULT (datetime('now'))", "add-column-non-constant-default"
    ),
    ("ALTER TABLE user ADD COLUMN x AS (name) STORED", "fails-with-rows"),
    ("ALTER TABLE user ADD COLUMN u TEXT UNIQUE", "add-unique-or-primary-key-column"),
    ("ALTER TABLE user ADD COLUMN name TEXT", "duplicate-column"),
    ("CREATE TABLE user (id INTEGER)", "table-already-exists"),
    ("ALTER TABLE user DROP COLUMN id", "column-in-use"),
    ("ALTER TABLE user DROP COLUMN name", "broken-view"),
    ("ALTER TABLE user DROP COLUMN email", "drop-column"),
    ("ALTER TABLE visit DROP COLUMN user_id", "column-in-use"),
    ("DROP TABLE user", "broken-view"), ("DROP TABLE user", "drop-table"),
    ("DROP TABLE user", "foreign-key-target-missing"),
    ("CREATE VIEW old AS SELECT nick FROM user", "broken-view"),
    (
      "CREATE TRIGGER t AFTER DELETE ON user BEGIN DELETE FROM log WHERE id = old.id; END",
      "broken-trigger"
    ),
    (
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, o INTEGER REFERENCES usr (id))",
      "foreign-key-target-missing"
    ),
    (
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, o TEXT REFERENCES user (name))",
      "foreign-key-mismatch"
    ),
    (
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, o INTEGER REFERENCES user (id))",
      "foreign-key-unindexed"
    ),
    ("CREATE TEMP TABLE session (id INTEGER)", "temp-object"),
    ("INSERT OR REPLACE INTO kind (id, name) VALUES (1, 'dog')", "replace-deletes-rows"),
    ("CREATE UNIQUE INDEX user_email ON user (email)", "data-dependent"),
    ("INSERT INTO visit (id, user_id) VALUES (1, 99)", "foreign-key-violation"),
    ("DELETE FROM user", "delete-without-where"),
    ("UPDATE user SET age = 1", "update-without-where"),
    ("UPDATE user SET name = NULL WHERE email = NULL", "equals-null"),
    ("INSERT INTO tag (name) VALUES ('a', 'b')", "value-count-mismatch"),
    ("UPDATE user SET nick = 'a' WHERE id = 1", "no-such-column"),
    ("UPDATE user SET name = ? WHERE id = 1", "unbound-parameter"),
    ("ALTER TABLE user RENAME COLUMN email TO name", "duplicate-column"),
    ("SELEC 1", "keyword-typo"),
  ])
  func `a mistake that no condition avoids is found`(_ sql: String, _ rule: String) {
    let found = findings([("SELECT 0", sql)]).map(\.id)
    #expect(found.contains(rule), "\(sql): \(found)")
  }

  @Test func `mistakes in several statements with a condition are found`() {
    let condition = "SELECT count(*) FROM pragma_table_info('kind') WHERE name = 'old'"
    let found = findings([
      (condition, "CREATE TABLE q (id INTEGER PRIMARY KEY, v TEXT)"),
      (condition, "INSERT INTO q (id, vv) VALUES (1, 'a')"),
      (condition, "ALTER TABLE user ADD COLUMN a TEXT DEFAULT CURRENT_TIMESTAMP"),
      (condition, "ALTER TABLE user ADD COLUMN b TEXT DEFAULT (datetime('now'))"),
      (condition, "CREATE UNIQUE INDEX by_email ON user (email)"),
    ]).map(\.id)
    #expect(found.count { $0 == "no-such-column" } == 1, "\(found)")
    #expect(found.count { $0 == "add-column-non-constant-default" } == 2, "\(found)")
    #expect(found.count { $0 == "data-dependent" } == 1, "\(found)")
  }

  @Test func `a mistake is found outside a transaction, too`() {
    let found = findings(
      [("SELECT 0", "ALTER TABLE user ADD COLUMN n TEXT NOT NULL"), (nil, "PRAGMA optimize")],
      keys: #""transaction": false, "#)
    #expect(found.map(\.id).contains("add-not-null-without-default"))
  }

  @Test(
    arguments: [
      // The table is never dropped.
      ([("SELECT 0", "DROP TABLE kind"), (nil, "CREATE TABLE IF NOT EXISTS kind (id)")], 0),
      (
        [
          ("SELECT 1 FROM user WHERE 0", "DROP TABLE kind"),
          (nil, "CREATE TABLE IF NOT EXISTS kind (id)"),
        ], 1
      ),
      (rebuild(copyIf: "SELECT 1"), 0), (rebuild(copyIf: "SELECT count(*) FROM kind"), 0),
      (rebuild(copyIf: "SELECT count(*) FROM kind WHERE id = 1"), 1),
      // What the rehearsal skips is judged where it runs.
      (rebuild(copyIf: "SELECT EXISTS (SELECT 1 FROM kind WHERE id > 5)"), 1),
      (rebuild(copyIf: "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'q')"), 1),
      (rebuild(copyIf: "SELECT max(id) > 5 FROM kind"), 1),
      (rebuild(copyIf: "SELECT 1 FROM user"), 1), (rebuild(copyIf: "SELECT 1 FROM kind"), 0),
      (rebuild(copyIf: "SELECT EXISTS (SELECT * FROM kind) WHERE 1 = 2"), 1),
      (rebuild(copyIf: "SELECT (SELECT count(*) FROM kind) >= 1"), 0),
      (rebuild(copyIf: "SELECT count(*) = 3 FROM kind"), 1),
      (rebuild(copyIf: "SELECT count(*) FROM tag", of: "tag"), 0),
      (rebuild(copyIf: "SELECT count(*) FROM tag WHERE name = 'a'", of: "tag"), 1),
    ] as [([(onlyIf: String?, sql: String)], Int)])
  func `rows are lost if a condition can be true for the DROP and false for the copy`(
    items: [(onlyIf: String?, sql: String)], count: Int
  ) {
    let found = findings(items).map(\.id)
    #expect(found.count { $0 == "rows-lost" } == count, "\(found)")
  }

  @Test func `a copy that the rehearsal skips is warned about where it may be skipped`() {
    let found = findings(
      Self.rebuild(copyIf: "SELECT EXISTS (SELECT 1 FROM kind WHERE id > 5)")
    ).filter { $0.id == "rows-lost" }
    #expect(
      found.map(\.message) == [
        "“kind” loses all its rows if the onlyIf of this copy is not true"
      ])
    #expect(found.map(\.severity) == [.warning])
    let copies = ["id > 5", "id < 5"].map { condition in
      (
        onlyIf: Optional("SELECT EXISTS (SELECT 1 FROM tag WHERE name = '\(condition)')"),
        sql: "INSERT INTO new_tag SELECT * FROM tag"
      )
    }
    let both = findings(
      [(nil, "CREATE TABLE new_tag (name TEXT PRIMARY KEY, label TEXT)")] + copies
        + [(nil, "DROP TABLE tag"), (nil, "ALTER TABLE new_tag RENAME TO tag")]
    ).filter { $0.id == "rows-lost" }
    #expect(
      both.map(\.message) == [
        "“tag” loses all its rows if no onlyIf of its copies is true"
      ])
    #expect(both.map(\.severity) == [.warning])
  }

  private static func rebuild(
    copyIf condition: String, of table: String = "kind"
  ) -> [(onlyIf: String?, sql: String)] {
    let (columns, names) =
      table == "kind"
      ? ("id INTEGER PRIMARY KEY, name TEXT, note TEXT", "id, name, note")
      : ("name TEXT PRIMARY KEY, label TEXT UNIQUE", "name, label")
    return [
      (nil, "CREATE TABLE new_\(table) (\(columns))"),
      (condition, "INSERT INTO new_\(table) (\(names)) SELECT \(names) FROM \(table)"),
      (nil, "DROP TABLE \(table)"), (nil, "ALTER TABLE new_\(table) RENAME TO \(table)"),
    ]
  }

  private static let noColumn =
    "SELECT NOT EXISTS (SELECT 1 FROM pragma_table_info('user') WHERE name = '"
  private static let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '"

  @Test(
    arguments: [
      [(Self.noColumn + "age')", "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL DEFAULT 0")],
      [(Self.noColumn + "nick')", "ALTER TABLE user ADD COLUMN nick TEXT")],
      [
        (Self.noColumn + "nick')", "ALTER TABLE user ADD COLUMN nick TEXT"),
        (nil, "UPDATE user SET nick = '' WHERE nick IS NULL"),
      ],
      [
        (
          "SELECT count(*) = 0 FROM pragma_table_info('user') WHERE name LIKE 'AGE'",
          "ALTER TABLE user ADD COLUMN age INTEGER"
        )
      ],
      [
        (
          "SELECT (SELECT note FROM kind WHERE id = 7) IS NOT NULL",
          "ALTER TABLE user ADD COLUMN age INTEGER"
        )
      ],
      [
        (
          "SELECT NOT " + Self.exists.dropFirst(7) + "user')",
          "CREATE TABLE user (id INTEGER PRIMARY KEY)"
        )
      ],
      [(Self.exists + "nobody')", "CREATE TABLE IF NOT EXISTS user (id INTEGER PRIMARY KEY)")],
      [(Self.exists + "legacy')", "DROP TABLE legacy")],
      [(Self.exists + "legacy')", "DROP TABLE IF EXISTS legacy")],
      [(Self.exists + "user_by_name')", "DROP INDEX user_by_name")],
      [(Self.exists + "old_names')", "DROP VIEW old_names")],
      [
        (
          Self.exists + "legacy')",
          "INSERT INTO kind (id, name, note) SELECT id, name, note FROM legacy"
        ),
        (Self.exists + "legacy')", "DROP TABLE legacy"),
      ],
      [
        (Self.exists + "legacy')", "ALTER TABLE legacy RENAME TO archive"),
        (Self.exists + "legacy')", "CREATE INDEX archive_name ON archive (name)"),
      ],
      [
        (
          "SELECT NOT EXISTS (SELECT 1 FROM kind WHERE id = 1)",
          "INSERT INTO kind (id, name, note) VALUES (1, 'cat', 'x')"
        )
      ],
      [
        (
          "SELECT count(*) = 0 FROM kind",
          "INSERT INTO kind (id, name, note) VALUES (1, 'cat', 'x')"
        )
      ],
      [
        (
          "SELECT EXISTS (SELECT 1 FROM user WHERE id = 5)",
          "INSERT INTO visit (id, user_id) VALUES (1, 5)"
        )
      ],
      [
        (
          "SELECT EXISTS (SELECT 1 FROM pragma_table_info('user') WHERE name = 'nick')",
          "UPDATE user SET name = nick WHERE name IS NULL"
        )
      ],
      [
        (
          "SELECT EXISTS (SELECT 1 FROM pragma_table_info('user') WHERE name = 'nick')",
          "ALTER TABLE user RENAME COLUMN nick TO alias"
        )
      ],
      [
        (
          "SELECT EXISTS (SELECT 1 FROM pragma_table_info('user') WHERE name = 'nick')",
          "ALTER TABLE user DROP COLUMN nick"
        )
      ],
      [
        (
          "SELECT NOT " + Self.exists.dropFirst(7) + "visit_user_id')",
          "CREATE INDEX visit_user_id ON visit (user_id)"
        )
      ],
      [
        (
          "SELECT NOT " + Self.exists.dropFirst(7) + "names')",
          "CREATE VIEW names AS SELECT id, name FROM user"
        )
      ],
      [
        (
          "SELECT NOT " + Self.exists.dropFirst(7) + "note')",
          "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"
        ),
        (nil, "INSERT INTO note (id, text) VALUES (1, 'a')"),
      ],
      [
        (
          "SELECT NOT EXISTS (SELECT 1 FROM user GROUP BY email HAVING count(*) > 1) AND (SELECT count(*) > 5 FROM user)",
          "CREATE UNIQUE INDEX user_email ON user (email)"
        )
      ],
      [
        (
          "SELECT sqlite_compileoption_used('ENABLE_NOTHING')",
          "CREATE VIRTUAL TABLE search USING fts5 (text)"
        ),
        (
          "SELECT NOT sqlite_compileoption_used('ENABLE_NOTHING')",
          "CREATE TABLE search (text TEXT)"
        ),
      ],
      // A rebuild where the old column exists.
      [
        (
          "SELECT max(name = 'ages') FROM pragma_table_info('kind')",
          "CREATE TABLE new_kind (id INTEGER PRIMARY KEY, name TEXT, note TEXT)"
        ),
        (
          "SELECT max(name = 'ages') FROM pragma_table_info('kind')",
          "INSERT INTO new_kind (id, name, note) SELECT id, name, note FROM kind"
        ),
        ("SELECT max(name = 'ages') FROM pragma_table_info('kind')", "DROP TABLE kind"),
        (
          "SELECT max(name = 'ages') FROM pragma_table_info('kind')",
          "ALTER TABLE new_kind RENAME TO kind"
        ),
      ],
      // Exclusive conditions.
      [
        ("SELECT count(*) = 7 FROM kind", "ALTER TABLE user RENAME COLUMN email TO mail"),
        ("SELECT count(*) = 8 FROM kind", "UPDATE user SET email = '' WHERE email IS NULL"),
      ],
    ] as [[(String?, String)]])
  func `a correct use of a condition is not reported`(_ items: [(String?, String)]) {
    let found = findings(items.map { (onlyIf: $0.0, sql: $0.1) })
      .filter { $0.severity != .info }
      // These are warnings about conditions and renames that work.
      .filter { !Self.expected.contains($0.id) }
    #expect(found.map { "\($0.id): \($0.message)" } == [], "\(items)")
  }

  @Test(arguments: [
    ("SELECT count(*) FROM user WHERE id = ?", "unbound-parameter"),
    ("SELECT count(*) FROM user WHERE id = ?1", "unbound-parameter"),
    ("SELECT count(*) FROM user WHERE id = :id", "unbound-parameter"),
    ("SELECT count(*) FROM user WHERE id = @id", "unbound-parameter"),
    ("SELECT count(*) FROM user WHERE id = $id", "unbound-parameter"),
    ("SELECT 1 FROM user WHERE name = NULL", "equals-null"),
    ("SELECT 1 FROM user WHERE name NOT IN ('x', NULL)", "null-in-list"),
    (#"SELECT 1 FROM user WHERE name = \"nobody at all\""#, "double-quoted-text"),
    ("SELECT 1 FROM usr", "no-such-table"), ("SELECT nmae FROM user", "no-such-column"),
    ("SELECT 1 FROM user WHERE name = ‘x’", "smart-quotes"),
    ("SELECT nosuch(1)", "no-such-function"),
    ("SELECT 1 FROM user WHERE", "syntax-error"),
  ])
  func `rules about statements see conditions and verify queries`(_ query: String, _ rule: String) {
    let conditional = findings([(query, "UPDATE user SET name = 'x' WHERE id = 1")]).map(\.id)
    #expect(conditional.contains(rule), "onlyIf: \(conditional)")
    let verified = findings(
      [(nil, "UPDATE user SET name = 'x' WHERE id = 1")], keys: #""verify": ["\#(query)"], "#
    ).map(\.id)
    #expect(verified.contains(rule), "verify: \(verified)")
    #expect(verified.count { $0 == rule } == 1)
  }
}
