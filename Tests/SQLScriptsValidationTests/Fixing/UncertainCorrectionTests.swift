import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Mistakes that can be read in two ways, of which the wrong one would change rows.
struct UncertainCorrectionTests {
  private let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT);\n"

  private func correct(_ name: String, _ text: String) -> [Fixer.Correction] {
    let scripts: [InMemoryScript] = [
      .file(named: "sql_default.sql", text: table), .file(named: name, text: text),
    ]
    return Fixer(ScriptBundle(scripts: scripts)).run().corrections
  }

  @Test(arguments: [
    "DELETE FROM t WHERE ‘b’ <> ‘x’;\n", "UPDATE t SET a = ‘n’ WHERE ‘id’ > 1;\n",
    "INSERT INTO t (a) SELECT ‘b’ FROM t;\n", "DELETE FROM t WHERE ‘b’ IN (‘x’);\n",
    "CREATE INDEX i ON t (‘a’);\n",
  ])
  func `quotes around the name of a column stay, because they may be those of a name`(
    sql: String
  ) {
    #expect(correct("sql_update_2.sql", sql).isEmpty)
  }

  @Test(arguments: [
    ("sql_update_2.json", "[\"INSERT INTO t (a) VALUES ('x'),\",\n\"VALUES ('y')\"]"),
    ("sql_update_2.json", "[\"INSERT INTO t (a) VALUES ('x'),\",\n\"SELECT 'y'\"]"),
    ("sql_update_2.json", "[\"INSERT INTO t (a) VALUES ('x'),\",\n{\"sql\": \"VALUES ('y')\"}]"),
    ("sql_update_2.sql", "INSERT INTO t (a) VALUES ('x'),;\nVALUES ('y');\n"),
    // Lines of a statement are joined by line breaks.
    ("sql_update_2.json", "[[\"INSERT INTO t (a)\", \"VALUES ('x \"\n\"y')\"]]"),
  ])
  func `what may go on in the next item or line is not ended`(name: String, text: String) {
    #expect(correct(name, text).isEmpty)
  }

  @Test func `quotes around a text that is only elsewhere the name of a column become straight`() {
    let corrected = correct("sql_update_2.sql", "INSERT INTO t (a) VALUES (‘a’);\n")
    #expect(
      corrected.map { String(decoding: $0.after, as: UTF8.self) }
        == ["INSERT INTO t (a) VALUES ('a');\n"])
  }

  @Test(arguments: [
    "DELETE FROM t WHERE instr(a, '\\') > 0", "UPDATE t SET a = replace(a, '\\', '/')",
    "UPDATE t SET a = 'C:\\'", "SELECT 1 WHERE 'a' LIKE 'b' ESCAPE '\\'",
    "UPDATE t SET a = 'O\\'Brien'", "UPDATE t SET a = '\\'' || a || '\\''",
  ])
  func `a backslash before the end of a text stays`(sql: String) {
    #expect(correct("sql_update_2.json", "[\"\(sql)\"]").isEmpty)
  }

  @Test func `a quote after two backslashes gets no third one`() {
    #expect(
      correct("sql_update_2.json", "[\n\"UPDATE t SET a = 'say \\\\\"hi\\\\\"'\"\n]").isEmpty)
  }

  @Test(arguments: [
    "CREATE TRIGGR g AFTER DELETE ON t BEGIN INSERT INTO t (a) VALUES (1); DELETE FROM t WHERE id > 1; END",
    "CREATE\u{A0}TRIGGER g AFTER DELETE ON t BEGIN DELETE FROM t WHERE id > 1; END",
    "CREATE OR REPLACE TRIGGER g AFTER DELETE ON t BEGIN SELECT 1; DELETE FROM t WHERE id > 1; END",
    "INSERT INTO t (a) VALUES (‘x; DELETE FROM t WHERE id = 7; y’)",
    "INSERT INTO t (a) VALUES (1) // one; DELETE FROM t WHERE id = 7",
  ])
  func `the pieces of a statement with a mistake get no items of their own`(sql: String) {
    for correction in correct("sql_update_2.json", "[\"\(sql)\"]") {
      #expect(
        correction.after.count { $0 == UInt8(ascii: ",") }
          == sql.utf8.count { $0 == UInt8(ascii: ",") })
    }
  }

  @Test(arguments: [
    "UPDATE t SET a = \"bb\";\n", "UPDATE t SET b = \"hello\", a = \"bb\";\n",
    "INSERT INTO t (a) SELECT \"aa\" FROM t;\n", "UPDATE t SET a = upper(\"bb\") WHERE id = 1;\n",
    "DELETE FROM t WHERE id = 1 AND b = \"aa\";\n", "UPDATE t SET a = “bb”;\n",
    "INSERT INTO t (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET a = \"bb\";\n",
  ])
  func `a text in double quotes that may be a misspelled column stays`(sql: String) {
    #expect(correct("sql_update_2.sql", sql).isEmpty)
  }

  @Test(arguments: [
    ("INSERT INTO t (a) VALUES (\"aa\");\n", "INSERT INTO t (a) VALUES ('aa');\n"),
    ("INSERT INTO t (a) VALUES (“aa”);\n", "INSERT INTO t (a) VALUES ('aa');\n"),
    ("UPDATE t SET a = \"x\" || a || \"y\";\n", "UPDATE t SET a = 'x' || a || 'y';\n"),
    ("CREATE TABLE u (aaa DEFAULT \"aa\");\n", "CREATE TABLE u (aaa DEFAULT 'aa');\n"),
    (
      "INSERT INTO t (a) VALUES (CASE WHEN 1 THEN \"bb\" END);\n",
      "INSERT INTO t (a) VALUES (CASE WHEN 1 THEN 'bb' END);\n"
    ),
    ("INSERT INTO t (a) SELECT \"bb\";\n", "INSERT INTO t (a) SELECT 'bb';\n"),
    (
      "INSERT INTO t (a) SELECT a FROM t LIMIT length(\"bb\");\n",
      "INSERT INTO t (a) SELECT a FROM t LIMIT length('bb');\n"
    ),
  ])
  func `a text in double quotes that cannot be a column becomes one in single quotes`(
    sql: String, wanted: String
  ) {
    #expect(
      correct("sql_update_2.sql", sql).map { String(decoding: $0.after, as: UTF8.self) } == [wanted]
    )
  }

  @Test(arguments: [
    "[\n\"INSERT INTO t (a) VALUES (1),\",\n\"(2)\"\n]",
    "[\n\"UPDATE t SET a = 1,\",\n\"b = 2\"\n]",
    "[\n\"UPDATE t SET a = 1,\",\n\"WHERE id = 2\"\n]",
    // Columns whose names are like verbs.
    "[\n\"UPDATE t SET a = 1,\",\n\"created = 2 WHERE id = 1\"\n]",
    "[\n\"UPDATE t SET a = 1,\",\n\"replace = 2 WHERE id = 1\"\n]",
    "[\n\"INSERT INTO t (a) VALUES (1),\",\n\"SELECT -1\"\n]",
    "[\n\"INSERT INTO t SELECT id,\",\n\"deleted, b FROM t\"\n]",
    "[\n\"INSERT INTO t SELECT id, a,\",\n\"deleted FROM t\"\n]",
  ])
  func `a comma stays at the end of the first part of a statement`(json: String) {
    #expect(correct("sql_update_2.json", json).isEmpty)
    let sql = json.filter { !"[\"]".contains($0) }.replacing(",\n", with: ";\n") + ";\n"
    #expect(correct("sql_update_2.sql", sql).isEmpty)
  }

  @Test(arguments: ["DELETE FROM t WHERE id = 2", "CREAT TABLE u (a)"])
  func `a comma before another statement is deleted`(next: String) {
    let corrected = correct("sql_update_2.sql", "INSERT INTO t (a) VALUES (1),;\n\(next);\n")
    #expect(
      corrected.first.map { String(decoding: $0.after, as: UTF8.self) }?
        .hasPrefix("INSERT INTO t (a) VALUES (1);") == true)
  }

  @Test func `a comma stays before a long comment, behind which the statement may go on`() {
    let comment = "/* \(String(repeating: "x", count: 3_000)) */"
    let sql = "INSERT INTO t (a) VALUES (1),;\n\(comment)\n(2);\n"
    #expect(correct("sql_update_2.sql", sql).isEmpty)
  }

  @Test func `all dictionaries in single quotes become JSON`() throws {
    let first = "{'sql': 'UPDATE t SET a = 1 WHERE id = 1', 'onlyIf': 'SELECT 1'}"
    let corrected = correct(
      "sql_update_2.json", "[\(first), {'sql': 'UPDATE t SET a = 2 WHERE id = 2'}]")
    let wanted = first.replacing("'", with: "\"")
    #expect(
      corrected.map { String(decoding: $0.after, as: UTF8.self) }
        == ["[\(wanted), {\"sql\": \"UPDATE t SET a = 2 WHERE id = 2\"}]"])
  }

  @Test func `a dictionary in single quotes with others inside stays as a whole`() {
    let json = "[{'sql': 'UPDATE t SET a = ''it'' WHERE id = 2'}]"
    #expect(correct("sql_update_2.json", json).isEmpty)
  }

  @Test func `a line in a string of SQL that goes on after a backslash stays`() {
    #expect(correct("sql_update_2.json", "[\n\"UPDATE t SET a = 'C:\\\nx'\"\n]").isEmpty)
  }

  @Test func `a line that goes on after a backslash is joined, unless it has a comment`() {
    let corrected = correct("sql_update_2.json", "[\n\"DELETE FROM t \\\n  WHERE id = 1\"\n]")
    #expect(
      corrected.map { String(decoding: $0.after, as: UTF8.self) }
        == ["[\n\"DELETE FROM t   WHERE id = 1\"\n]"])
    #expect(correct("sql_update_2.json", "[\n\"SELECT 1 -- one \\\n, 2\"\n]").isEmpty)
  }

  @Test(arguments: [
    "ALTER TABLE t ADD COLUMN c TEXT\nGO\nALTER TABLE t ADD COLUMN d TEXT;\n",
    "ALTER TABLE t ADD COLUMN c TEXT GO ALTER TABLE t ADD COLUMN d TEXT GO;\n",
    "ALTER TABLE t ADD COLUMN c INTEGER\nnew column d\nALTER TABLE t ADD COLUMN d INTEGER;\n",
    "ALTER TABLE t ADD COLUMN c\nnote\nALTER TABLE t ADD COLUMN d;\n",
    "CREATE VIEW v AS SELECT a FROM t\nGO\nDROP VIEW IF EXISTS w;\n",
    "INSERT INTO t (a) SELECT a FROM t und INSERT INTO t (a) VALUES (1);\n",
  ])
  func `statements are not separated after a word that would become a type or an alias`(
    sql: String
  ) {
    #expect(correct("sql_update_2.sql", sql).isEmpty)
  }

  @Test(arguments: [
    "ALTER TABLE t ADD COLUMN c UNSIGNED BIG INT\nALTER TABLE t ADD COLUMN d;\n",
    "ALTER TABLE t ADD COLUMN c\nALTER TABLE t ADD COLUMN d\nTEXT;\n",
    "CREATE TABLE u (id INTEGER PRIMARY KEY)\nSTRICT\nINSERT INTO u VALUES (1);\n",
    "ALTER TABLE t RENAME TO\nu\nINSERT INTO u (a) VALUES (1);\n",
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1;\nEND\nINSERT INTO t (a) VALUES (1);\n",
    "INSERT INTO t (a) SELECT x.b FROM t x\nINSERT INTO t (a) VALUES (1);\n",
  ])
  func `statements are separated after a word that belongs to the first one`(sql: String) {
    #expect(correct("sql_update_2.sql", sql).count == 1)
  }

  @Test(arguments: [
    "'Paris is=\n the capital', 'K=C3=B6ln'", "=\n'K=C3=B6ln', 1", "'Saint-\nDenis', 'x'",
    "'a', 'http://example.org/long/\r\npath'",
  ])
  func `a line break that would change a text stays`(values: String) {
    #expect(
      correct("sql_update_2.json", "[\n\"INSERT INTO t (a, b) VALUES (\(values))\"\n]").isEmpty)
  }

  @Test func `a line break outside of texts is written as an escape`() {
    let corrected = correct(
      "sql_update_2.json",
      "[\"UPDATE t SET a = 'it''s \\\"x\\\"' -- it's\n, b =\n 'y' WHERE id=10\"]")
    #expect(
      corrected.map { String(decoding: $0.after, as: UTF8.self) } == [
        "[\"UPDATE t SET a = 'it''s \\\"x\\\"' -- it's\\n, b =\\n 'y' WHERE id=10\"]"
      ])
  }

  @Test(arguments: [
    "UPDATE t SET a = 'x'\n<string>WHERE id = 1", "DELETE FROM t\n<string>WHERE id = 1",
    "CREATE TABLE p (id INTEGER,\n<string>name TEXT)", "INSERT INTO t (a)\n<string>VALUES (1)",
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN\n<string>DELETE FROM t WHERE id = 1; END",
  ])
  func `a string tag between two parts of a statement gets no end tag before it`(parts: String) {
    let list = "<plist version=\"1.0\">\n<array>\n<string>\(parts)</string>\n</array>\n</plist>\n"
    #expect(correct("sql_update_2.plist", list).isEmpty)
  }

  @Test(arguments: ["—", "–"])
  func `a dash between spaces stays, because it may start a comment`(dash: String) {
    #expect(
      correct("sql_update_2.sql", "UPDATE t SET id = 30 \(dash) id\nWHERE id = 4;\n").isEmpty)
    let corrected = correct("sql_update_2.sql", "UPDATE t SET id = \(dash)3 WHERE id = 4;\n")
    #expect(
      corrected.map { String(decoding: $0.after, as: UTF8.self) } == [
        "UPDATE t SET id = -3 WHERE id = 4;\n"
      ])
  }

  @Test func `a misspelled version stays if new databases would lack what updates create`() {
    let bundle = { (start: String) in
      ScriptBundle(scripts: [
        .file(named: "sql_default.sql", text: "-- verison: 2\nCREATE TABLE t (id\(start));\n"),
        .file(named: "sql_update_2.sql", text: "ALTER TABLE t ADD COLUMN a;\n"),
      ])
    }
    let outcome = Fixer(bundle("")).run()
    #expect(outcome.corrections.isEmpty)
    #expect(outcome.refusals.count == 1)
    #expect(Fixer(bundle(", a")).run().corrections.count == 1)
  }

  @Test func `a correction that needs another script is made in the same run`() {
    let scripts: [InMemoryScript] = [
      .file(named: "sql_default.sql", text: table),
      .file(named: "sql_update_2.sql", text: "ALTEER TABLE t ADD COLUMN c;\n"),
      .file(
        named: "sql_update_3.json",
        text: "[\n\"CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE id = 9； END\",\n"
          + "\"INSERT INTO t (a) VALUES ('Eve)\"\n]"),
    ]
    let first = Fixer(ScriptBundle(scripts: scripts)).run()
    let contents = Dictionary(
      first.corrections.map { ($0.file.name, $0.after) }, uniquingKeysWith: { $1 })
    #expect(contents.keys.sorted() == ["sql_update_2.sql", "sql_update_3.json"])
    let again = Fixer(ScriptBundle(scripts: scripts).replacing(contents)).run()
    #expect(again.corrections.isEmpty)
  }
}
