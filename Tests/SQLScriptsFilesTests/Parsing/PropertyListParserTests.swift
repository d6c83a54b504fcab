import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

struct PropertyListParserTests {
  @Test(arguments: [
    ("<array/>", "[]"), ("<array></array>", "[]"), ("<dict/>", "{}"), ("<string/>", "''"),
    ("<string></string>", "''"), ("<array><string>a</string><string/></array>", "['a','']"),
    ("<dict><key>a</key><true/><key>b</key><array/></dict>", "{'a',true,'b',[]}"),
    ("<array><integer>-7</integer><real>0.5</real><false/></array>", "[int -7,real 0.5,false]"),
    (
      "<array><true></true><date>2026-01-01T00:00:00Z</date><data>AA==</data></array>",
      "[true,date,data]"
    ),
    ("<!-- a --><array><!-- b --><string>a<!-- <b> & -->b</string><?p i?></array>", "['ab']"),
    ("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</string>", "'<>&\"'A😀'"),
    ("<string>a<![CDATA[ <b> & ]] > ]]>c<![CDATA[]]></string>", "'a <b> & ]] > c'"),
    ("<string>a\r\nb\rc\n\r\n</string>", "'a\nb\nc\n\n'"),
    ("<string xml:space=\"preserve\"> a </string>", "' a '"),
  ])
  func `everything that a property list can contain is read`(inside: String, outline: String) {
    for text in [plist(inside), "<plist>\(inside)</plist>"] {
      let parsed = parsePlist(text)
      #expect(places(parsed.diagnostics) == [])
      #expect(parsed.document.outline == outline)
      #expect(parsed.document.isSound)
    }
  }

  @Test(arguments: [
    ("<string>Tom & Jerry</string>", "1:20 plist-unescaped-ampersand"),
    ("<string>a&b</string>", "1:17 plist-unescaped-ampersand"),
    ("<string>a&</string>", "1:17 plist-unescaped-ampersand"),
    ("<string>a &amp b</string>", "1:18 plist-unescaped-ampersand"),
    ("<string>a < 30</string>", "1:18 plist-unescaped-less-than"),
    ("<string>a<5</string>", "1:17 plist-unescaped-less-than"),
    ("<string>a<=5</string>", "1:17 plist-unescaped-less-than"),
    ("<string>a<>5</string>", "1:17 plist-unescaped-less-than"),
    ("<string>a <b AND c</string>", "1:18 plist-unescaped-less-than"),
    ("<string>a <b> c</string>", "1:18 plist-unescaped-less-than"),
    ("<string>a <b/> c</string>", "1:18 plist-unescaped-less-than"),
    ("<string>a&nbsp;b</string>", "1:17 plist-unknown-entity"),
    ("<string>a&#0;b</string>", "1:17 nul-character"),
    ("<string>a&#x00;b</string>", "1:17 nul-character"),
    ("<string>a&#1;b</string>", "1:17 plist-not-well-formed"),
    ("<string>a\0b</string>", "1:17 nul-character"),
    ("<string>a\u{1}b</string>", "1:17 plist-not-well-formed"),
    ("<array><string>a</strng></array>", "1:24 plist-tag-mismatch"),
    ("<array><string>a</array>", "1:15 plist-unclosed-string"),
    ("<array><string>a<string>b</string></array>", "1:15 plist-unclosed-string"),
    ("<array><string>a</string></dict>", "1:33 plist-tag-mismatch"),
    ("<array><string>a</string>", "1:33 plist-tag-mismatch"),
    ("<array></string></array>", "1:15 plist-tag-mismatch"),
    ("<array><String>a</String></array>", "1:15 plist-unknown-tag"),
    ("<array><sql>a<b/></sql></array>", "1:15 plist-unknown-tag"),
    ("<array>a</array>", "1:15 plist-text-outside-string"),
    ("<array><string>a</string>,<string/></array>", "1:33 plist-text-outside-string"),
    ("<array/>a", "1:16 plist-text-outside-string"),
    ("<dict><key>a</key></dict>", "1:14 plist-missing-value"),
    ("<dict><key>a</key><key>b</key><true/></dict>", "1:14 plist-missing-value"),
    ("<dict><string>a</string></dict>", "1:14 plist-missing-key"),
    ("<dict><key>a</key><true/><array><true/></array></dict>", "1:33 plist-missing-key"),
    ("<array><key>a</key></array>", "1:15 plist-unknown-tag"),
    ("<dict><key>a</key><true/><key>a</key><true/></dict>", "1:33 duplicate-key"),
    ("<array/><array/>", "1:16 plist-content-after-end"),
    ("<integer>1.5</integer>", "1:17 plist-bad-number"),
    ("<integer></integer>", "1:17 plist-bad-number"),
    ("<integer>99999999999999999999</integer>", "1:17 plist-bad-number"),
    ("<real>x</real>", "1:14 plist-bad-number"),
    ("<true>no</true>", "1:14 plist-text-outside-string"),
  ])
  func `a mistake is reported at its place`(inside: String, place: String) {
    for head in ["", plistHead.split(separator: "\n").dropLast().joined(separator: " ")] {
      let column = head.unicodeScalars.count
      let parsed = parsePlist("\(head)<plist>\(inside)</plist>")
      let found = places(parsed.diagnostics)
      let parts = place.split(separator: " ")
      let expected = (Int(parts[0].dropFirst(2)) ?? 0) + column
      #expect(found == ["1:\(expected) \(parts[1])"])
      #expect(parsed.document.isSound)
    }
  }

