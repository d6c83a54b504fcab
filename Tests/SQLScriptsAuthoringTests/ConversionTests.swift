import Foundation
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsAuthoring

struct ConversionTests {
  private func content(_ text: String, _ name: String) throws -> ScriptContent {
    let bundle = ScriptBundle(scripts: [.file(named: name, text: text)])
    let (script, diagnostics) = try bundle.read(try #require(bundle.scripts.first))
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
    return ScriptContent(try #require(script))
  }

  @Test(arguments: [
    ("", []), (" \n;;\n", []), ("SELECT 1", ["SELECT 1"]), ("SELECT 1;", ["SELECT 1"]),
    ("SELECT 1;;SELECT 2;", ["SELECT 1", "SELECT 2"]),
    ("-- a\nSELECT 1;\n\n-- b\nSELECT 2\n;", ["-- a\nSELECT 1", "-- b\nSELECT 2"]),
    ("SELECT 1; -- one\nSELECT 2;", ["SELECT 1; -- one", "SELECT 2"]),
    ("SELECT 1;\n-- the end\n", ["SELECT 1;\n-- the end"]),
    ("SELECT ';' /* ; */;SELECT 2", ["SELECT ';' /* ; */;", "SELECT 2"]),
    (
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3; END; SELECT 4;",
      [
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3; END",
        "SELECT 4",
      ]
    ),
    ("-- description: x\n-- version: 7\n\n-- why\nSELECT 1;", ["-- why\nSELECT 1"]),
  ])
  func `an SQL file is split into statements`(text: String, statements: [String]) throws {
    #expect(try content(text, "sql_default.sql").items.map(\.sql) == statements)
  }

  private static let full = """
    {
      "version": 7,
      "description": "a <b> & \\"c\\"",
      "transaction": false,
      "foreignKeys": "unchecked",
      "allowsRowLoss": [ "visit" ],
      "statements": [
        [ "CREATE TABLE a (", "  x < 1", ")" ],
        { "sql": "DELETE FROM a", "note": "why", "onlyIf": "SELECT 1",
          "ignore": { "delete-without-where": "all of them" } },
        "SELECT 'line\\r\\nends', '\\t', '中文🎉', ']]>'"
      ],
      "verify": [ "SELECT 1 WHERE 0" ]
    }
    """

  @Test(arguments: [ScriptFile.Format.plist, .json])
  func `all keys and texts are kept`(format: ScriptFile.Format) throws {
    let before = try content(Self.full, "sql_default.json")
    #expect(before.items.count == 3)
    let after = try content(before.text(format), "sql_default.\(format.rawValue)")
    #expect(after == before)
    #expect(after.text(format) == before.text(format))
  }

  @Test func `converting to plain SQL reports the keys that it cannot contain`() throws {
    let content = try content(Self.full, "sql_default.json")
    #expect(
      content.problems(in: .sql) == [
        "“allowsRowLoss”", "“verify”", "“note” of item 2", "“onlyIf” of item 2",
        "“ignore” of item 2",
      ])
  }

  @Test func `plain SQL can contain the other keys`() throws {
    var before = ScriptContent([
      "SELECT 1 -- why", "SELECT 2;", "-- a\nSELECT 3", "CREATE TABLE a (x); CREATE TABLE b (x)",
    ])
    before.version = 7
    before.summary = "what: it does"
    before.isTransactional = false
    before.foreignKeys = .unchecked
    let after = try content(before.text(.sql), "sql_default.sql")
    #expect(after.version == 7)
    #expect(after.summary == "what: it does")
    #expect(!after.isTransactional)
    #expect(after.foreignKeys == .unchecked)
    #expect(
      after.items.map(\.sql) == [
        "SELECT 1 -- why\n;", "SELECT 2", "-- a\nSELECT 3", "CREATE TABLE a (x)",
        "CREATE TABLE b (x)",
      ])
  }

  @Test func `converting to a property list reports the character that it cannot contain`() {
    #expect(ScriptContent(["SELECT '\u{1}'"]).problems(in: .plist) == ["the character U+1"])
    #expect(ScriptContent(["SELECT '\t\n\r'"]).problems(in: .plist) == [])
  }

  // MARK: Bundles

