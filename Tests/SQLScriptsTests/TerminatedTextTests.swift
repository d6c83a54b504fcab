import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScripts

struct TerminatedTextTests {
  private func document(_ text: String) -> Document {
    Document(source: SourceFile(name: "f", bytes: Array(text.utf8)))
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  /// The copy of a text and the byte after it. More can follow, left by a longer text.
  private func copy(
    _ range: Range<Int>, of document: Document, in text: inout TerminatedText
  ) -> ArraySlice<UInt8> {
    let copy = document.withBytes { text.copy(of: range, from: $0, in: document.source) }
    return copy.prefix(range.count + 1)
  }

  @Test func `a text is copied and followed by a NUL`() {
    let first = document("SELECT 1\"SELECT 2")
    var text = TerminatedText()
    #expect(copy(0..<8, of: first, in: &text) == bytes("SELECT 1")[...])
    #expect(copy(0..<8, of: first, in: &text) == bytes("SELECT 1")[...])
    #expect(copy(9..<17, of: first, in: &text) == bytes("SELECT 2")[...])
    let second = document("123456789abcdefgh")
    #expect(copy(9..<17, of: second, in: &text) == bytes("abcdefgh")[...])
    #expect(copy(3..<3, of: first, in: &text) == [0])
    #expect(copy(9..<17, of: first, in: &text) == bytes("SELECT 2")[...])
    #expect(copy(0..<17, of: first, in: &text) == bytes("SELECT 1\"SELECT 2")[...])
  }

  @Test func `a copy in use is not changed`() {
    let document = document("SELECT 1\"SELECT 2")
    var text = TerminatedText()
    let first = copy(0..<8, of: document, in: &text)
    let second = copy(9..<17, of: document, in: &text)
    #expect(first == bytes("SELECT 1")[...] && second == bytes("SELECT 2")[...])
  }
}
