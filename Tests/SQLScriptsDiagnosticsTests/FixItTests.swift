import SQLScriptsAdvice
import SQLScriptsDiagnostics
import Testing

struct FixItTests {
  private let file = SourceFile(name: "f", bytes: Array("0123456789".utf8))

  private func fixIt(_ edits: (Range<Int>, String)...) -> FixIt {
    FixIt(
      "x", edits.map { FixIt.Edit(SourceSpan(file: file, range: $0.0), with: $0.1) })
  }

  private func result(_ fixIts: FixIt...) -> String {
    let (bytes, taken) = file.bytes(after: fixIts)
    return String(decoding: bytes, as: UTF8.self) + " \(taken)"
  }

  @Test func `without fix-its, the file is unchanged`() {
    #expect(result() == "0123456789 []")
    #expect(result(FixIt("x", [])) == "0123456789 []")
  }

  @Test func `the first and the last byte can be deleted`() {
    #expect(result(fixIt((9..<10, "")), fixIt((0..<1, "é"))) == "é12345678 [0, 1]")
    #expect(result(fixIt((10..<10, "x")), fixIt((0..<0, "y"))) == "y0123456789x [0, 1]")
    #expect(result(fixIt((0..<10, ""))) == " [0]")
  }

  @Test func `the first of two overlapping fix-its is applied`() {
    #expect(result(fixIt((2..<5, "a")), fixIt((4..<6, "b"))) == "01a56789 [0]")
    #expect(result(fixIt((2..<5, "a")), fixIt((3..<3, "b"))) == "01a56789 [0]")
    #expect(result(fixIt((3..<3, "b")), fixIt((2..<5, "a"))) == "012b3456789 [0]")
    #expect(result(fixIt((2..<5, "a")), fixIt((2..<5, "a"))) == "01a56789 [0]")
  }

  @Test func `a fix-it is applied completely or not at all`() {
    #expect(
      result(fixIt((2..<5, "a")), fixIt((0..<1, "b"), (4..<6, "b")), fixIt((6..<7, "c")))
        == "01a5c789 [0, 2]")
  }

  @Test func `adjacent edits do not overlap`() {
    #expect(result(fixIt((2..<5, "a")), fixIt((5..<6, "b"))) == "01ab6789 [0, 1]")
    #expect(result(fixIt((2..<5, "a")), fixIt((5..<5, "b"))) == "01ab56789 [0, 1]")
    #expect(result(fixIt((2..<5, "a")), fixIt((2..<2, "b"))) == "01ba56789 [0, 1]")
  }

  @Test func `insertions at one place keep their order, and duplicates are inserted once`() {
    #expect(result(fixIt((2..<2, "a")), fixIt((2..<2, "b"))) == "01ab23456789 [0, 1]")
    #expect(result(fixIt((2..<2, "a")), fixIt((2..<2, "a"))) == "01a23456789 [0]")
  }

  @Test func `a fix-it for other bytes is not applied`() {
    let other = SourceFile(name: "f", bytes: Array("012".utf8))
    let span = SourceSpan(file: other, range: 0..<1)
    #expect(result(FixIt("x", at: span, with: "")) == "0123456789 []")
  }
}
