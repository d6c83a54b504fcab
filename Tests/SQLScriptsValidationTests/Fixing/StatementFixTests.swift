import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting
import Testing

@testable import SQLScriptsValidation

/// The corrections of rules in statements, in every syntax that a statement can have in a file.
@Suite struct StatementFixTests {
  static let table = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"

  struct Case: CustomTestStringConvertible, Sendable {
    var rule: String
    var before: String
    /// Nil if the statement stays unchanged.
    var after: String?
    /// Whether it stays unchanged because it runs, and the correction would give another result.
    var isProtected = false

    init(_ rule: String, _ before: String, _ after: String?) {
      (self.rule, self.before, self.after) = (rule, before, after)
    }

    static func protected(_ rule: String, _ before: String) -> Case {
      var example = Case(rule, before, nil)
      example.isProtected = true
      return example
    }

    var testDescription: String { "\(rule): \(before)" }
  }

  /// The text of a file before and after a statement, and how it escapes characters.
  enum Form: String, CaseIterable, Sendable {
    case sql, json, escapedJSON, plist, entities, section

    var format: String {
      switch self {
      case .sql: "sql"
      case .json, .escapedJSON: "json"
      case .plist, .entities, .section: "plist"
      }
    }

    func file(_ statement: String) -> String {
      switch self {
      case .sql: "\(statement);\r\n"
      case .json: "[\r\n  \"\(JSONText.escaped(statement))\"\r\n]\r\n"
      case .escapedJSON: "[\"SELECT '\\u00e9\\n'\", \"\(JSONText.escaped(statement))\"]"
      case .plist:
        list(
          statement.map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : "\($0)" }.joined())
      case .entities:
        list(
          statement.unicodeScalars.map { scalar in
            scalar.isASCII && !"&<>".unicodeScalars.contains(scalar)
              ? "\(scalar)" : Self.entity(scalar)
          }.joined())
      case .section: list("<![CDATA[\(statement)]]>")
      }
    }

