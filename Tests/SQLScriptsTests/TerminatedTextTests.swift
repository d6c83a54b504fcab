import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScripts

struct TerminatedTextTests {
  private func document(_ text: String) -> Document {
    Document(source: SourceFile(name: "f", bytes: Array(text.utf8)))
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  @Test func `a text is copied and followed by a NUL`() {
    let first = document("SELECT 1\"SELECT 2")
    var text = TerminatedText()
    #expect(text.copy(of: 0..<8, in: first) == bytes("SELECT 1"))
    #expect(text.copy(of: 0..<8, in: first) == bytes("SELECT 1"))
    #expect(text.copy(of: 9..<17, in: first) == bytes("SELECT 2"))
    #expect(text.copy(of: 9..<17, in: document("123456789abcdefgh")) == bytes("abcdefgh"))
    #expect(text.copy(of: 3..<3, in: first) == [0])
  }

  @Test func `a copy in use is not changed`() {
    let document = document("SELECT 1\"SELECT 2")
    var text = TerminatedText()
    let first = text.copy(of: 0..<8, in: document)
    let second = text.copy(of: 9..<17, in: document)
    #expect(first == bytes("SELECT 1") && second == bytes("SELECT 2"))
  }
}
