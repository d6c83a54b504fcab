import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsAuthoring

/// The bytes of a script file, and edits of them.
struct EditedFile: Sendable, CustomTestStringConvertible {
  let format: ScriptFile.Format
  var bytes: [UInt8]

  init(_ format: ScriptFile.Format, _ text: String) {
    self.format = format
    bytes = Array(text.utf8)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  var testDescription: String { "\(format) \(text.debugDescription)" }

  /// The script; nil if the file has too many mistakes.
  var scriptIfReadable: Script? {
    let name = "sql_update_2.\(format)"
    let file = ScriptFile(
      kind: .update(2), format: format, name: name, displayName: name, content: .bytes(bytes))
    return ScriptBundle(scripts: []).read(file, in: SourceFile(name: name, bytes: bytes)).script
  }

  var script: Script {
    get throws { try #require(scriptIfReadable) }
  }

  var edited: EditedScript {
    get throws {
      let script = try script
      return try EditedScript(script.file, script.document.source, script)
    }
  }

  var statements: [String] {
    get throws { EditedScript.statements(of: try script) }
  }

  /// The keys of the script and of its items, without the texts of the statements.
  var otherKeys: ScriptContent {
    get throws {
      var content = ScriptContent(try script)
      content.items = []
      return content
    }
  }

  /// A typed text as a statement of the file: in an SQL file, it gets the line ends of the file.
  func lines(_ text: String) -> String {
    guard format == .sql, bytes.contains(0x0D) else { return text }
    // “\r\n” is one character, which this does not find.
    return text.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
  }

  mutating func edit(_ change: (EditedScript) throws -> [UInt8]) throws {
    bytes = try change(edited)
  }

  /// The file after an edit.
  func after(_ change: (EditedScript) throws -> [UInt8]) throws -> EditedFile {
    var file = self
    try file.edit(change)
    return file
  }

  /// The places of the statements in the file.
  var places: [Range<Int>] {
    get throws {
      let script = try script
      return ListedPlaces.all(of: script)
    }
  }

  /// The number of bytes at both ends that are the same as in another file. Both may count the same bytes.
  func sharedEnds(with other: EditedFile) -> (start: Int, end: Int) {
    let start = zip(bytes, other.bytes).prefix { $0 == $1 }.count
    let end = zip(bytes.reversed(), other.bytes.reversed()).prefix { $0 == $1 }.count
    return (start, end)
  }
}

/// Files in every format and layout, each with statements that differ.
enum EditedFiles {
  static let plist = [
    "<plist version=\"1.0\">\n<array>\n\t<string>SELECT 1</string>\n\t<string>SELECT 2</string>\n\t<string>SELECT 3</string>\n</array>\n</plist>\n",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<array>\n  <!-- first -->\n  <string>SELECT 1</string> <!-- one -->\n\n  <!-- second\n       of them -->\n  <string>SELECT 2</string>\n  <string>SELECT 3</string><!-- three --> <!-- more -->\n  <!-- end -->\n</array>\n</plist>",
    "<plist>\r\n<array>\r\n    <string>SELECT 'ä &lt; &#228; &amp;'</string>\r\n    <string><![CDATA[SELECT 1 < 2]]></string>\r\n    <string>SELECT\r\n  3</string>\r\n</array>\r\n</plist>\r\n",
    "\u{FEFF}<plist><array><string>SELECT 1</string><string>SELECT 2</string></array></plist>",
    "<plist>\n<array>\n\t<dict>\n\t\t<key>note</key><string>why</string>\n\t\t<key>sql</key>\n\t\t<string>SELECT 1</string>\n\t</dict>\n\t<string>SELECT 2</string>\n\t<dict><key>sql</key><string>SELECT 3</string><key>ignore</key><array><string>no-effect</string></array></dict>\n\t<dict>\n\t\t<key>onlyIf</key><string>SELECT 1</string><key>sql</key><string>SELECT 4</string></dict>\n</array>\n</plist>\n",
    "<plist>\n<dict>\n\t<key>statements</key>\n\t<array>\n\t\t<string>SELECT 1</string>\n\t\t<string>SELECT 2</string>\n\t</array>\n\t<!-- words -->\n\t<key>description</key>\n\t<string>some words</string>\n\t<key>require</key>\n\t<array>\n\t\t<string>SELECT 1 WHERE 0</string>\n\t</array>\n</dict>\n</plist>\n",
    "<plist>\n<dict>\n\t<key>description</key>\n\t<string>d</string>\n\t<key>statements</key>\n\t<array>\n\t\t<!-- only -->\n\t\t<string>SELECT 1</string>\n\t</array>\n</dict>\n</plist>\n",
  ].map { EditedFile(.plist, $0) }

  static let json = [
    "[\n  \"SELECT 1\",\n  \"SELECT 2\",\n  \"SELECT 3\"\n]\n",
    "[\"SELECT 1\", \"SELECT 2\"]", "[ \"SELECT 1\" ]\n",
    "[\"SELECT 1\",\"SELECT 2\",\"SELECT 3\"]",
    "{\n    \"statements\": [\n        \"SELECT '\\u00e4 \\/ \\n'\",\n        \"SELECT 'ä'\"\n    ],\n    \"description\": \"some words\"\n}\n",
    "{\r\n\t\"description\" : \"d\",\r\n\t\"require\": [\"SELECT 1 WHERE 0\"],\r\n\t\"statements\" : [\r\n\t\t\"SELECT 1\" ,\r\n\t\t\"SELECT 2\"\r\n\t]\r\n}\r\n",
    "[\n  [\n    \"SELECT\",\n    \"  1\"\n  ],\n  \"SELECT 2\",\n  [\"SELECT\", \"3\"]\n]\n",
    "[\n  {\"note\": \"why\", \"sql\": \"SELECT 1\"},\n  {\n    \"sql\": [\"SELECT\", \"2\"],\n    \"ignore\": [\"no-effect\"]\n  },\n  {\"onlyIf\": \"SELECT 1\", \"sql\": \"SELECT 3\"},\n  \"SELECT 4\"\n]\n",
    "\u{FEFF}[\n\"SELECT 1\"\n,\n\"SELECT 2\"\n]",
    "[\"SELECT 1\",\n \"SELECT 2\",\n \"SELECT 3\"]\n",
  ].map { EditedFile(.json, $0) }

  static let sql = [
    "SELECT 1;\nSELECT 2;\nSELECT 3;\n", "SELECT 1;\nSELECT 2", "SELECT 1; SELECT 2; SELECT 3;",
    "-- description: some words\n\n-- first\nSELECT 1; -- one\n\n/* second */ SELECT 2;\n-- third\nSELECT 3;\n-- end\n",
    "CREATE TABLE t (a);\r\nCREATE TRIGGER g AFTER INSERT ON t BEGIN\r\n  SELECT 1; SELECT 2;\r\nEND;\r\nSELECT ';' /* ; */;\r\n",
    "\u{FEFF}-- description: d\nSELECT 1\n;\n\n\nSELECT 'a;b' -- no end",
    "SELECT 1;;\n;SELECT 2;\n",
    "-- only\nSELECT 1;\n", "SELECT 1 -- a\n;SELECT 2 -- b\n; -- c\n",
  ].map { EditedFile(.sql, $0) }

  static let all = plist + json + sql

  /// Lists without statements.
  static let empty =
    [
      "<plist>\n<array/>\n</plist>\n", "<plist>\n<array>\n</array>\n</plist>\n",
      "<plist>\n<dict>\n\t<key>statements</key>\n\t<array/>\n</dict>\n</plist>\n",
      "<plist>\n<array>\n\t<!-- One statement in each string. -->\n</array>\n</plist>\n",
      "<plist><array></array></plist>",
    ].map { EditedFile(.plist, $0) }
    + ["[]", "[\n]\n", "{\n  \"statements\": [\n  ]\n}\n", "{\"statements\":[]}"].map {
      EditedFile(.json, $0)
    } + ["", "\n", "-- description: d\n\n-- comment\n", "-- x"].map { EditedFile(.sql, $0) }
}