    private static func entity(_ scalar: Unicode.Scalar) -> String {
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: "&#x\(String(scalar.value, radix: 16));"
      }
    }

    private func list(_ text: String) -> String {
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<plist version=\"1.0\"><array>\r\n"
        + "<string>\(text)</string>\r\n</array></plist>\r\n"
    }
  }

  static let corrected: [Case] = [
    .init(
      "smart-quotes", "UPDATE user SET name = ‘none’ WHERE id = 1",
      "UPDATE user SET name = 'none' WHERE id = 1"),
    .init(
      "smart-quotes", "UPDATE user SET name = “it's” WHERE id = 1",
      "UPDATE user SET name = 'it''s' WHERE id = 1"),
    .init(
      "smart-quotes", "INSERT INTO user (name) VALUES (‘a，b’), (“c \"d\"”)",
      "INSERT INTO user (name) VALUES ('a，b'), ('c \"d\"')"),
    .protected("smart-quotes", "CREATE TABLE “town” (id INTEGER)"),
    .protected("smart-quotes", "CREATE TABLE ‘town’ (“the name” TEXT DEFAULT “none”)"),
    .init(
      "smart-quotes", "INSERT INTO “user” (“name”) VALUES (“Ada”)",
      "INSERT INTO \"user\" (\"name\") VALUES ('Ada')"),
    .init(
      "smart-quotes", "INSERT INTO user (name) VALUES ('none’)",
      "INSERT INTO user (name) VALUES ('none')"),
    .init(
      "smart-quotes", "INSERT INTO user (name) VALUES (「無」)",
      "INSERT INTO user (name) VALUES ('無')"),
    .protected(
      "smart-quotes",
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET name = ’x’ WHERE id = 1; END"),
    .init("smart-quotes", "UPDATE user SET name = “x” WHERE “name” = ‘a’", nil),
    .init("smart-quotes", "UPDATE user SET name = “naem” WHERE id = 1", nil),
    .init("smart-quotes", "CREATE VIEW v AS SELECT “name” FROM user", nil),
    .init("smart-quotes", "UPDATE user SET name = ‘it’s’ WHERE id = 1", nil),
    .init("smart-quotes", "UPDATE user SET name = ‘x', age = 'y’", nil),
    .init("smart-quotes", "UPDATE user SET name = “x\" , age = “y\"", nil),
    .init("smart-quotes", "UPDATE user SET name = «x', age = 'y»", nil),
    .init("smart-quotes", "INSERT INTO user (name) VALUES (‘x'), ('y’)", nil),
    .init("smart-quotes", "DELETE FROM user WHERE name = ‘x' OR name LIKE 'y’", nil),
    .init("smart-quotes", "UPDATE user SET name = ‘x' || age || 'y’", nil),
    .init(
      "smart-quotes", "UPDATE user SET name = ‘O''Hara’ WHERE id = 1",
      "UPDATE user SET name = 'O''Hara' WHERE id = 1"),
    .init("smart-quotes", "UPDATE users SET name = ‘x’ WHERE id = 1", nil),
    .init(
      "fullwidth-punctuation", "CREATE TABLE town （id INTEGER，name TEXT）",
      "CREATE TABLE town (id INTEGER,name TEXT)"),
    .init(
      "fullwidth-punctuation", "INSERT INTO user（id，name） VALUES （1，'a，b'）；",
      "INSERT INTO user(id,name) VALUES (1,'a，b');"),
    .init(
      "fullwidth-punctuation", "UPDATE user SET name ＝ 'é' WHERE id = 1",
      "UPDATE user SET name = 'é' WHERE id = 1"),
    .init("fullwidth-punctuation", "INSERT INTO user (id) VALUES (？)", nil),
    .init("fullwidth-punctuation", "CREATE TABLE town (名字（旧） TEXT)", nil),
    .init("fullwidth-punctuation", "INSERT INTO user (id，nmae) VALUES (1，2)", nil),
    .protected("non-breaking-space", "ALTER TABLE user ADD COLUMN nick\u{A0}TEXT"),
    .init(
      "non-breaking-space", "DELETE\u{3000}FROM\u{3000}user WHERE name = '\u{3000}'",
      "DELETE FROM user WHERE name = '\u{3000}'"),
    .init("non-breaking-space", "ALTER TABLE user ADD COLUMN \"nick\u{A0}name\" TEXT", nil),
    .protected("invisible-character", "ALTER TABLE user ADD COLUMN nick\u{200B}name TEXT"),
    .init(
      "invisible-character", "UPDATE \"us\u{AD}er\" SET age = 1 WHERE id = 1",
      "UPDATE \"user\" SET age = 1 WHERE id = 1"),
    .init("invisible-character", "INSERT INTO user (name) VALUES ('a\u{200B}')", nil),
    .init("invisible-character", "ALTER TABLE user ADD COLUMN nick\u{202E}name TEXT", nil),
    .init(
      "dash-lookalike", "UPDATE user SET age = age –1 WHERE id = −1",
      "UPDATE user SET age = age -1 WHERE id = -1"),
    .init("dash-lookalike", "DELETE FROM user WHERE id = 1 — the first", nil),
    .init("dash-lookalike", "CREATE TABLE town (first‑name TEXT)", nil),
    .init(
      "trailing-comma-in-list", "CREATE TABLE town (id INTEGER,)", "CREATE TABLE town (id INTEGER)"),
    .init(
      "trailing-comma-in-list", "UPDATE user SET age = 1, WHERE id < 3",
      "UPDATE user SET age = 1 WHERE id < 3"),
    .init(
      "trailing-comma-in-list", "CREATE TABLE town (\r\n  id INTEGER,\r\n)",
      "CREATE TABLE town (\r\n  id INTEGER\r\n)"),
    .init("trailing-comma-in-list", "INSERT INTO user (id, name) VALUES (1,)", nil),
    .init("trailing-comma-in-list", "CREATE TABLE town (id INTEGER, UNIQUE (id, ))", nil),
    .init("trailing-comma-in-list", "CREATE TABLE town (\r\n  id INTEGER,\r\n\r\n)", nil),
    .init("trailing-comma-in-list", "UPDATE user SET age = 1,  WHERE id < 3", nil),
    .init("trailing-comma-in-list", "INSERT INTO user (id) VALUES (7),--(8)", nil),
    .init("trailing-comma-in-list", "CREATE TABLE town (id INTEGER,/* name TEXT */)", nil),
    .init("keyword-typo", "CRAETE TABLE town (id INTEGER)", "CREATE TABLE town (id INTEGER)"),
    .init("keyword-typo", "create tabel town (id integer)", "create table town (id integer)"),
    .init("keyword-typo", "DELETE FROM user WERE id < 1", "DELETE FROM user WHERE id < 1"),
    .init("keyword-typo", "DELETE FROM users WERE id < 1", nil),
    .init(
      "apostrophe-in-text", "INSERT INTO user (name) VALUES ('O'Brien & <co>')",
      "INSERT INTO user (name) VALUES ('O''Brien & <co>')"),
    .init(
      "apostrophe-in-text", "INSERT INTO user (name) VALUES ('rock 'n' roll')", nil),
    .init(
      "apostrophe-in-text", "INSERT INTO user (name) VALUES ('it\\'s')",
      "INSERT INTO user (name) VALUES ('it''s')"),
    .init(
      "apostrophe-in-text", "UPDATE user SET name = 'Baker's' WHERE name = 'it's'",
      "UPDATE user SET name = 'Baker''s' WHERE name = 'it''s'"),
    .init(
      "apostrophe-in-text", "INSERT INTO user (name, age) VALUES ('l'eau', 'b'), ('l'air', 'd')",
      "INSERT INTO user (name, age) VALUES ('l''eau', 'b'), ('l''air', 'd')"),
    .init(
      "apostrophe-in-text",
      "UPDATE user SET name = CASE WHEN age > 3 THEN 'dear ELSE 'cheap' END WHERE id < 9", nil),
    .init(
      "double-quoted-text", "INSERT INTO user (name) VALUES (\"it's \"\"é\"\"\"), (\"b\")",
      "INSERT INTO user (name) VALUES ('it''s \"é\"'), ('b')"),
    .init(
      "double-quoted-text", "CREATE TABLE town (name TEXT DEFAULT \"\")",
      "CREATE TABLE town (name TEXT DEFAULT '')"),
    .init(
      "double-quoted-text",
      "CREATE TRIGGER t BEFORE DELETE ON user BEGIN SELECT RAISE(ABORT, \"no\"); END",
      "CREATE TRIGGER t BEFORE DELETE ON user BEGIN SELECT RAISE(ABORT, 'no'); END"),
    // With a column of this name, which a later script may add, they are read as the column.
    .init("double-quoted-text", "CREATE VIEW v AS SELECT name, \"nick\" AS n FROM user", nil),
    .init(
      "double-quoted-text",
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN UPDATE user SET name = \"nick\"; END", nil),
    .init("double-quoted-text", "CREATE TABLE town (name TEXT CHECK (name <> \"none\"))", nil),
  ]

  private func bundle(_ bytes: [UInt8], _ format: String) -> ScriptBundle {
    ScriptBundle(scripts: [
      .default([Self.table]), .file(named: "sql_update_2.\(format)", bytes: bytes),
    ])
  }

  private func count(_ rule: String, _ bundle: ScriptBundle) -> Int {
    Validator(ScriptLibrary(bundle)).validate().diagnostics.count { $0.id == rule }
  }

  @Test(arguments: corrected, Form.allCases)
  func `a statement is corrected in the syntax of its file, in one run`(
    _ example: Case, form: Form
  ) throws {
    let text = form.file(example.before)
    let found = bundle(Array(text.utf8), form.format)
    #expect(count(example.rule, found) > 0)
    let outcome = Fixer(found).run()
    guard let after = example.after else {
      #expect(outcome.corrections.map { String(decoding: $0.after, as: UTF8.self) } == [])
      #expect(
        outcome.refusals.allSatisfy { refusal in
          if case .changesResult = refusal.reason { example.isProtected } else { false }
        })
      #expect(outcome.refusals.count == (example.isProtected ? 1 : 0))
      return
    }
    let correction = try #require(outcome.corrections.first, "\(outcome.refusals)")
    #expect(correction.diagnostics.allSatisfy { $0.id == example.rule })
    let corrected = bundle(correction.after, form.format)
    let written = Array(form.file(after).utf8)
    #expect(try statement(corrected) == statement(bundle(written, form.format)))
    #expect(count(example.rule, corrected) == 0)
    #expect(Fixer(corrected).run().corrections.isEmpty)
    guard form != .entities else { return }
    #expect(correction.after == written)
  }

  /// The text of the last statement of the update.
  private func statement(_ bundle: ScriptBundle) throws -> String {
    let file = try #require(bundle.updates.first)
    let script = try #require(try bundle.read(file).script)
    let item = try #require(script.items.last)
    return script.text(item.text)
  }

  @Test(arguments: [
    // Two names in a list that lost their quotes and comma, or one with an apostrophe.
    "DELETE FROM user WHERE name IN ('O'Brien', 'x')",
    "DELETE FROM user WHERE name IN ('a' 'b')",
    "UPDATE user SET name = 'Ada WHERE name = 'Bob'",
    "INSERT INTO user (name) VALUES ('dear ELSE 'cheap')",
    // One of two apostrophes has become typographic, or both are intended.
    "INSERT INTO user (name) VALUES ('it’'s')",
    "INSERT INTO user (name) VALUES ('it'“s')",
    // The remaining quote of a string, and one between two strings.
    "UPDATE user SET name = CASE WHEN age > 5 THEN 'dear' E'LSE 'a < b' END",
    "DELETE FROM user WHERE name = 'say 'hi\"'",
    // don't, with two letters in the wrong order.
    "INSERT INTO user (name) VALUES ('do'n't')",
  ])
  func `ambiguous quotes are not changed`(text: String) {
    #expect(Fixer(bundle(Array(text.utf8), "sql")).run().corrections.isEmpty)
  }

  @Test(arguments: ["INDE Xname ON user (age)", "INDE Xq ON user (age)"])
  func `a letter that may belong to the next word is not changed`(rest: String) {
    #expect(Fixer(bundle(Array("CREATE \(rest)".utf8), "sql")).run().corrections.isEmpty)
  }

  @Test(arguments: [
    // The remains of \"' after a quote was lost, and a backslash that JSON does not allow.
    (#"["INSERT INTO user (name) VALUES ('say \"hi\')"]"#, false),
    (#"["INSERT INTO user (name) VALUES (\'hi\"')"]"#, false),
    (#"["INSERT INTO user (name) VALUES (\'hi\')"]"#, true),
    (#"["INSERT INTO user (name) VALUES (\'say \"hi\"\')"]"#, true),
  ])
  func `a backslash before an apostrophe is removed if no quote is missing`(
    json: String, isCorrected: Bool
  ) {
    #expect(Fixer(bundle(Array(json.utf8), "json")).run().corrections.isEmpty != isCorrected)
  }

  @Test func `a byte order mark and a mistake are corrected in one run`() {
    let text = "\u{FEFF}DELETE FROM user WHERE id ＝ 1;\r\n"
    let outcome = Fixer(bundle(Array(text.utf8), "sql")).run()
    #expect(
      outcome.corrections.map { String(decoding: $0.after, as: UTF8.self) } == [
        "DELETE FROM user WHERE id = 1;\r\n"
      ])
  }

  @Test func `full-width semicolons separate the statements of plain SQL`() {
    let text = "CREATE TABLE town （id INTEGER）；\nINSERT INTO town VALUES （1）；\n"
    let outcome = Fixer(bundle(Array(text.utf8), "sql")).run()
    #expect(
      outcome.corrections.map { String(decoding: $0.after, as: UTF8.self) } == [
        "CREATE TABLE town (id INTEGER);\nINSERT INTO town VALUES (1);\n"
      ])
  }

  @Test func `a statement with hundreds of mistakes is corrected completely`() {
    let rows = (1...400).map { "（\($0)，‘é’）" }.joined(separator: "，")
    let outcome = Fixer(bundle(Array("INSERT INTO user（id，name） VALUES \(rows)".utf8), "sql")).run()
    let straight = (1...400).map { "(\($0),'é')" }.joined(separator: ",")
    #expect(
      outcome.corrections.map { String(decoding: $0.after, as: UTF8.self) } == [
        "INSERT INTO user(id,name) VALUES \(straight)"
      ])
  }

  @Test func `a string that spans two lines of a list is corrected at both ends`() {
    let text = "[[\"DELETE FROM user WHERE name = ‘a\", \"b’\"]]"
    let outcome = Fixer(bundle(Array(text.utf8), "json")).run()
    #expect(
      outcome.corrections.map { String(decoding: $0.after, as: UTF8.self) } == [
        "[[\"DELETE FROM user WHERE name = 'a\", \"b'\"]]"
      ])
  }
}
