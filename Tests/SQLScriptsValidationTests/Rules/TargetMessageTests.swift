import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// The messages about targets, word for word.
@Suite struct TargetMessageTests {
  private static let ids: Set = [
    "requires-newer-sqlite", "build-option-dependent", "alter-rename-platform-difference",
    "added-check-not-verified",
  ]

  static let setup = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, nick TEXT, age INTEGER)",
    "CREATE TABLE log (user INTEGER, at TEXT)",
    "CREATE VIEW nicks AS SELECT nick FROM user",
  ]

  private func messages(_ statement: String, _ targets: String) throws -> [String] {
    let bundle = ScriptBundle(
      scripts: [.default(Self.setup), .update(2, [statement])],
      settings: Array("{ \"targets\": { \(targets) } }".utf8))
    let settings = try bundle.settings()
    #expect(settings.diagnostics == [])
    var runner = RuleRunner(settings: settings.settings)
    var scripts: [Script] = []
    for file in [bundle.defaultScript].compactMap({ $0 }) + bundle.updates {
      scripts.append(try #require(try bundle.read(file).script))
    }
    return try runner.run(scripts).filter { Self.ids.contains($0.id) }.map { found in
      let start = found.span.start
      let help = found.help.map { " | \($0)" } ?? ""
      return
        "\(found.severity.rawValue)[\(found.id)] \(start.line):\(start.column) \(found.message)\(help)"
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var targets: String
    var statement: String
    var found: [String]
    var testDescription: String { "\(targets): \(statement)" }

    init(_ targets: String, _ statement: String, _ found: String...) {
      self.targets = targets
      self.statement = statement
      self.found = found
    }
  }

  @Test(arguments: cases)
  func `the text of a finding is exact`(_ example: Case) throws {
    #expect(try messages(example.statement, example.targets) == example.found)
  }

  static let cases: [Case] = [
    Case(
      #""iOS": "15", "android": 30"#,
      "ALTER TABLE user DROP COLUMN age",
      "error[requires-newer-sqlite] 1:20 DROP COLUMN needs SQLite 3.35; Android 11 (API 30) has 3.28 | Rebuild the table without it, or support only Android 14 (API 34) and later."
    ),
    Case(
      #""android": 30"#,
      "alter table /* DROP */ [user] drop \"age\" -- end",
      "error[requires-newer-sqlite] 1:33 DROP COLUMN needs SQLite 3.35; Android 11 (API 30) has 3.28 | Rebuild the table without it, or support only Android 14 (API 34) and later."
    ),
    Case(
      #""iOS": 14, "macOS": "11.0", "android": 33"#,
      "ALTER TABLE main.user DROP age",
      "error[requires-newer-sqlite] 1:25 DROP COLUMN needs SQLite 3.35; Android 13 (API 33) has 3.32 | Rebuild the table without it, or support only iOS 15, macOS 12 and Android 14 (API 34) and later."
    ),
    Case(
      #""sqlite": "3.34.1""#,
      "DELETE FROM log WHERE user = 1 RETURNING at",
      "error[requires-newer-sqlite] 1:34 RETURNING needs SQLite 3.35; the oldest target is 3.34.1 | Leave it out, or support only SQLite 3.35 and later."
    ),
    Case(
      #""iOS": "12""#,
      "ALTER TABLE user RENAME nick TO 名前",
      "error[requires-newer-sqlite] 1:20 RENAME COLUMN needs SQLite 3.25; iOS 12 has 3.24 | Rebuild the table, or support only iOS 13 and later."
    ),
    Case(#""iOS": "12""#, "ALTER TABLE log RENAME TO logs"),
    Case(
      #""android": 29"#,
      "INSERT INTO user (id) VALUES (1) ON CONFLICT DO NOTHING",
      "error[requires-newer-sqlite] 1:36 ON CONFLICT … DO needs SQLite 3.24; Android 10 (API 29) has 3.22 | Write INSERT OR …, or support only Android 11 (API 30) and later."
    ),
    Case(#""android": 29"#, "INSERT OR REPLACE INTO user (id) VALUES (1)"),
    Case(#""android": 29"#, "CREATE TABLE a (x UNIQUE ON CONFLICT REPLACE)"),
    Case(
      #""iOS": "14""#,
      "INSERT INTO user (id) VALUES (1) ON CONFLICT (id) DO NOTHING ON CONFLICT DO UPDATE SET age = 1",
      "error[requires-newer-sqlite] 1:64 ON CONFLICT DO UPDATE without columns needs SQLite 3.35; iOS 14 has 3.32 | Avoid it, or support only iOS 15 and later."
    ),
    Case(
      #""android": 29"#,
      "CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE user SET age = l.user FROM log AS l; SELECT count(*) OVER () FROM log; END",
      "error[requires-newer-sqlite] 1:106 a window function needs SQLite 3.25; Android 10 (API 29) has 3.22 | Avoid it, or support only Android 11 (API 30) and later.",
      "error[requires-newer-sqlite] 1:75 UPDATE … FROM needs SQLite 3.33; Android 10 (API 29) has 3.22 | Use a subquery in SET, or support only Android 14 (API 34) and later."
    ),
    Case(
      #""android": 29"#, "UPDATE user SET age = (SELECT count(*) FROM log) WHERE nick IS NOT NULL"),
    Case(
      #""iOS": "15.4""#,
      "UPDATE user SET age = 1 WHERE nick IS NOT DISTINCT FROM 'a'",
      "error[requires-newer-sqlite] 1:38 IS NOT DISTINCT FROM needs SQLite 3.39; iOS 15.4 has 3.37 | Write IS, or support only iOS 16 and later."
    ),
    Case(#""iOS": "12""#, "CREATE VIEW v AS SELECT count(*) over FROM log"),
    Case(
      #""iOS": "12""#,
      "CREATE VIEW v AS SELECT rank() over w FROM log WINDOW w AS (ORDER BY at)",
      "error[requires-newer-sqlite] 1:34 a window function needs SQLite 3.25; iOS 12 has 3.24 | Avoid it, or support only iOS 13 and later."
    ),
    Case(
      #""iOS": "12""#,
      "CREATE VIEW v AS SELECT sum(user) FILTER (WHERE at > '') FROM log",
      "error[requires-newer-sqlite] 1:37 FILTER (WHERE …) needs SQLite 3.30; iOS 12 has 3.24 | Use CASE inside the function, or support only iOS 14 and later."
    ),
    Case(
      #""iOS": "12""#,
      "CREATE VIEW v AS SELECT at FROM log ORDER BY at DESC NULLS LAST",
      "error[requires-newer-sqlite] 1:56 NULLS FIRST or LAST needs SQLite 3.30; iOS 12 has 3.24 | Avoid it, or support only iOS 14 and later."
    ),
    Case(
      #""android": 28"#,
      "CREATE TABLE a (x INTEGER DEFAULT TRUE, y TEXT DEFAULT 'true')",
      "error[requires-newer-sqlite] 1:37 TRUE or FALSE needs SQLite 3.23; Android 9 (API 28) has 3.22 | Write 1 and 0, or support only Android 11 (API 30) and later."
    ),
    Case(
      #""android": 27"#,
      "CREATE TABLE a (x INTEGER DEFAULT TRUE, y TEXT DEFAULT 'true')",
      "error[requires-newer-sqlite] 1:37 TRUE or FALSE needs SQLite 3.23; Android 8.1 (API 27) has 3.19 | Write 1 and 0, or support only Android 11 (API 30) and later."
    ),
    Case(
      #""android": 21"#,
      "CREATE INDEX i ON user (lower(nick))",
      "error[requires-newer-sqlite] 1:26 an index on an expression needs SQLite 3.9; Android 5 (API 21) has 3.8 | Avoid it, or support only Android 7 (API 24) and later."
    ),
    Case(#""android": 21"#, "CREATE INDEX i ON user (nick COLLATE NOCASE, \"age\")"),
    Case(
      #""android": 25"#,
      "UPDATE user SET (nick, age) = ('a', 1) WHERE id = 1",
      "error[requires-newer-sqlite] 1:15 SET with a list of columns needs SQLite 3.15; Android 7.1 (API 25) has 3.9 | Avoid it, or support only Android 8 (API 26) and later."
    ),
    Case(
      #""android": 21"#,
      "CREATE VIEW v (a, b) AS SELECT nick, age FROM user",
      "error[requires-newer-sqlite] 1:17 a column list after the name of a view needs SQLite 3.9; Android 5 (API 21) has 3.8 | Avoid it, or support only Android 7 (API 24) and later."
    ),
    Case(
      #""iOS": "14""#,
      "CREATE VIEW v AS WITH c AS MATERIALIZED (SELECT 1) SELECT * FROM c",
      "error[requires-newer-sqlite] 1:30 MATERIALIZED needs SQLite 3.35; iOS 14 has 3.32 | Leave the word out, or support only iOS 15 and later."
    ),
    Case(
      #""iOS": "15.4""#,
      "CREATE VIEW v AS SELECT * FROM log RIGHT OUTER JOIN user ON user = id",
      "error[requires-newer-sqlite] 1:38 RIGHT or FULL JOIN needs SQLite 3.39; iOS 15.4 has 3.37 | Write a LEFT JOIN, or support only iOS 16 and later."
    ),
    Case(
      #""iOS": "13""#,
      "INSERT INTO log (at) SELECT name FROM sqlite_schema",
      "error[requires-newer-sqlite] 1:41 the name sqlite_schema needs SQLite 3.33; iOS 13 has 3.28 | Write sqlite_master, or support only iOS 15 and later."
    ),
    Case(#""iOS": "13""#, "INSERT INTO log (at) VALUES ('FROM sqlite_schema')"),
    Case(
      #""iOS": "15.4""#,
      "UPDATE user SET age = unixepoch(), nick = FORMAT('%d', 1)",
      "error[requires-newer-sqlite] 1:45 format() needs SQLite 3.38; iOS 15.4 has 3.37 | Write printf(), or support only iOS 16 and later.",
      "error[requires-newer-sqlite] 1:25 unixepoch() needs SQLite 3.38; iOS 15.4 has 3.37 | Use strftime('%s'), or support only iOS 16 and later."
    ),
    Case(#""iOS": "15.4""#, "CREATE TABLE log2 (format TEXT CHECK (length(format) > 0))"),
    Case(#""iOS": "15.4""#, "WITH format(a) AS (SELECT 1) UPDATE user SET age = 1 WHERE id = 1"),
    Case(
      #""iOS": "16""#,
      "UPDATE user SET nick = concat(nick, 'x') WHERE id = 1",
      "error[requires-newer-sqlite] 1:26 concat() needs SQLite 3.44; iOS 16 has 3.39 | Use ||, or support only iOS 26 and later."
    ),
    Case(
      #""iOS": "17""#,
      "UPDATE user SET nick = strftime('%Y %e', 'now') WHERE id = 1",
      "error[requires-newer-sqlite] 1:35 a newer % letter of strftime() needs SQLite 3.44; iOS 17 has 3.39 | Avoid it, or support only iOS 26 and later."
    ),
    Case(#""iOS": "17""#, "UPDATE user SET nick = strftime('%%e %Y', 'now') WHERE id = 1"),
    Case(
      #""iOS": "26""#,
      "ALTER TABLE user ALTER COLUMN nick SET NOT NULL",
      "error[requires-newer-sqlite] 1:20 ALTER COLUMN needs SQLite 3.53; iOS 26 has 3.51 | Rebuild the table."
    ),
    Case(
      #""iOS": "26""#,
      "ALTER TABLE user ADD CONSTRAINT old CHECK (age > 0)",
      "error[requires-newer-sqlite] 1:20 ADD CONSTRAINT needs SQLite 3.53; iOS 26 has 3.51 | Rebuild the table."
    ),
    Case(
      #""android": 33"#,
      "CREATE VIRTUAL TABLE t USING fts5 (a, tokenize = 'trigram')",
      "error[requires-newer-sqlite] 1:52 the tokenizer trigram needs SQLite 3.34; Android 13 (API 33) has 3.32 | Avoid it, or support only Android 14 (API 34) and later.",
      "warning[build-option-dependent] 1:32 not every build of SQLite has full-text search with FTS5; Android 13 (API 33) does not have it | Avoid it, ship your own SQLite, or ignore this finding with the reason."
    ),
    Case(
      #""iOS": "18""#,
      "UPDATE user SET age = floor(age) WHERE id = 1",
      "warning[build-option-dependent] 1:25 not every build of SQLite has math functions; iOS 18 may not have it | Avoid it, ship your own SQLite, or support only iOS 26 and later."
    ),
    Case(#""macOS": "26""#, "UPDATE user SET age = floor(age) WHERE id = 1"),
    Case(
      #""iOS": "15""#,
      "UPDATE user SET nick = json_extract(nick, '$') WHERE id = 1",
      "warning[build-option-dependent] 1:26 not every build of SQLite has JSON functions; iOS 15 may not have it | Avoid it, ship your own SQLite, or support only iOS 16 and later."
    ),
    Case(#""sqlite": "3.38""#, "UPDATE user SET nick = json_extract(nick, '$') WHERE id = 1"),
    Case(
      #""android": 30"#,
      "ALTER TABLE user RENAME TO account",
      "warning[alter-rename-platform-difference] 1:15 on Android 11 (API 30), the view “nicks” will still use the old name “user” | Drop the view “nicks” before the RENAME, and recreate it after it."
    ),
    Case(#""android": 30"#, "ALTER TABLE log RENAME TO logs"),
    Case(
      #""iOS": 14"#,
      "ALTER TABLE user ADD COLUMN born INTEGER CHECK (born < 2100 OR age > 0)",
      "warning[added-check-not-verified] 1:44 rows of “user” that violate this CHECK stay on iOS 14, which has SQLite 3.32 | Correct the rows with an UPDATE before this statement."
    ),
    Case(
      #""iOS": 14"#,
      "ALTER TABLE user ADD COLUMN born INTEGER DEFAULT 0 CHECK (born > 0)",
      "warning[added-check-not-verified] 1:54 rows of “user” that violate this CHECK stay on iOS 14, which has SQLite 3.32 | Correct the rows with an UPDATE before this statement."
    ),
    Case(#""iOS": 14"#, "ALTER TABLE user ADD COLUMN born INTEGER CHECK (born > 0)"),
    Case(#""iOS": 11"#, "INSERT INTO nowhere SELECT count(*) OVER () FROM user"),
  ]
}
