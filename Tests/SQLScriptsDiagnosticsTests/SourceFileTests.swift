import SQLScriptsAdvice
import SQLScriptsDiagnostics
import Testing

struct SourceFileTests {
  private func place(_ bytes: [UInt8], _ offset: Int) -> String {
    SourceFile(name: "f", bytes: bytes).location(at: offset).description
  }

  @Test(arguments: [
    ("LF", "a\nbc\nd"), ("CR LF", "a\r\nbc\r\nd"), ("CR", "a\rbc\rd"), ("mixed", "a\rbc\r\nd"),
  ])
  func `a line starts after every line ending`(name: String, text: String) throws {
    let bytes = Array(text.utf8)
    let c = try #require(bytes.firstIndex(of: UInt8(ascii: "c")))
    #expect(place(bytes, 0) == "f:1:1")
    #expect(place(bytes, c) == "f:2:2", "\(name)")
    #expect(place(bytes, bytes.count - 1) == "f:3:1", "\(name)")
  }

  @Test func `a position in a line ending belongs to the line before it`() {
    #expect(place(Array("ab\r\ncd".utf8), 2) == "f:1:3")
    #expect(place(Array("ab\r\ncd".utf8), 3) == "f:1:4")
    #expect(place(Array("ab\r\ncd".utf8), 4) == "f:2:1")
  }

  @Test func `a byte order mark has no column`() {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("中b\nc".utf8)
    #expect(place(bytes, 0) == "f:1:1")
    #expect(place(bytes, 3) == "f:1:1")
    #expect(place(bytes, 6) == "f:1:2")
    #expect(place(bytes, 8) == "f:2:1")
  }

  @Test func `a column counts scalars, not bytes`() {
    let text = "é中😀e\u{301}x"
    #expect(place(Array(text.utf8), text.utf8.count - 1) == "f:1:6")
  }

  @Test func `bytes that are not text still have a position`() {
    #expect(place([0xFF, 0xFE, 0x0A, 0xC3, 0x41], 4) == "f:2:2")
    #expect(place([0x80, 0x80, 0x80], 3) == "f:1:1")
  }

  @Test func `an empty file has one position`() {
    #expect(place([], 0) == "f:1:1")
    #expect(place([], 99) == "f:1:1")
  }

  @Test func `an offset outside the file becomes the nearest end of the file`() {
    let bytes = Array("ab\nc".utf8)
    #expect(place(bytes, -5) == "f:1:1")
    #expect(place(bytes, 99) == "f:2:2")
    #expect(SourceFile(name: "f", bytes: bytes).location(at: 99).offset == 4)
  }

  @Test func `the line around an offset does not include its line ending`() {
    let file = SourceFile(name: "f", bytes: Array("ab\r\ncd\re\n".utf8))
    let lines = (0...9).map { offset in
      String(decoding: file.bytes[file.line(around: offset)], as: UTF8.self)
    }
    #expect(lines == ["ab", "ab", "ab", "ab", "cd", "cd", "cd", "e", "e", ""])
  }

  @Test(arguments: [[0xEF, 0xBB, 0xBF], []])
  func `a position far from the start of a file is counted in the same way`(mark: [UInt8]) {
    let line = "中b\r\né".utf8
    let bytes = mark + (0..<3000).flatMap { _ in line } + Array(repeating: 0x61, count: 9000)
    for offset in [4095, 4096, 4097, 8191, 8192, 12_288, 20_479, 24_000, bytes.count] {
      let before = bytes[mark.count..<offset]
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? mark.count
      let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
      let expected = "f:\(before.count { $0 == 0x0A } + 1):\(column)"
      #expect(place(bytes, offset) == expected)
    }
  }

  @Test(arguments: ["", "a|", "a\0b", "\0"])
  func `a NUL follows the bytes of a file`(text: String) {
    let file = SourceFile(name: "f", bytes: Array(text.utf8))
    #expect(Array(file.bytes) == Array(text.utf8) && file.count == text.utf8.count)
    #expect(file.storage == Array(text.utf8) + [0])
    #expect(file.withBytes { Array($0) } == Array(text.utf8))
    #expect(file.bytes[-1] == 0 && file.bytes[file.count] == 0 && file.bytes[file.count + 1] == 0)
  }

  @Test func `a file that cannot be read is not created`() {
    #expect(throws: CancellationError.self) {
      try SourceFile(name: "f", count: 9) { _ in throw CancellationError() }
    }
  }
}
