import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

/// Tags and references that are almost right.
struct BrokenTagTests {
  @Test(arguments: [
    "<plist><string<string>", "<plist><string a=\"1\"<string>", "<plist><string/<string>",
    "<plist><array><string<string>SELECT 1</string></array></plist>",
    "<plist><dict><key>a</key><string<string>x</string></dict></plist>",
    "<plist><dict><key<key>a</key><true/></dict></plist>",
    "<plist><array><array<array></array></array></plist>",
    "<plist><array><integer<integer>1</integer></array></plist>",
  ])
  func `a start tag without its end is one error at that tag`(text: String) throws {
    let parsed = parsePlist(text)
    #expect(parsed.diagnostics.map(\.id) == ["plist-tag-mismatch"])
    let place = try #require(parsed.diagnostics.first?.span.range)
    #expect(Array(text.utf8)[place.lowerBound] == UInt8(ascii: "<"))
  }

  @Test(arguments: [
    ("&#x0000000002a;", "*"), ("&#x000000000000041;", "A"), ("&#x0000000000D7;", "×"),
    ("&#" + String(repeating: "0", count: 100) + "65;", "A"),
    ("&#x" + String(repeating: "0", count: 1000) + "aB;", "«"),
    ("&#x0000000000000D;", "\r"), ("&#x1F600;", "😀"), ("&#10;", "\n"),
  ])
  func `a character reference with leading zeros is read`(reference: String, character: String) {
    let parsed = parsePlist(plist("<array><string>a\(reference)b</string></array>"))
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document.outline == "['a\(character)b']")
  }

  @Test(arguments: [
    ("&#0;", "nul-character"), ("&#x" + String(repeating: "0", count: 100) + ";", "nul-character"),
    ("&#1;", "plist-not-well-formed"), ("&#xFFFE;", "plist-not-well-formed"),
    ("&#x0000000000d800;", "plist-not-well-formed"), ("&#x110000;", "plist-not-well-formed"),
    ("&#99999999999999999999;", "plist-not-well-formed"), ("&#;", "plist-not-well-formed"),
    ("&#x;", "plist-not-well-formed"), ("&#65", "plist-not-well-formed"),
    ("&#+65;", "plist-not-well-formed"), ("&#X41;", "plist-not-well-formed"),
    ("&#65;\u{1}", "plist-not-well-formed"),
  ])
  func `a character reference to an invalid character is an error`(reference: String, id: String) {
    let parsed = parsePlist(plist("<array><string>a\(reference) b</string></array>"))
    #expect(parsed.diagnostics.map(\.id) == [id])
  }

  @Test(arguments: [
    ("<plist version=1.0><array><string>a</string></array></plist>", 15),
    ("<plist><array><string lang=en>a</string></array></plist>", 27),
    ("<plist><array><string>a</ string></array></plist>", 23),
    ("<plist><array>< string>a</string></array></plist>", 14),
    ("<plist><array>< array></array></array></plist>", 14),
    ("<plist><array><string>'<string>'</string></array></plist>", 23),
    ("<plist><array><string>a</string></ array></plist>", 32),
  ])
  func `a slip in a tag is one error at its place`(text: String, place: Int) {
    let found = parsePlist(text).diagnostics
    #expect(found.map(\.span.range.lowerBound) == [place], "\(found.map(\.message))")
  }

  @Test func `a tag with many attributes is refused`() {
    let attributes = (0..<1000).map { "a\($0)=\"\"" }.joined(separator: " ")
    let parsed = parsePlist(
      "<plist>\n<array><string \(attributes)>SELECT 1</string></array></plist>")
    #expect(places(parsed.diagnostics) == ["2:8 plist-not-well-formed"])
  }

  @Test func `text that only looks like a tag is not counted`() {
    let statements = String(repeating: "UPDATE a SET b = '1' WHERE c = \"d\"; ", count: 300)
    let parsed = parsePlist(
      plist("<array><string><![CDATA[SELECT 1 <b AND c = '1'; \(statements)]]></string></array>"))
    #expect(parsed.diagnostics.isEmpty)
  }
}
