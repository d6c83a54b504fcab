import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

/// An edit of decoded text is written to the file in the file's own syntax.
struct ScriptEditingTests {
  /// The file after the first `found` in the decoded text was replaced; nil if that is not possible.
  private func replacing(
    _ found: String, with text: String, in content: String, _ format: ScriptFile.Format
  ) throws -> String? {
    let bytes = Array((format == .plist ? plist(content) : content).utf8)
    let name = "sql_default.\(format.rawValue)"
    let bundle = ScriptBundle(scripts: [.file(named: name, bytes: bytes)])
    let file = try #require(bundle.scripts.first)
    let (read, diagnostics) = try bundle.read(file)
    #expect(diagnostics.map(\.id) == [])
    let script = try #require(read)
    let range = try #require(script.range(of: found))
    guard let edit = script.edit(range, with: text) else { return nil }
    let result = script.document.source.bytes(after: [FixIt("x", [edit])]).bytes
    let after = ScriptBundle(scripts: [.file(named: name, bytes: result)])
    let again = try after.read(file.with(result))
    #expect(again.diagnostics.map(\.id) == [])
    let decoded = try #require(again.script)
    #expect(
      decoded.items.map { decoded.text($0.text) }.joined(separator: "|")
        == script.items.map { script.text($0.text) }.joined(separator: "|")
        .replacingFirst(found, with: text))
    let written = String(decoding: result, as: UTF8.self)
    guard format == .plist else { return written }
    return String(written.dropFirst(plistHead.count + 1).dropLast("\n</plist>\n".count))
  }

  @Test(arguments: [
    ("‘a’", "'a'", "SELECT ‘a’;\r\n", "SELECT 'a';\r\n"),
    ("é", "\"\\<&", "SELECT é", "SELECT \"\\<&"),
    ("SELECT", "", "SELECT 1", " 1"),
  ])
  func `in plain SQL, a replacement is written unchanged`(
    found: String, text: String, before: String, after: String
  ) throws {
    #expect(try replacing(found, with: text, in: before, .sql) == after)
  }

  @Test(arguments: [
    ("“a”", "\"a\"", #"["SELECT “a”"]"#, #"["SELECT \"a\""]"#),
    ("“", "'", #"["SELECT \u201c x"]"#, #"["SELECT ' x"]"#),
    ("😀", "x", #"["SELECT \uD83D\uDE00\n"]"#, #"["SELECT x\n"]"#),
    ("\n", " ", #"["SELECT\n1"]"#, #"["SELECT 1"]"#),
    ("x", "\n\t\\", #"["a x b"]"#, #"["a \n\t\\ b"]"#),
    ("\"x\"", "'x'", #"[["a", "b \"x\" c"]]"#, #"[["a", "b 'x' c"]]"#),
  ])
  func `in JSON, a replacement is escaped, and an escape is removed completely`(
    found: String, text: String, before: String, after: String
  ) throws {
    #expect(try replacing(found, with: text, in: before, .json) == after)
  }

  @Test(arguments: [
    ("“", "<", "a “ b", "a &lt; b"), ("&", "'", "a &amp; b", "a ' b"),
    ("é", "&", "a &#xe9; b", "a &amp; b"), ("\n", " ", "a\r\nb", "a b"),
    ("é", "<", "<![CDATA[a é & b]]>", "<![CDATA[a < & b]]>"),
    ("&", "+", "<![CDATA[a & b;]]>", "<![CDATA[a + b;]]>"),
    ("b", ">", "<![CDATA[a]]>b", "<![CDATA[a]]>&gt;"),
  ])
  func `in a property list, a replacement is written as its element requires`(
    found: String, text: String, before: String, after: String
  ) throws {
    let list = { (text: String) in "<array><string>\(text)</string></array>" }
    #expect(try replacing(found, with: text, in: list(before), .plist) == list(after))
  }

  @Test func `a text that is not one range of bytes cannot be edited`() throws {
    #expect(try replacing("a\nb", with: "c", in: #"[["a", "b"]]"#, .json) == nil)
    let edge = "<array><string>a<![CDATA[b]]></string></array>"
    #expect(try replacing("ab", with: "c", in: edge, .plist) == nil)
    let comment = "<array><string>a<!-- x -->b</string></array>"
    #expect(try replacing("ab", with: "c", in: comment, .plist) == nil)
    let section = "<array><string><![CDATA[ab]]></string></array>"
    #expect(try replacing("b", with: "]]>", in: section, .plist) == nil)
  }
}

extension Script {
  fileprivate func range(of found: String) -> Range<Int>? {
    let wanted = Array(found.utf8)
    // Joined lines are stored after all other text.
    return items.lazy.compactMap { item in
      item.text.first { document.text[$0...].starts(with: wanted) }
        .map { $0..<$0 + wanted.count }
    }.first
  }
}

extension String {
  fileprivate func replacingFirst(_ found: String, with text: String) -> String {
    let bytes = Array(utf8)
    let wanted = Array(found.utf8)
    guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) else {
      return self
    }
    return String(decoding: bytes[..<at] + text.utf8 + bytes[(at + wanted.count)...], as: UTF8.self)
  }
}