  private func inFolder(
    _ files: [String: String], _ body: (String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    try withExtendedLifetime(folder) { try body(folder.path) }
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func convert(_ folder: String, to format: ScriptFile.Format) throws -> Conversion {
    let conversion = try Conversion(of: ScriptBundle(directory: folder), to: format)
    try conversion.write()
    return conversion
  }

  @Test func `the next conversion finishes an interrupted one`() throws {
    let sql = "CREATE TABLE a (x);\n"
    let json = "[\n  \"CREATE TABLE a (x)\"\n]\n"
    for target in [ScriptFile.Format.sql, .json] {
      try inFolder(["sql_default.sql": sql, "sql_default.json": json]) { folder in
        let conversion = try convert(folder, to: target)
        #expect(conversion.refusals.isEmpty)
        #expect(conversion.changes.map(\.after) == [nil])
        #expect(try names(folder) == ["sql_default.\(target.rawValue)"])
      }
    }
  }

  @Test func `a file with other contents is not overwritten`() throws {
    let files = ["sql_default.sql": "SELECT 1;", "sql_default.json": "[ \"SELECT 2\" ]"]
    try inFolder(files) { folder in
      let conversion = try convert(folder, to: .json)
      #expect(conversion.refusals.count == 1)
      #expect(try names(folder) == ["sql_default.json", "sql_default.sql"])
    }
  }

  @Test func `one file that cannot be converted leaves all files unchanged`() throws {
    let files = [
      "sql_default.sql": "CREATE TABLE a (x);", "sql_update_2.sql": "SELECT 'open",
      "sql_update_3.json": "[ \"SELECT 1\" ]",
    ]
    try inFolder(files) { folder in
      // Its string has no end, and would include everything after it.
      let conversion = try convert(folder, to: .json)
      #expect(conversion.refusals.map(\.file.name) == [])
      #expect(conversion.changes.count == 2)
    }
    try inFolder(["sql_default.json": "[ 1 ]", "sql_update_2.json": "[ \"SELECT 1\" ]"]) {
      folder in
      let conversion = try convert(folder, to: .plist)
      #expect(conversion.refusals.map(\.file.name) == ["sql_default.json"])
      #expect(try names(folder) == ["sql_default.json", "sql_update_2.json"])
    }
  }

  @Test func `a statement whose string has no end is not joined with the next`() throws {
    let json = "[ \"SELECT 'open\", \"SELECT 1'\" ]"
    try inFolder(["sql_default.json": json]) { folder in
      let conversion = try convert(folder, to: .sql)
      #expect(conversion.refusals.count == 1)
      #expect(try names(folder) == ["sql_default.json"])
    }
  }

  @Test func `version numbers and labels are kept`() throws {
    try inFolder(["0001_first go.sql": "SELECT 1;", "0002_v1.2.sql": ""]) { folder in
      _ = try convert(folder, to: .plist)
      #expect(try names(folder) == ["sql_update_1_first go.plist", "sql_update_2_v1.2.plist"])
    }
  }

  // MARK: Proofs

  private static let unreachable = [
    "sqlscripts.json": "{ \"minimumVersion\": 4 }",
    "sql_default.sql": "-- version: 7\nCREATE TABLE t (x, end, y);\n",
    "sql_update_5.sql":
      "CREATE TRIGGER r AFTER UPDATE ON t WHEN new.x > new.end\nBEGIN\n  UPDATE t SET x = new.end;\n"
      + "  DELETE FROM t WHERE x > 0;\nEND;\n",
    "sql_update_6.sql": "ALTER TABLE t ADD COLUMN y; -- for users of 4 and 5\n",
    "sql_update_7.sql": "DROP TRIGGER r;\n",
  ]

  @Test func `an update that no script leads to is compared as text, and the result says so`()
    throws
  {
    try inFolder(Self.unreachable) { folder in
      let conversion = try convert(folder, to: .json)
      #expect(!conversion.isRefused)
      #expect(conversion.run.map(\.name) == ["sql_default.sql"])
      #expect(
        conversion.compared.map(\.name) == [
          "sql_update_5.sql", "sql_update_6.sql", "sql_update_7.sql",
        ])
      let update = try content(
        String(contentsOfFile: folder + "/sql_update_5.json", encoding: .utf8), "sql_update_5.json")
      #expect(update.items.count == 1)
    }
  }

  @Test func `a script after one that cannot run here is compared as text, and the result says so`()
    throws
  {
    let files = [
      "sql_default.sql": "CREATE TABLE t (a);\n",
      "sql_update_2.sql": "UPDATE t SET a = function_of_the_app(a);\n",
      "sql_update_3.sql": "ALTER TABLE t ADD b TEXT;\nCREATE INDEX i ON t (b);\n",
    ]
    try inFolder(files) { folder in
      let conversion = try convert(folder, to: .json)
      #expect(!conversion.isRefused)
      #expect(conversion.run.map(\.name) == ["sql_default.sql"])
      #expect(conversion.compared.map(\.name) == ["sql_update_2.sql", "sql_update_3.sql"])
    }
  }

  /// SQLite stores the line ending after the comment with the index.
  @Test func `a script that cannot run here is refused if SQLite might store another text`() throws
  {
    let index = "[\"CREATE INDEX i ON t (x) -- why\", \"DROP TABLE a\"]"
    for first in ["CREATE TABLE t (x)", "SELECT function_of_the_app()"] {
      try inFolder(["sql_default.json": "[\"\(first)\"]", "sql_update_2.json": index]) { folder in
        let conversion = try convert(folder, to: .sql)
        #expect(conversion.isRefused)
        #expect(try names(folder) == ["sql_default.json", "sql_update_2.json"])
      }
    }
  }

  @Test func `a trigger that is cut in two is not the same text`() throws {
    let sql = "CREATE TRIGGER r AFTER UPDATE ON t BEGIN SELECT new.end; DELETE FROM t; END;"
    let whole = [String(sql.dropLast()), "CREATE TABLE z (a)"]
    let cut = [
      "CREATE TRIGGER r AFTER UPDATE ON t BEGIN SELECT new.end", "DELETE FROM t", "END",
      "CREATE TABLE z (a)",
    ]
    let before = try script(sql + "CREATE TABLE z (a);", .sql)
    #expect(
      StatementTexts.areSame(
        before, try script(ScriptContent(whole).text(.json), .json), tails: true))
    #expect(
      !StatementTexts.areSame(
        before, try script(ScriptContent(cut).text(.json), .json), tails: true))
  }

  private func script(_ text: String, _ format: ScriptFile.Format) throws -> Script {
    let bundle = ScriptBundle(scripts: [.file(named: "sql_default.\(format.rawValue)", text: text)])
    let file = try #require(bundle.defaultScript)
    return try #require(bundle.read(file).script)
  }

  @Test(arguments: [
    (
      "sql_default.plist",
      "<plist version=\"1.0\"><array><!-- why --><string>SELECT 1</string></array></plist>"
    ),
    (
      "sql_default.plist",
      "<plist version=\"1.0\"><array><string>SELECT <!-- why -->1</string></array></plist>"
    ),
    ("sql_default.sql", "-- INSERT INTO a VALUES (1);\n"),
  ])
  func `comments that the new format cannot contain are dropped only on request`(
    name: String, text: String
  ) throws {
    try inFolder([name: text]) { folder in
      let refused = try convert(folder, to: .json)
      #expect(refused.isRefused && refused.changes.isEmpty)
      #expect(try names(folder) == [name])
      let bundle = try ScriptBundle(directory: folder)
      let conversion = try Conversion(of: bundle, to: .json, dropsComments: true)
      try conversion.write()
      #expect(conversion.changes.map(\.losesComments) == [true])
      #expect(try names(folder) == ["sql_default.json"])
    }
  }

  @Test func `losing the comments of a template is not reported`() throws {
    let name = "sql_update_1.plist"
    try inFolder([name: ScriptText.update(.plist, description: "x")]) { folder in
      let conversion = try convert(folder, to: .json)
      #expect(!conversion.isRefused && conversion.changes.map(\.losesComments) == [false])
    }
  }

  @Test func `a comment after the lines of a header is not part of the header`() throws {
    #expect(
      try content("-- description: a\r-- why\nSELECT 1;", "sql_default.sql").items.map(\.sql)
        == ["-- why\nSELECT 1"])
    #expect(
      try content("-- description: a\n-- description: b\nSELECT 1;", "sql_default.sql")
        .items.map(\.sql) == ["-- description: b\nSELECT 1"])
  }
}