  @Test(arguments: [
    ("", "file-empty"), ("<plist/>", "plist-no-value"), ("<plist></plist>", "plist-no-value"),
    ("(\"a\", \"b\")", "openstep-property-list"), ("{ a = b; }", "openstep-property-list"),
    ("// !$*UTF8*$!\n{ }", "openstep-property-list"), ("hello", "plist-not-well-formed"),
    ("<array/>", "plist-unknown-tag"), ("<html><body/></html>", "rich-text-file"),
    ("<plist><array/></plist>x", "plist-content-after-end"),
    ("<plist><array/></plist><plist/>", "plist-content-after-end"),
    ("\u{FEFF}<plist><array/></plist>", "byte-order-mark"),
    (
      "<?xml version=\"1.0\" encoding=\"GB2312\"?><plist><array/></plist>",
      "encoding-declaration-mismatch"
    ),
    (
      "<?xml version='1.0' encoding='utf-16'?><plist><array/></plist>",
      "encoding-declaration-mismatch"
    ),
    ("<", "plist-not-well-formed"), ("<!-- a", "plist-not-well-formed"),
  ])
  func `a file whose root is not a list of values is refused with the reason`(
    text: String, id: String
  ) {
    let parsed = parsePlist(text)
    #expect(parsed.diagnostics.map(\.id) == [id])
  }

  @Test func `an old-style list gets the command that converts it`() throws {
    let found = try #require(parsePlist("{ a = b; }").diagnostics.first)
    #expect(found.help?.contains("plutil -convert xml1 a.plist") == true)
  }

  @Test func `one mistake does not hide another`() {
    let text = """
      <plist><array>
      <string>Tom & Jerry</string>
      <string>a < 30</string>
      <string>a&nbsp;b</string>
      <string>never closed
      <string>b</string>
      loose
      <String>c</String>
      <integer>x</integer>
      <string>d</strng>
      <string>a <b AND c</string>
      <dict><key>a</key></dict>
      <string>Q & A</string>
      </array></plist>
      """
    #expect(
      places(parsePlist(text).diagnostics) == [
        "2:13 plist-unescaped-ampersand", "3:11 plist-unescaped-less-than",
        "4:10 plist-unknown-entity", "5:1 plist-unclosed-string",
        "7:1 plist-text-outside-string", "8:1 plist-unknown-tag", "9:10 plist-bad-number",
        "10:10 plist-tag-mismatch", "11:11 plist-unescaped-less-than",
        "12:7 plist-missing-value", "13:11 plist-unescaped-ampersand",
      ])
  }

  @Test(arguments: [
    "<!ENTITY x SYSTEM \"file:///etc/hostname\">", "<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">",
    "<!ENTITY % p SYSTEM \"file:///etc/hostname\"> %p;", "%p;", "<!ELEMENT a ANY>",
    "<!ATTLIST a b (c|d) #IMPLIED>", "<!NOTATION n SYSTEM \"n\">",
  ])
  func `declarations are refused, so nothing is expanded or fetched`(declaration: String) {
    let parsed = parsePlist(
      "<!DOCTYPE plist [\(declaration)]><plist><string>&x;&b;</string></plist>")
    #expect(parsed.diagnostics.map(\.id) == ["plist-entity-declaration"])
    #expect(parsed.document.nodes.isEmpty)
  }

  @Test func `eight levels are read, and the ninth is refused`() {
    func nested(_ depth: Int) -> String {
      plist(
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(parsePlist(nested(8)).document.outline == "[[[[[[[[]]]]]]]]")
    for depth in [9, 300, 10_000] {
      #expect(parsePlist(nested(depth)).diagnostics.map(\.id) == ["nesting-too-deep"])
    }
  }

  @Test(arguments: ["<array>", "<x>", "<string>", "<dict>", "<string><b>"])
  func `tags do not nest without limit`(tag: String) {
    let parsed = parsePlist("<plist>" + String(repeating: tag, count: 10_000))
    #expect(!parsed.diagnostics.isEmpty)
    #expect(parsed.diagnostics.count <= 100)
  }

  @Test func `large texts are read completely`() {
    let text = String(repeating: "x", count: 12_000_000)
    let parsed = parsePlist(plist("<array><string><![CDATA[\(text)]]></string></array>"))
    #expect(places(parsed.diagnostics) == [])
    #expect(parsed.document.nodes.last.map(parsed.document.text)?.count == 12_000_000)
    let plain = parsePlist(plist("<array><string>\(text)\(text)\(text)</string></array>"))
    #expect(places(plain.diagnostics) == [])
    #expect(plain.document.nodes.last.map(plain.document.text)?.count == 36_000_000)
  }
}
