import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsFiles

struct ScriptShapeTests {
  @Test func `an empty list is a script without statements`() throws {
    #expect(try script("[]").items.isEmpty)
    #expect(try script(#"{"statements": []}"#).items.isEmpty)
  }

  @Test func `every key of the dictionary form is read`() throws {
    let script = try script(
      #"""
      { "$schema": "s", "version": 7, "description": "d", "transaction": false,
        "foreignKeys": "unchecked", "allowsRowLoss": ["a"], "verify": ["SELECT 1"],
        "statements": [{ "sql": "SELECT 2", "note": "n", "onlyIf": "SELECT 3",
                         "ignore": { "drop-table": "meant" } }] }
      """#, name: "sql_default.json")
    #expect(script.version == 7 && script.summary == "d" && !script.isTransactional)
    #expect(script.foreignKeys == .unchecked && script.allowsRowLoss.map(script.text) == ["a"])
    #expect(script.verify.map { script.text($0.text) } == ["SELECT 1"])
    let item = try #require(script.items.first)
    let options = try #require(script.options(of: item))
    #expect(script.text(item.text) == "SELECT 2" && options.note == "n")
    #expect(options.onlyIf.map(script.text) == "SELECT 3")
    #expect(options.ignore.first?.rule == "drop-table" && options.ignore.first?.reason == "meant")
  }

  @Test func `lines become one statement, and each position maps to its place`() throws {
    let text = #"[ "SELECT 0", [ "SELECT \"a\"", "", "é\t, b" ], "SELECT 9" ]"#
    let script = try script(text)
    #expect(script.items.map(\.number) == [1, 2, 3])
    let lines = script.items[1].text
    #expect(script.text(lines) == "SELECT \"a\"\n\né\t, b")
    #expect(script.document.text[lines.upperBound] == 0)
    let bytes = Array(text.utf8)
    for (sql, inFile) in [("SELECT \"", #"SELECT \""#), ("a", "a"), (", b", ", b"), ("é", "é")] {
      let decoded = Array(script.text(lines).utf8)
      let at = try #require(offset(of: sql, in: decoded))
      let range = lines.lowerBound + at..<lines.lowerBound + at + sql.utf8.count
      let span = script.span(of: range)
      #expect(String(decoding: bytes[span.range.lowerBound...], as: UTF8.self).hasPrefix(inFile))
    }
    let last = script.span(of: script.items[2].text)
    #expect(String(decoding: bytes[last.range], as: UTF8.self) == "SELECT 9")
  }

  @Test(arguments: [
    ("sql_default.json", #"["SELECT 'a'", "SELECT 'b'"]"#),
    ("sql_default.plist", "<plist><array><string>SELECT 'a'</string></array></plist>"),
    ("sql_default.sql", "SELECT 'a'; SELECT 'b'"),
  ])
  func `plain statements are not copied, and the file is not changed`(
    name: String, text: String
  ) throws {
    let script = try script(text, name: name)
    #expect(Array(script.document.source.bytes) == Array(text.utf8))
    for item in script.items {
      #expect(item.text.upperBound <= text.utf8.count)
      #expect(script.document.withBytes { $0.isTerminated(item.text) } == name.hasSuffix(".sql"))
      let span = script.span(of: item.text)
      let written = String(decoding: span.file.bytes[span.range], as: UTF8.self)
      #expect(script.text(item.text) == written)
    }
  }

  @Test func `decoded text is followed by a NUL, and no text contains one`() throws {
    let entities = "<string>SELECT 1 &lt; 2</string><string><![CDATA[SELECT '<']]></string>"
    let empty = "<string/>\n<string/><string></string>"
    let scripts = [
      try script(
        #"""
        {"verify": ["SELECT 1", "SELECT \"a\""], "statements": ["SELECT 2", "SELECT \n 3", "",
          {"sql": "SELECT 4", "onlyIf": "SELECT 5"}, ["SELECT", "6"], {"sql": ["SELECT", "7\t"]}]}
        """#),
      try script(
        "<plist><array>\(entities)\(empty)</array></plist>", name: "sql_default.plist"),
      try script("\u{FEFF}SELECT 1; -- é", name: "sql_default.sql"),
    ]
    for script in scripts {
      let queries = script.verify.map(\.text) + script.options.compactMap(\.onlyIf)
      for text in script.items.map(\.text) + queries {
        let isDecoded = text.upperBound > script.document.source.count
        #expect(script.document.withBytes { $0.isTerminated(text) } || !isDecoded)
        #expect(!script.document.bytes(of: text).contains(0))
      }
    }
    #expect(scripts.map(\.items.count) == [6, 5, 1])
    let lines = scripts[0].items.dropFirst(4).map { scripts[0].text($0.text) }
    #expect(lines == ["SELECT\n6", "SELECT\n7\t"])
  }

  @Test func `reading a file again gives the same result`() throws {
    let text = #"["SELECT 1", "SELECT \"a\"", ""]"#
    let file = ScriptFile(
      kind: .update(2), format: .json, name: "sql_update_2.json", displayName: "sql_update_2.json",
      content: .bytes(Array(text.utf8)))
    let bundle = ScriptBundle(scripts: [])
    let source = SourceFile(name: file.name, bytes: Array(text.utf8))
    let scripts = [bundle.read(file, in: source).script, bundle.read(file, in: source).script]
      .compactMap { $0 }
    #expect(scripts.count == 2)
    for script in scripts {
      #expect(script.items.map { script.text($0.text) } == ["SELECT 1", "SELECT \"a\"", ""])
      #expect(source.bytes.elementsEqual(text.utf8))
    }
    #expect(scripts.first.map(Checksum.init(of:)) == scripts.last.map(Checksum.init(of:)))
  }

  @Test(arguments: [
    ("3", "wrong-root"), ("\"SELECT 1\"", "wrong-root"), ("[1]", "wrong-item-type"),
    ("[[[\"a\"]]]", "wrong-item-type"), ("[null]", "wrong-item-type"),
    ("[{}]", "missing-statements"), ("{}", "missing-statements"),
    (#"{"statement": []}"#, "unknown-key"),
    (#"{"statements": "SELECT 1"}"#, "wrong-value-type"),
    (#"{"statements": [], "version": 3}"#, "unknown-key"),
    (#"{"statements": [], "transaction": "false"}"#, "wrong-value-type"),
    (#"{"statements": [], "foreignKeys": "uncheked"}"#, "wrong-value-type"),
    (#"{"statements": [], "allowsRowLoss": [1]}"#, "wrong-value-type"),
    (#"{"statements": [], "description": 1}"#, "wrong-value-type"),
    (#"{"statements": [], "verify": [{"note": "n"}]}"#, "missing-statements"),
    (#"[{"sql": "SELECT 1", "onlyif": "SELECT 1"}]"#, "unknown-key"),
    (#"[{"sql": "SELECT 1", "onlyIf": " "}]"#, "wrong-value-type"),
    (#"[{"sql": "SELECT 1", "onlyIf": "SELECT 1; SELECT 0"}]"#, "wrong-value-type"),
    (#"[{"sql": "SELECT 1", "onlyIf": ["SELECT 1"]}]"#, "wrong-value-type"),
    (#"{"statements": [], "verify": [{"sql": "SELECT 1", "onlyIf": "SELECT 0"}]}"#, "unknown-key"),
    (#"[{"sql": {}}]"#, "wrong-item-type"),
    (#"[{"sql": "SELECT 1", "ignore": {"a": 1}}]"#, "wrong-value-type"),
  ])
  func `an unknown key or type is an error`(text: String, ids: String) throws {
    let diagnostics = try read(text).diagnostics
    #expect(diagnostics.map(\.id).joined(separator: " ") == ids)
    #expect(diagnostics.allSatisfy { $0.severity == .error && $0.help != nil })
  }

  @Test(arguments: ["SELECT 1;", " ; SELECT 1; -- a", "SELECT ';' /* ; */ ;;", "/* a; */ SELECT 1"])
  func `a condition is one query, with any comments and semicolons around it`(query: String) throws
  {
    let script = try script("[{\"sql\": \"SELECT 1\", \"onlyIf\": \"\(query)\"}]")
    #expect(script.options.first?.onlyIf.map(script.text) == query)
  }

  @Test(arguments: ["", "  \n", "-- a", "/* a */ ;;"])
  func `an item without a statement is a warning and keeps its number`(blank: String) throws {
    let text = "[\"SELECT 1\", \"\(blank.replacing("\n", with: "\\n"))\", \"SELECT 3\"]"
    let (script, diagnostics) = try read(text)
    #expect(diagnostics.map(\.id) == ["empty-statement"])
    #expect(diagnostics.map(\.severity) == [.warning])
    #expect(script?.items.map(\.number) == [1, 2, 3])
  }

  @Test func `a misspelled key gets the correct one as a suggestion`() throws {
    let diagnostic = try #require(try read(#"{"statments": []}"#).diagnostics.first)
    #expect(diagnostic.help == "Write “statements”.")
  }

  @Test(arguments: [
    (#"{"sql": ["SELECT 1"]}"#, #""statements""#),
    (#"{"description": "a", "steps": []}"#, #""statements""#),
    (#"{"statements": [], "steps": []}"#, nil),
    (#"{"a": [], "b": [], "description": "a"}"#, nil),
    (#"{"statements": [{"query": "SELECT 1"}]}"#, #""sql""#),
    (#"{"statements": [{"sql": "SELECT 1", "query": "SELECT 2"}]}"#, nil),
    (#"{"statements": [], "statment": []}"#, nil),
  ])
  func `a key that stands for a missing one is corrected, not deleted`(
    text: String, key: String?
  ) throws {
    let all = try read(text).diagnostics
    let diagnostic = try #require(all.first { $0.id == "unknown-key" })
    #expect(diagnostic.fixIt?.edits.map(\.replacement) == key.map { [$0] })
    #expect(diagnostic.help?.contains("elete") == (key == nil))
    #expect(diagnostic.help?.hasPrefix("Delete") == false)
    #expect(key == nil || all.count == 1)
  }

  @Test(arguments: [
    #"{"statements": ["SELECT 1"], "statments": ["SELECT 2"]}"#,
    #"[{"sql": "SELECT 1", "sqll": "SELECT 2"}]"#,
    #"{"statements": [], "verify": ["SELECT 1"], "verfiy": ["SELECT 2"]}"#,
  ])
  func `the content of a misspelled key beside the right one is not to be deleted`(
    text: String
  ) throws {
    let all = try read(text).diagnostics
    #expect(all.map(\.id) == ["unknown-key"] && all.allSatisfy { $0.fixIt == nil })
    #expect(all.first?.help?.hasPrefix("If you need both contents, move this one to “") == true)
  }

  @Test func `the only list of a property list is taken for its statements, too`() throws {
    let text = "<plist version=\"1.0\"><dict><key>sql</key><array/></dict></plist>"
    let all = try read(text, name: "sql_update_2.plist").diagnostics
    #expect(all.compactMap { $0.fixIt?.edits.first?.replacement } == ["<key>statements</key>"])
  }

  @Test(arguments: [
    #"["SELECT 1", 'SELECT 2']"#, #"["SELECT 1", “REINDEX”]"#, #"["SELECT 1", ["a", TRUE]]"#,
    #"{"statements": [], "transaction": maybe}"#, "TRUE",
  ])
  func `an unreadable value is one finding`(text: String) throws {
    let ids = try read(text).diagnostics.map(\.id)
    #expect(ids.count == 1 && ids[0].hasPrefix("json-"), "\(ids)")
  }

  @Test func `a null is one finding, too`() throws {
    #expect(try read("[null]").diagnostics.map(\.id) == ["wrong-item-type"])
    #expect(try read("null").diagnostics.map(\.id) == ["wrong-root"])
  }

  @Test func `an error does not change the positions of other items`() throws {
    let (script, diagnostics) = try read(#"["SELECT 1", 2, "SELECT 3"]"#)
    #expect(script?.items.map(\.number) == [1, 3])
    #expect(diagnostics.first?.message.hasPrefix("item 2 is a number") == true)
  }
}

private func offset(of part: String, in text: [UInt8]) -> Int? {
  let part = Array(part.utf8)
  return (0...text.count - part.count).first { text[$0...].starts(with: part) }
}
