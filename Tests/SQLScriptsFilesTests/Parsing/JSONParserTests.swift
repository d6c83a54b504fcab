import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

struct JSONParserTests {
  @Test(arguments: ["", " ", "\n\t", "\u{FEFF}"])
  func `a file without content is empty`(text: String) {
    #expect(parseJSON(text).diagnostics.map(\.id).last == "file-empty")
    #expect(parseJSON(text).document.nodes.isEmpty)
  }

  @Test(arguments: [
    ("[]", "[]"), ("{}", "{}"), (" [ ] ", "[]"), ("\"a\"", "'a'"), ("0", "int 0"), ("-0", "int -0"),
    ("[1,-12,0.5,1e9,-1.25E-3]", "[int 1,int -12,real 0.5,real 1e9,real -1.25E-3]"),
    ("[true,false,null]", "[true,false,null]"), ("{\"a\":{\"b\":[1]}}", "{'a',{'b',[int 1]}}"),
    (#"["\"\\\/\b\f\n\r\t"]"#, "['\"\\/\u{8}\u{C}\n\r\t']"),
    (#"["\u00e9\uD83D\uDE00é😀"]"#, "['é😀é😀']"), ("[\"\u{7F}\"]", "['\u{7F}']"),
    ("[[[[[[[[1]]]]]]]]", "[[[[[[[[int 1]]]]]]]]"), ("{\"\":\"\"}", "{'',''}"),
    ("\r\n[\r\"a\"\n,\t\"b\"]\r\n", "['a','b']"),
    (#"["𝄞 \u2028 \uFFFF"]"#, "['𝄞 \u{2028} \u{FFFF}']"),
  ])
  func `everything that RFC 8259 allows is read`(text: String, outline: String) {
    let parsed = parseJSON(text)
    #expect(places(parsed.diagnostics) == [])
    #expect(parsed.document.outline == outline)
    #expect(parsed.document.isSound)
  }

  @Test(arguments: [
    ("[", "1:1 json-unclosed"), ("{\"a\":1", "1:1 json-unclosed"), ("[\"a", "1:2 json-unclosed"),
    ("[\"a\"", "1:1 json-unclosed"), ("[1}", "1:3 json-unclosed"),
    ("]", "1:1 json-bad-value"), ("[1,]", "1:3 json-trailing-comma"),
    ("{\"a\":1,}", "1:7 json-trailing-comma"), ("[,1]", "1:2 json-bad-value"),
    ("[1,,2]", "1:4 json-bad-value"), ("[1 2]", "1:3 json-missing-comma"),
    ("[\"a\"\n\"b\"]", "1:5 json-missing-comma"), ("{\"a\":1 \"b\":2}", "1:7 json-missing-comma"),
    ("[1] // end", "1:5 json-comment"), ("/* a */ [1]", "1:1 json-comment"),
    ("[1] x", "1:5 json-content-after-end"), ("[1][2]", "1:4 json-content-after-end"),
    ("['a']", "1:2 json-single-quotes"), ("{'a':1}", "1:2 json-single-quotes"),
    ("[\"a\nb\"]", "1:2 json-unescaped-newline"), ("[\"a\tb\"]", "1:4 json-unescaped-control"),
    ("[\"a\u{1}b\"]", "1:4 json-unescaped-control"), (#"["\x"]"#, "1:3 json-bad-escape"),
    (#"["\'"]"#, "1:3 json-bad-escape"), (#"["\u12"]"#, "1:3 json-bad-escape"),
    (#"["\u12G4"]"#, "1:3 json-bad-escape"), (#"["\uD800"]"#, "1:3 json-bad-escape"),
    (#"["\uDC00\uD800x"]"#, "1:3 json-bad-escape"), (#"["\u0000"]"#, "1:3 nul-character"),
    ("[\"a\0b\"]", "1:4 nul-character"), ("[01]", "1:2 json-bad-number"),
    ("[+1]", "1:2 json-bad-number"), ("[.5]", "1:2 json-bad-number"),
    ("[1.]", "1:2 json-bad-number"), ("[1e]", "1:2 json-bad-number"),
    ("[-]", "1:2 json-bad-number"), ("[0x1F]", "1:2 json-bad-number"),
    ("[-Infinity]", "1:2 json-bad-number"), ("[NaN]", "1:2 json-bad-value"),
    ("[True]", "1:2 json-bad-value"), ("[“a”]", "1:2 json-bad-value"),
    ("{\"a\" 1}", "1:5 json-missing-colon"), ("{\"a\"}", "1:5 json-missing-colon"),
    ("{\"a\":}", "1:5 json-bad-value"), ("{a:1}", "1:2 json-bad-key"),
    ("{1:1}", "1:2 json-bad-key"), ("[\"a\":1]", "1:5 json-bad-value"),
    ("{\"a\":1,\"b\":2,\"a\":3}", "1:14 duplicate-key"),
    ("[[[[[[[[[1]]]]]]]]]", "1:9 nesting-too-deep"), ("hello world", "1:1 json-bad-value"),
    (#"["a = "none" WHERE b"]"#, "1:7 json-unescaped-quote"),
    ("\u{FEFF}[1]", "1:1 byte-order-mark"),
  ])
  func `everything that RFC 8259 forbids is reported at its place`(text: String, place: String) {
    let parsed = parseJSON(text)
    #expect(places(parsed.diagnostics).first == place)
    #expect(parsed.document.isSound)
  }

  @Test(arguments: ["{ {\"a\": 1} }", "{\"b\": \"c\", {\"a\": 1}]"])
  func `a bracket in place of a key does not take the quote after it`(text: String) {
    let found = parseJSON(text).diagnostics
    let keys = found.filter { $0.id == "json-bad-key" }
    #expect(Set(keys.map(\.span.range.count)) == [1])
  }

  @Test func `a lone surrogate is an error at its backslash`() throws {
    let parsed = parseJSON(#"["é\uD83D!"]"#)
    let found = try #require(parsed.diagnostics.first)
    #expect(found.id == "json-bad-escape")
    #expect(found.span.range == 4..<10)
    #expect(parsed.document.outline == "['é\u{FFFD}!']")
  }

  @Test func `a key without its closing quote may contain escapes`() {
    let parsed = parseJSON(#"[{"sql: \u0041\u0042\u0043\u0044 "x": 1}]"#)
    #expect(!parsed.diagnostics.isEmpty)
  }

  @Test func `one mistake does not hide another`() {
    let text = """
      // statements
      [
        "a"
        "b",,
        'c', "d\te", True,
        "f\\q", 01,
      ]
      """
    #expect(
      places(parseJSON(text).diagnostics) == [
        "1:1 json-comment", "3:6 json-missing-comma", "4:7 json-bad-value",
        "5:3 json-single-quotes", "5:10 json-unescaped-control", "5:15 json-bad-value",
        "6:5 json-bad-escape", "6:10 json-bad-number", "6:12 json-trailing-comma",
      ])
  }

  @Test func `a string in triple quotes is one finding and becomes one string`() throws {
    let cases = [
      ("[\"\"\"\nSELECT \"a\",\n  'b'\n\"\"\", \"c\"]", #"\nSELECT \"a\",\n  'b'\n"#),
      ("[\"\"\"SELECT 1\"\"\"]", "SELECT 1"), ("[\"\"\"\"\"\"]", ""),
    ]
    for (text, written) in cases {
      let parsed = parseJSON(text)
      #expect(places(parsed.diagnostics) == ["1:2 json-unescaped-quote"])
      #expect(parsed.document.isSound)
      let edit = try #require(parsed.diagnostics.first?.fixIt?.edits.first)
      #expect(edit.replacement == "\"\(written)\"")
    }
    #expect(parseJSON("[\"\"\"a\\n\"\"\"]").diagnostics.map { $0.fixIt == nil } == [true])
    #expect(parseJSON("[\"\"\"a]").diagnostics.contains { $0.severity == .error })
  }

  @Test func `a missing closing quote costs one item`() {
    let parsed = parseJSON("[\n\"a,\n\"b\",\n\"c\"\n]")
    #expect(places(parsed.diagnostics).first == "2:3 json-unclosed")
  }

  @Test(arguments: [
    "[\n\"CREATE TABLE t (a),\n{ \"sql\": \"DELETE FROM t\" },\n\"SELECT 1\"\n]",
    "[\n\"CREATE TABLE t (a), \"DELETE FROM t\"\n]",
    "[\n\"CREATE TABLE t (a),\nDELETE FROM t\",\n\"SELECT 1\"\n]",
    "[\n\"CREATE TABLE t (a) },\n{ sql: DELETE FROM t\",\n\"SELECT 1\"\n]",
  ])
  func `no certain correction takes an item into the text before it`(text: String) {
    let found = parseJSON(text).diagnostics
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.fixIt == nil })
  }

  @Test(arguments: ["(\"Ann\", 'ann@x.org', 30)", "('ann', \"x\", \"y\")", "(\"\", 'a', 1)"])
  func `double quotes inside SQL are one finding, whatever single quotes follow`(values: String) {
    let found = parseJSON("[\n\"INSERT INTO t VALUES \(values)\",\n\"SELECT 1\"\n]").diagnostics
    #expect(places(found).map { $0.suffix(20) } == ["json-unescaped-quote"])
    let written = found.first?.fixIt?.edits.map(\.replacement)
    #expect(written == values.filter { $0 == "\"" }.map { _ in "\\" })
  }

  @Test func `a string in single quotes keeps the quotes of its SQL`() {
    let parsed = parseJSON("['INSERT INTO a VALUES (''b'', ''c'')', 'd']")
    #expect(parsed.diagnostics.allSatisfy { $0.id == "json-single-quotes" })
  }

  @Test func `a duplicate key among thousands is reported with the first one`() throws {
    let keys = (0..<5000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let parsed = parseJSON("{\(keys),\"k4321\":1}")
    let found = try #require(parsed.diagnostics.first)
    #expect(parsed.diagnostics.count == 1)
    #expect(found.id == "duplicate-key")
    #expect(found.related.count == 1)
  }

  @Test func `at most one hundred findings are reported`() {
    #expect(parseJSON("[" + String(repeating: "x,", count: 5000)).diagnostics.count == 100)
  }

  @Test(arguments: [0, 1, 6, 7, 8, 9, 15, 16, 17, 100])
  func `a quote is found at every position of a machine word`(length: Int) {
    let text = String(repeating: "é", count: length % 2) + String(repeating: "x", count: length)
    #expect(parseJSON("[\"\(text)\",\"b\"]").document.outline == "['\(text)','b']")
  }

  @Test func `every byte of a text maps to its source`() {
    var generator = FixedGenerator(state: 8259)
    let pieces: [(source: String, decoded: String)] = [
      ("a", "a"), ("é", "é"), ("日本", "日本"), ("😀", "😀"), (#"\n"#, "\n"), (#"\""#, "\""),
      (#"\u00e9"#, "é"), (#"\uD83D\uDE00"#, "😀"), ("select * from x", "select * from x"),
      (#"\\"#, "\\"),
    ]
    for _ in 0..<3000 {
      var source = "["
      var expected: [Int] = []
      var texts: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        source += texts.isEmpty ? "\"" : ",\n \""
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          guard let piece = pieces.randomElement(using: &generator) else { continue }
          let start = source.utf8.count
          let isSame = piece.source == piece.decoded
          for index in 0..<piece.decoded.utf8.count {
            expected.append(start + (isSame ? index : min(index, piece.source.utf8.count)))
          }
          source += piece.source
          text += piece.decoded
        }
        expected.append(source.utf8.count)
        source += "\""
        texts.append(text)
      }
      let document = parseJSON(source + "]").document
      #expect(document.placesOfTexts == expected)
      #expect(document.outline == "[" + texts.map { "'\($0)'" }.joined(separator: ",") + "]")
    }
  }
}
