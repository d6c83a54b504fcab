import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsFiles

struct SQLFileShapeTests {
  @Test func `a file of comments is a script without statements`() throws {
    #expect(try script("-- nothing\n;", name: "sql_update_2.sql").items.isEmpty)
  }

  @Test func `the whole text is one item`() throws {
    let text = "CREATE TABLE a(b);\nSELECT 1"
    let script = try script(text, name: "sql_update_2.sql")
    #expect(script.items.map(\.number) == [1])
    #expect(script.text(try #require(script.items.first).text) == text)
    #expect(script.document.text.last == 0)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `comment lines at the start can contain keys`(lineEnd: String) throws {
    let lines = [
      "", "-- Copyright: nobody", "-- description: adds: a", "--transaction:false",
      "  -- version: 7", "-- foreignKeys: unchecked", "CREATE TABLE a(b);", "-- version: 9",
    ]
    let script = try script(lines.joined(separator: lineEnd), name: "sql_default.sql")
    #expect(script.summary == "adds: a" && script.version == 7)
    #expect(!script.isTransactional && script.foreignKeys == .unchecked)
  }

  @Test(arguments: [
    ("-- transaction: no\r\nSELECT 1", "wrong-value-type", 16..<18),
    ("-- version: 0\nSELECT 1", "wrong-value-type", 12..<13),
    ("-- version: 99999999999999999999", "wrong-value-type", 12..<32),
    ("-- foreignKeys:", "wrong-value-type", 15..<15), ("SELECT '\0'", "nul-character", 8..<9),
  ])
  func `an invalid key is reported at its place`(
    text: String, id: String, range: Range<Int>
  ) throws {
    let diagnostics = try read(text, name: "sql_default.sql").diagnostics
    #expect(diagnostics.map(\.id) == [id])
    #expect(diagnostics.first?.span.range == range)
  }

  @Test(arguments: ["-- version = 3", "-- Version 3", "--version 3"])
  func `a version without a colon is reported`(comment: String) throws {
    let diagnostics = try read("\(comment)\nSELECT 1", name: "sql_default.sql").diagnostics
    #expect(diagnostics.map(\.id) == ["unknown-key"])
    #expect(try read("\(comment)\nSELECT 1", name: "sql_update_2.sql").diagnostics.isEmpty)
  }

  @Test(arguments: [
    "-- version 1", "-- version 3 of the schema", "-- version 1.2", "-- Session 3", "-- versions",
  ])
  func `a comment that mentions a version is only a comment`(comment: String) throws {
    #expect(try read("\(comment)\nSELECT 1", name: "sql_default.sql").diagnostics.isEmpty)
  }

  @Test(arguments: ["-- Version: 2", "-- verson: 2", "-- VERSION: 7"])
  func `a comment about a version in an update is only a comment`(comment: String) throws {
    #expect(try read("\(comment)\nSELECT 1", name: "sql_update_2.sql").diagnostics.isEmpty)
  }

  @Test func `a comment about another version may be a key`() throws {
    let severities = try ["Version: 1", "Version: 7", "verson: 7"].map {
      try read("-- \($0)\nSELECT 1", name: "sql_default.sql").diagnostics.map(\.severity)
    }
    #expect(severities == [[], [.warning], [.error]])
  }

  @Test func `a version in an update is an error`() throws {
    let diagnostics = try read("-- version: 2\nSELECT 1", name: "sql_update_2.sql").diagnostics
    #expect(diagnostics.map(\.id) == ["unknown-key"])
  }

  @Test func `a byte order mark is not part of the text, but positions count it`() throws {
    let (script, diagnostics) = try read("\u{FEFF}SELECT 1", name: "sql_update_2.sql")
    #expect(diagnostics.map(\.id) == ["byte-order-mark"])
    let read = try #require(script)
    let item = try #require(read.items.first)
    #expect(read.text(item.text) == "SELECT 1")
    #expect(read.span(of: item.text).range == 3..<11)
  }

  @Test(arguments: [[0xFF, 0xFE, 0x53, 0], [0x53, 0, 0x45, 0], [0x53, 0xE9, 0x45]] as [[UInt8]])
  func `another encoding is refused`(bytes: [UInt8]) throws {
    let bundle = ScriptBundle(scripts: [.file(named: "sql_update_2.sql", bytes: bytes)])
    let (script, diagnostics) = try bundle.read(bundle.updates[0])
    #expect(script == nil && diagnostics.map(\.id) == ["not-utf8"])
  }

  @Test(arguments: [
    "-- a\rSELECT 1;", "-- a\u{2028}SELECT 1;", "-- a\u{2029}SELECT 1;", "-- a\u{85}SELECT 1;",
    "-- a\u{0B}SELECT 1;", "-- a\u{0C}SELECT 1;", "SELECT 1;\n--\r-- b\rSELECT 2;\nSELECT 3",
    "-- transaction: false\rSELECT 1;\r", "CREATE TABLE a (x, -- x\r y, \n z)",
  ])
  func `law 16: text that only an editor shows after a comment is an error`(text: String) throws {
    let diagnostics = try read(text, name: "sql_update_2.sql").diagnostics
    #expect(diagnostics.map(\.id) == ["line-end-in-comment"])
    let fixIt = diagnostics.first?.fixIt
    #expect((fixIt != nil) == text.contains("\r"))
    #expect(fixIt?.edits.allSatisfy { !$0.replacement.utf8.contains(0x0D) } ?? true)
  }

