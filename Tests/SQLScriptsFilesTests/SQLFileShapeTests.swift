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
  func `comment lines at the start stand for keys`(lineEnd: String) throws {
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
  func `what cannot be taken is shown at its place`(
    text: String, id: String, range: Range<Int>
  ) throws {
    let diagnostics = try read(text, name: "sql_default.sql").diagnostics
    #expect(diagnostics.map(\.id) == [id])
    #expect(diagnostics.first?.span.range == range)
  }

  @Test func `a version in an update is an error`() throws {
    let diagnostics = try read("-- version: 2\nSELECT 1", name: "sql_update_2.sql").diagnostics
    #expect(diagnostics.map(\.id) == ["unknown-key"])
  }

  @Test func `a byte-order mark is no part of the text, and positions count it`() throws {
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
}
