import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Statements and queries that pass on a database without rows, and fail while SQLite computes a value for a row.
struct SampleFailureTests {
  private static let schema = [
    "CREATE TABLE user_info (id INTEGER PRIMARY KEY, name TEXT, icon BLOB)",
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, user_id INTEGER, note TEXT NOT NULL)",
    "CREATE TABLE account (id INTEGER PRIMARY KEY, profile_json TEXT, state TEXT)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT, extra_data TEXT)",
    "CREATE TABLE strict_log (amount INTEGER) STRICT",
    "CREATE VIRTUAL TABLE box USING rtree (id, low, high)",
    "CREATE VIEW names AS SELECT id, name FROM user_info",
    "CREATE VIRTUAL TABLE words USING fts5 (text, content = '')",
    "CREATE TABLE member (id INTEGER PRIMARY KEY, email TEXT, state TEXT, serial TEXT)",
    "CREATE TRIGGER member_email BEFORE UPDATE ON member BEGIN SELECT CASE WHEN NEW.email NOT LIKE '%_@_%._%' THEN RAISE(ABORT, 'bad email') END; END",
    "CREATE TRIGGER member_state BEFORE UPDATE ON member WHEN NEW.state NOT IN ('new', 'old') BEGIN SELECT RAISE(ABORT, 'bad state'); END",
    "CREATE TRIGGER member_serial BEFORE UPDATE ON member WHEN OLD.serial IS NOT NULL AND NEW.serial IS NOT OLD.serial BEGIN SELECT RAISE(ABORT, 'fixed'); END",
  ]

  /// The errors and warnings about rows.
  private func findings(_ statements: [String], keys: String = "", then: [String] = [])
    -> [Diagnostic]
  {
    let list = statements.map { "\"\($0.replacing("\"", with: "\\\""))\"" }
      .joined(separator: ", ")
    let bundle = ScriptBundle(scripts: [
      .default(Self.schema),
      .file(named: "sql_update_2.json", text: "{\"statements\": [\(list)]\(keys)}"),
      .update(3, then),
    ])
    return Validator(ScriptLibrary(bundle)).validate().diagnostics
      .filter { $0.severity != .info && ["fails-with-rows", "data-dependent"].contains($0.id) }
  }

  private static func text(_ finding: Diagnostic) -> String {
    String(decoding: Array(finding.span.file.bytes)[finding.span.range], as: UTF8.self)
  }

  private static let frozen =
    "CREATE TRIGGER frozen BEFORE UPDATE ON user_info BEGIN SELECT RAISE(ABORT, 'no'); END"

  @Test(arguments: [
    ["UPDATE user_info SET name = json('{')"],
    ["UPDATE user_info SET id = abs(-9223372036854775808)"],
    ["UPDATE user_info SET name = (SELECT sum(9223372036854775807) FROM visit)"],
    ["SELECT 'a' -> '{' FROM user_info"], ["SELECT 'a' ->> '{' FROM visit"],
    ["UPDATE user_info SET name = json_extract('{}', 'x')"],
    ["UPDATE user_info SET name = json_set('{}', 'x', name)"],
    ["UPDATE user_info SET name = json_patch('{}', '{')"],
    ["SELECT json_object(1, name) FROM user_info"],
    ["SELECT json_array(x'00') FROM user_info"],
    ["SELECT value FROM user_info, json_each('[1')"],
    ["INSERT INTO log (text) SELECT fullkey FROM user_info, json_tree('{')"],
    ["DELETE FROM user_info WHERE name LIKE 'x' ESCAPE 'yy'"],
    ["CREATE INDEX i ON user_info (json_extract('{', name))"],
    ["CREATE INDEX i ON user_info (id) WHERE abs(-9223372036854775807 - 1) > id"],
    ["ALTER TABLE user_info ADD COLUMN age INTEGER DEFAULT 1 CHECK (json('{') = age)"],
    ["ALTER TABLE user_info ADD COLUMN age TEXT AS (json('{')) NOT NULL"],
    ["CREATE TABLE copy AS SELECT id, json('{') AS data FROM user_info"],
    ["INSERT INTO log (id, text) SELECT id, json('[') FROM user_info"],
    [
      "INSERT INTO user_info (id, name) SELECT id, name FROM user_info WHERE true ON CONFLICT (id) DO UPDATE SET name = json('{')"
    ],
    ["UPDATE user_info SET name = 'x' RETURNING json('{')"],
    ["DELETE FROM visit RETURNING json('{')"],
    ["SELECT ntile(0) OVER () FROM user_info"],
    ["SELECT nth_value(id, 0) OVER () FROM user_info"],
    ["SELECT sum(id) OVER (ORDER BY id ROWS -1 PRECEDING) FROM user_info"],
    ["SELECT group_concat(json('{')) FROM user_info"],
    ["SELECT id FROM visit LIMIT ifnull((SELECT 'x' FROM user_info), 1)"],
    ["INSERT INTO strict_log (amount) SELECT 'x' FROM user_info"],
    ["INSERT INTO log (id) SELECT 'x' FROM user_info"],
    ["INSERT INTO box SELECT id, 2, 1 FROM user_info"],
    ["INSERT INTO log (text) VALUES ((SELECT json('{') FROM user_info))"],
    ["CREATE VIEW broken AS SELECT json('{') AS j FROM visit", "SELECT j FROM broken"],
    [frozen, "UPDATE user_info SET name = 'x'"],
    [frozen.replacing("ABORT", with: "FAIL"), "UPDATE user_info SET name = 'x'"],
    [frozen.replacing("ABORT", with: "ROLLBACK"), "UPDATE user_info SET name = 'x'"],
    [
      "CREATE TRIGGER t AFTER DELETE ON visit BEGIN UPDATE user_info SET name = json('{'); END",
      "DELETE FROM visit",
    ],
    ["DELETE FROM words"], ["UPDATE words SET text = upper(text)"],
    [
      "CREATE TABLE g (j TEXT, x AS (json('{')))", "INSERT INTO g (j) SELECT name FROM user_info",
    ],
  ])
  func `a failure that no values avoid is an error`(_ statements: [String]) {
    let found = findings(statements)
    #expect(found.map(\.id) == ["fails-with-rows"], "\(found.map(\.message))")
    #expect(found.first?.severity == .error)
    let range = found.first.map { Self.text($0) } ?? ""
    #expect(range.replacing("\\\"", with: "\"") == statements.last)
  }

  @Test(arguments: [
    ["UPDATE user_info SET name = json_extract(name, '$.x')"],
    ["CREATE INDEX i ON user_info (json_extract(name, '$.x'))"],
    ["UPDATE visit SET note = json_extract(note, '$.x') WHERE json_extract(note, '$.x') > 1"],
    ["SELECT json_extract(name, '$.a'), json_extract(note, '$.b') FROM user_info, visit"],
    ["SELECT name ->> '$.x' FROM names"],
    ["SELECT json_object('icon', icon) FROM user_info"],
    ["SELECT json_extract('{}', note) FROM visit"],
    ["SELECT name LIKE 'x' ESCAPE note FROM user_info, visit"],
    ["INSERT INTO strict_log (amount) SELECT note FROM visit"],
    ["INSERT INTO box SELECT id, user_id, 5 FROM visit"],
    ["INSERT INTO log (text) SELECT value FROM user_info, json_each(name)"],
    [
      frozen.replacing("BEGIN SELECT", with: "WHEN OLD.name IS NOT NULL BEGIN SELECT"),
      "UPDATE user_info SET name = 'x'",
    ],
    ["UPDATE user_info SET name = 'x'", "UPDATE user_info SET name = json(name)"],
    ["UPDATE member SET email = 'x@y.z', state = 'gone'"],
    ["UPDATE member SET serial = upper(serial)"],
  ])
  func `a failure that some values avoid is a warning`(_ statements: [String]) {
    let found = findings(statements)
    #expect(found.map(\.id) == ["data-dependent"], "\(found.map(\.message))")
    #expect(found.first?.severity == .warning)
  }

  @Test(arguments: [
    ["UPDATE account SET state = json_extract(profile_json, '$.state')"],
    ["CREATE INDEX i ON account (json_extract(profile_json, '$.state'))"],
    [
      "CREATE VIEW states AS SELECT json_extract(state, '$.a') AS a FROM account",
      "UPDATE account SET profile_json = state -> '$.b'",
    ],
    [
      "CREATE TABLE item (id INTEGER PRIMARY KEY, data TEXT, kind TEXT AS (data ->> '$.kind'))",
      "CREATE INDEX item_kind ON item (kind)",
    ],
    [
      "INSERT INTO user_info (id, name) VALUES (1, '{\"a\": 1}')",
      "UPDATE user_info SET name = json_extract(name, '$.a')",
    ],
    ["UPDATE user_info SET name = CASE WHEN json_valid(name) THEN json(name) END"],
    ["UPDATE user_info SET name = strftime('%Q', name), id = abs(id)"],
    ["SELECT sum(id), total(id), group_concat(name), ntile(2) OVER () FROM user_info"],
    [frozen, "UPDATE visit SET note = 'x' WHERE id = 1"],
    [frozen, "DROP TRIGGER frozen", "UPDATE user_info SET name = 'x' WHERE id = 1"],
    [
      frozen.replacing("ABORT, 'no'", with: "IGNORE"),
      "UPDATE user_info SET name = 'x' WHERE id > 1",
    ],
    ["DELETE FROM user_info WHERE name LIKE 'x!%' ESCAPE '!'"],
    ["UPDATE member SET email = lower(email)"],
    ["UPDATE member SET serial = serial WHERE id > 0"],
    ["UPDATE log SET text = json_extract(extra_data, '$.text')"],
    [
      "UPDATE visit SET user_id = note ->> '$.user'",
      "DELETE FROM visit WHERE json_type(note, '$.user') IS NULL",
    ],
    ["INSERT INTO box SELECT id, user_id, user_id FROM visit"],
    ["INSERT INTO strict_log (amount) SELECT id FROM visit"],
    [
      "CREATE VIRTUAL TABLE notes USING fts5 (note, content = visit, content_rowid = id)",
      "CREATE TRIGGER visit_changed AFTER UPDATE ON visit BEGIN INSERT INTO notes (notes, rowid, note) VALUES ('delete', OLD.id, OLD.note); INSERT INTO notes (rowid, note) VALUES (NEW.id, NEW.note); END",
      "INSERT INTO notes (notes) VALUES ('rebuild')", "UPDATE visit SET note = upper(note)",
    ],
  ])
  func `statements that do not fail on rows like those of users are not reported`(
    _ statements: [String]
  ) {
    #expect(findings(statements).map(\.message) == [])
  }

  @Test func `after a failure that some values avoid, later statements are judged with rows`() {
    let found = findings(
      [
        "UPDATE user_info SET name = json_extract(name, '$.x')",
        "UPDATE visit SET note = json('{')",
      ],
      then: ["UPDATE log SET text = json('[')"])
    #expect(
      found.map { "\($0.id) \($0.span.file.name)" } == [
        "data-dependent sql_update_2.json", "fails-with-rows sql_update_2.json",
        "fails-with-rows sql_update_3.json",
      ])
  }

  @Test(
    arguments: [
      ("SELECT json('{') FROM user_info", "fails-with-rows"),
      ("SELECT abs(-9223372036854775808) FROM names", "fails-with-rows"),
      ("SELECT id FROM user_info WHERE json_extract(name, '$.x') > 1", "data-dependent"),
      ("SELECT id FROM user_info", nil),
      ("SELECT id FROM account WHERE json_extract(profile_json, '$.x') > 1", nil),
    ] as [(String, String?)])
  func `a query that fails because of a row is reported at its place`(
    _ query: String, _ rule: String?
  ) {
    let found = findings(["DELETE FROM log WHERE id = 1"], keys: ", \"verify\": [\"\(query)\"]")
    #expect(found.map(\.id) == [rule].compactMap { $0 }, "\(found.map(\.message))")
    for finding in found { #expect(Self.text(finding) == query) }
  }

  private func errors(of sql: String, onlyIf: String) -> [String] {
    let bundle = ScriptBundle(scripts: [
      .default(Self.schema),
      .file(
        named: "sql_update_2.json", text: "[{\"sql\": \"\(sql)\", \"onlyIf\": \"\(onlyIf)\"}]"),
    ])
    return Validator(ScriptLibrary(bundle)).validate().diagnostics
      .filter { $0.id == "fails-with-rows" || $0.id == "data-dependent" }
      .map { "\($0.id): \(Self.text($0))" }
  }

  @Test func `a condition that fails because of a row is reported at its place`() {
    let query = "SELECT json('{') FROM user_info"
    let found = errors(of: "DELETE FROM log WHERE id = 1", onlyIf: query)
    #expect(found == ["fails-with-rows: \(query)"])
  }

  @Test func `a statement whose condition is only true with rows is judged with rows`() {
    let sql = "UPDATE user_info SET name = json('{')"
    let found = errors(of: sql, onlyIf: "SELECT count(*) FROM user_info")
    #expect(found == ["fails-with-rows: \(sql)"])
  }

  @Test(arguments: [
    ("UPDATE user_info SET name = json('{')", "SELECT id FROM user_info WHERE id = 1"),
    ("UPDATE user_info SET name = json(name)", "SELECT count(*) FROM user_info"),
    ("UPDATE user_info SET id = 1", "SELECT count(*) FROM user_info"),
    ("INSERT INTO user_info (id) VALUES (7000001)", "SELECT count(*) FROM user_info"),
  ])
  func `a statement behind a condition is not reported if it depends on values`(
    _ sql: String, _ condition: String
  ) {
    #expect(errors(of: sql, onlyIf: condition) == [])
  }
}