  @Test(arguments: [
    "-- a\r\nSELECT 1;\r\n", "-- a\r-- b\nSELECT 1", "-- a\r\r\r\n", "SELECT '-- a\rb'",
    "SELECT 1;\rSELECT 2;\r", "/* a\rSELECT 1 */", "SELECT 1 - -1;\r",
    "-- description: a\u{2028}-- transaction: false\nSELECT 1", "-- a\r -- b",
  ])
  func `other line endings are equivalent`(text: String) throws {
    #expect(try read(text, name: "sql_update_2.sql").diagnostics == [])
  }

  @Test func `a string keeps its CR, so there is nothing to correct`() throws {
    let diagnostics = try read("-- a\rSELECT 'x\ry';\r", name: "sql_update_2.sql").diagnostics
    #expect(diagnostics.map(\.id) == ["line-end-in-comment"] && diagnostics[0].fixIt == nil)
  }

  @Test(arguments: [
    "[\"SELECT 1 -- a\\rFROM b\"]",
    "[{\"sql\": \"SELECT 1\", \"onlyIf\": \"SELECT 1 -- a\\u2028FROM b\"}]",
  ])
  func `law 16: text after a comment in JSON is an error, too`(text: String) throws {
    #expect(
      try read(text, name: "sql_update_2.json").diagnostics.map(\.id) == ["line-end-in-comment"])
  }

  @Test func `the lines of a header end where an editor ends them`() throws {
    let script = try script(
      "-- description: a\r-- transaction: false\u{2028}-- foreignKeys: unchecked\nSELECT 1",
      name: "sql_update_2.sql")
    #expect(script.summary == "a")
    #expect(!script.isTransactional && script.foreignKeys == .unchecked)
  }

  @Test(arguments: [
    ("verify: SELECT id FROM a WHERE b < 0", Diagnostic.Severity.error),
    ("onlyIf: SELECT 1", .error), ("allowsRowLoss: a", .error), ("verify: no row is lost", .error),
    ("verfiy: SELECT 1", .error), ("Verify: select 1", .error),
    ("onlyif:WITH a AS (SELECT 1)", .error), ("transactions: none", .error),
    ("AllowsRowLoss: a, b", .warning), ("verify SELECT 1", .warning), ("verify：SELECT 1", .warning),
    ("ignore: drop-table", .warning), ("statements:", .warning), ("descripton: a", .warning),
    ("Transaction: false", .error), ("foreignkeys: unchecked", .error),
    ("transactions: see below", .warning), ("foreign keys: unchecked", .error),
    ("Foreign-Keys: off", .error),
  ])
  func `a key that an SQL file cannot contain is reported`(
    line: String, severity: Diagnostic.Severity
  ) throws {
    let diagnostics = try read("-- \(line)\nSELECT 1", name: "sql_update_2.sql").diagnostics
    #expect(diagnostics.map(\.id) == ["unknown-key"])
    #expect(diagnostics.first?.severity == severity)
  }

  @Test(arguments: [
    "Note: this table holds what was seen", "note: verify it later", "Verify: the count by hand",
    "Description: adds a table", "verify that it works", "Verify users on pg", "TODO: verify",
    "Verified: yes", "Ignored: nothing", "only if: needed", "statement: the first",
    "foreign keys: the table a has two", "on transaction: see the notes",
  ])
  func `an ordinary comment is a comment`(line: String) throws {
    #expect(try read("-- \(line)\nSELECT 1", name: "sql_update_2.sql").diagnostics == [])
  }

  @Test(arguments: [
    "-- transaction: false\nSELECT 1; -- transaction: the second\n",
    "SELECT '-- transaction: false'",
    "SELECT 1;\n-- The transaction: false or true", "-- a\n\n-- transaction: true\n",
    "SELECT 1;\n-- Note: transaction: false", "/* Foreign keys: see below */",
    "SELECT 1 -- transaction:", "/**/", "--", "", "\u{FEFF}-- foreignKeys: checked\n",
  ])
  func `a comment that sets nothing, or is at the start, is not misplaced`(text: String) throws {
    #expect(try script(text, name: "sql_update_2.sql").misplacedKeys == [])
  }

  @Test(arguments: [
    ("SELECT 1;\n-- transaction: false\n", 10..<31), ("/* transaction: false */\nSELECT 1", 0..<24),
    ("/* by me */\n-- foreign keys: off\nSELECT 1", 12..<32),
    ("/*\n * Transaction: no\n */ SELECT 1", 0..<25),
  ])
  func `a key after something else is misplaced`(text: String, range: Range<Int>) throws {
    let found = try script(text, name: "sql_update_2.sql").misplacedKeys
    #expect(found.map(\.id) == ["unknown-key"] && found.map(\.severity) == [.warning])
    #expect(found.map(\.span.range) == [range])
  }

  @Test func `a key occurs once in a header`() throws {
    let diagnostics = try read(
      "-- transaction: false\n-- transaction: true\nSELECT 1", name: "sql_update_2.sql"
    ).diagnostics
    #expect(diagnostics.map(\.id) == ["duplicate-key"])
    let described = try read(
      "-- description: a\n-- description: b\nSELECT 1", name: "sql_update_2.sql")
    #expect(described.script?.summary == "a")
    #expect(described.diagnostics.map(\.severity) == [.warning])
  }
}
