import SQLScriptsAuthoring
import SQLScriptsFiles
import Testing

struct ScriptLayoutTests {
  private func layout(_ text: String, _ name: String) throws -> ScriptLayout {
    try ScriptLayout(of: ScriptBundle(scripts: [.file(named: name, text: text)]))
  }

  /// The laid out text, which a second time is left alone.
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
  func `JSON gets two spaces a level`(text: String, expected: String) throws {
    #expect(try laidOut(text, "sql_update_2.json") == expected)
  }

  @Test func `a property list gets a tab a level, and keeps its comments and its texts`() throws {
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

  @Test func `what cannot be read is refused`() throws {
    #expect(try layout("[ 1 ]", "sql_default.json").refusals.count == 1)
    #expect(try layout("[ \"a\", ]", "sql_default.json").changes.isEmpty)
  }
}
