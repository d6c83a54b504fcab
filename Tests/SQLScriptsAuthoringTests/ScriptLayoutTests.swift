import SQLScriptsAuthoring
import SQLScriptsFiles
import Testing

struct ScriptLayoutTests {
  private func layout(_ text: String, _ name: String) throws -> ScriptLayout {
    try ScriptLayout(of: ScriptBundle(scripts: [.file(named: name, text: text)]))
  }

  /// The formatted text, which formatting again does not change.
  private func laidOut(_ text: String, _ name: String) throws -> String {
    let first = try layout(text, name)
    #expect(first.refusals.isEmpty)
    let once = first.changes.first.map { String(decoding: $0.after, as: UTF8.self) } ?? text
    #expect(try layout(once, name).changes.isEmpty, "a second time it changes again")
    return once
  }

  @Test(arguments: [
    ("[]", "[]\n"), ("[ \"a\" ,\"b\"]\r\n", "[\n  \"a\",\n  \"b\"\n]\n"),
    (
      "{\"statements\":[[\"a\",\" b\"],{\"sql\":\"c [1, 2] \\\" , {\"}],\"verify\":[ ]}",
      """
      {
        "statements": [
          [
            "a",
            " b"
          ],
          {
            "sql": "c [1, 2] \\" , {"
          }
        ],
        "verify": []
      }

      """
    ),
  ])
  func `JSON is indented by two spaces for each level`(text: String, expected: String) throws {
    #expect(try laidOut(text, "sql_update_2.json") == expected)
  }

  @Test(arguments: [
    "<!DOCTYPE plist PUBLIC \"x\" \"http:</dict>y\">", "<!DOCTYPE plist SYSTEM 'a>b\"c'>",
    "<!DOCTYPE plist>",
  ])
  func `a DOCTYPE stays as it is, whatever its address contains`(declaration: String) throws {
    let once = try laidOut(
      declaration + "<plist><array><string>a</string></array></plist>", "sql_update_2.plist")
    #expect(once.hasPrefix(declaration + "\n<plist>"))
  }

  @Test
  func `a property list is indented by one tab for each level and keeps its comments and texts`()
    throws
  {
    let text = """
      <?xml version="1.0"?><plist version="1.0"><dict>
            <key>statements</key> <!-- in order -->
      <array><!-- first -->
      <string>SELECT '<![CDATA[ </string> ]]>'
         , 1</string>
      <array/><dict><key>sql</key><string> a &amp; b </string></dict></array></dict></plist>
      """
    #expect(
      try laidOut(text.replacing("<array/>", with: ""), "sql_update_2.plist") == """
        <?xml version="1.0"?>
        <plist version="1.0">
        <dict>
        \t<key>statements</key> <!-- in order -->
        \t<array> <!-- first -->
        \t\t<string>SELECT '<![CDATA[ </string> ]]>'
           , 1</string>
        \t\t<dict>
        \t\t\t<key>sql</key>
        \t\t\t<string> a &amp; b </string>
        \t\t</dict>
        \t</array>
        </dict>
        </plist>

        """)
  }

  @Test(arguments: [
    ("", ""), ("SELECT 1", "SELECT 1;\n"), ("\n\n  SELECT 1 ;  ", "SELECT 1;\n"),
    ("SELECT  1;SELECT 2;\n\n\n\nSELECT 3;", "SELECT  1;\nSELECT 2;\n\nSELECT 3;\n"),
    ("SELECT 1; -- one \n-- two\nSELECT 2;", "SELECT 1; -- one\n-- two\nSELECT 2;\n"),
    ("SELECT 1 -- one", "SELECT 1 -- one"), ("SELECT 1;\n\n\n-- end", "SELECT 1;\n\n-- end\n"),
    (
      "-- description:  x\n\n\n--version: 2\nSELECT 1;",
      "-- description:  x\n--version: 2\n\nSELECT 1;\n"
    ),
    ("-- only\n   -- words  ", "-- only\n   -- words\n"),
    ("CREATE TABLE a (\r\n  x\r\n);\r\n", "CREATE TABLE a (\r\n  x\r\n);\n"),
  ])
  func `an SQL file keeps its statements and its paragraphs`(
    text: String, expected: String
  ) throws {
    #expect(try laidOut(text, "sql_default.sql") == expected)
  }

  @Test func `a file that cannot be read is refused`() throws {
    #expect(try layout("[ 1 ]", "sql_default.json").refusals.count == 1)
    #expect(try layout("[ \"a\", ]", "sql_default.json").changes.isEmpty)
  }

  private static let stored = [
    "CREATE TABLE t (\n  x,\n\n\n  \"end\"   CHECK (\"end\" > 0)\n)  ",
    "CREATE VIEW v AS\n  SELECT CASE\n    WHEN x THEN 1 END\n\n\n  AS y\tFROM t",
    "CREATE TRIGGER r AFTER UPDATE ON t WHEN new.x > new.end\nBEGIN\n\n\n  UPDATE t SET x = new.end ;\n\n\n"
      + "  DELETE FROM t   WHERE x > 0; \nEND", "CREATE INDEX i ON t (\n x\n)",
    "CREATE TABLE strict (x TEXT) STRICT\n", "CREATE UNIQUE INDEX u ON t (x)\n",
    "CREATE TABLE w (x PRIMARY KEY) WITHOUT ROWID /* why */\n\n",
    "CREATE TABLE IF NOT EXISTS o (x PRIMARY KEY) WITHOUT ROWID ",
  ]

  @Test func `statements of several lines stay unchanged in every format`() throws {
    let sql = Self.stored.map { "  \($0);\n\n\n\n" }.joined()
    let files = [
      ("sql", sql), ("json", ScriptContent(Self.stored).text(.json).replacing("\n", with: " ")),
      ("plist", ScriptContent(Self.stored).text(.plist).replacing("\t<string>", with: "<string>")),
    ]
    for (format, text) in files {
      let name = "sql_default.\(format)"
      let layout = try layout(text, name)
      #expect(layout.refusals.isEmpty, "\(name)")
      #expect(layout.differences == [], "\(name)")
      #expect(layout.compared.isEmpty, "\(name)")
      #expect(layout.changes.count == 1, "\(name)")
    }
  }

  @Test func `an update that no script leads to is formatted and compared only as text`() throws {
    let layout = try ScriptLayout(
      of: ScriptBundle(scripts: [
        .file(named: "sql_default.sql", text: "-- version: 3\n\nCREATE TABLE a (x, y);\n"),
        .file(named: "sql_update_3.sql", text: "\n\n ALTER TABLE a ADD y;"),
      ]))
    #expect(layout.changes.map(\.file.name) == ["sql_update_3.sql"])
    #expect(layout.compared.map(\.name) == ["sql_update_3.sql"])
  }
}
