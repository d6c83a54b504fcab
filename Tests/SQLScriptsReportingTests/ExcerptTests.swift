import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

struct ExcerptTests {
  private func lines(_ text: String, _ target: String, width: Int = 120) -> [String] {
    Excerpt(Sample(text, name: "f").span(target), width: width).lines().map(\.plain)
  }

  /// Characters and how they are drawn, written by hand from the standard.
  private static let drawn: [(text: String, shown: String, cells: Int)] = [
    ("a", "a", 1), ("é", "é", 1), ("e\u{301}", "e\u{301}", 1), ("中", "中", 2), ("，", "，", 2),
    ("한", "한", 2), ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2), ("ﾊ", "ﾊ", 1),
    ("😀", "😀", 2), ("👨‍👩‍👧", "👨‍👩‍👧", 2), ("👍🏽", "👍🏽", 2), ("🇩🇪", "🇩🇪", 2), ("❤️", "❤️", 2),
    ("\u{200B}", "<U+200B>", 8), ("\u{A0}", "<U+00A0>", 8), ("\u{1B}", "<U+001B>", 8),
    ("\u{202E}", "<U+202E>", 8), ("\u{7F}", "<U+007F>", 8), ("\u{9B}", "<U+009B>", 8),
    ("\u{E0001}", "<U+E0001>", 9), ("b\u{200D}", "b<U+200D>", 9), ("\u{0}", "<U+0000>", 8),
  ]

  @Test func `the caret is below its character`() {
    for before in Self.drawn {
      for target in Self.drawn {
        let lines = lines("|\(before.text)|\(target.text)|z", "\(target.text)|z", width: 200)
        #expect(lines[2] == "1 | |\(before.shown)|\(target.shown)|z")
        let indent = String(repeating: " ", count: 2 + before.cells)
        let carets = String(repeating: "^", count: target.cells + 2)
        #expect(lines[3] == "  | " + indent + carets, "\(before.shown) \(target.shown)")
      }
    }
  }

  @Test func `a tab extends to the next multiple of four columns`() {
    #expect(lines("\tx", "x").suffix(2) == ["1 |     x", "  |     ^"])
    #expect(lines("a\t中\tx", "x").suffix(2) == ["1 | a   中  x", "  |         ^"])
    #expect(lines("a\tx", "\tx").suffix(2) == ["1 | a   x", "  |  ^^^^"])
  }

  @Test func `a combining mark without a base character is shown by its number`() {
    #expect(lines("\u{301}x", "x").suffix(2) == ["1 | <U+0301>x", "  |         ^"])
    #expect(lines("\u{A0}\u{301}x", "x")[2] == "1 | <U+00A0><U+0301>x")
  }

  @Test func `bytes that are not text are shown as numbers`() {
    let sample = Sample(bytes: [0x61, 0xFF, 0xE4, 0xB8, 0x78, 0x0A])
    let lines = Excerpt(sample.span("x")).lines().map(\.plain)
    #expect(lines.suffix(2) == ["1 | a<0xFF><0xE4><0xB8>x", "  |                    ^"])
  }

  @Test func `no byte of a file controls the terminal`() {
    let nasty = String(String.UnicodeScalarView((0..<0x110).compactMap(Unicode.Scalar.init)))
    let sample = Sample(nasty + "\u{2028}\u{202E}\u{2066}\u{FEFF}", name: "a\u{1B}[2J\nb")
    let finding = Diagnostic(
      "i\u{1B}d", .error, nasty, at: sample.span("a"), label: nasty, why: nasty, help: nasty,
      related: [.init(span: sample.span("\u{FE}"), message: nasty)])
    let human = HumanRenderer().text(finding)
    let concise = ConciseRenderer().text(finding)
    for text in [human, concise, finding.json.pretty] {
      let bad = text.unicodeScalars.filter {
        ($0.properties.generalCategory == .control && $0 != "\n") || $0.value == 0x2028
      }
      #expect(bad.isEmpty)
    }
    for text in [human, concise] {
      #expect(!text.unicodeScalars.contains { (0x202A...0x2069).contains($0.value) })
    }
    #expect(!concise.contains("\n"))
  }

  @Test func `a long line is cut around the caret`() {
    let text = String(repeating: "a", count: 500) + "X" + String(repeating: "b", count: 500)
    let lines = lines(text, "X", width: 40)
    #expect(
      lines.suffix(2) == [
        "1 | …aaaaaaaaaaaaaaaaaaaaaaaaaXbbbbbbbbbbbb…",
        "  |                           ^",
      ])
  }

  @Test(arguments: [20, 21, 40, 119, 1000], [0, 1, 7, 60, 61, 300, 599, 600])
  func `a cut line keeps its width and its caret`(width: Int, index: Int) {
    let characters = (0..<600).map { ["中", "a", "😀", "e\u{301}"][$0 % 4] }
    let text = characters.joined()
    let start = characters[..<index].joined().utf8.count
    let file = SourceFile(name: "f", bytes: Array(text.utf8))
    let span = SourceSpan(file: file, range: start..<start)
    let lines = Excerpt(span, width: width).lines().map(\.plain)

    let shown = Array(lines[2].dropFirst(4))
    #expect(shown.reduce(0) { $0 + DisplayWidth.cells(of: $1) } <= width)
    let column = lines[3].count - 5
    var cells = 0
    let under = shown.first { character in
      defer { cells += DisplayWidth.cells(of: character) }
      return cells == column
    }
    #expect(under.map(String.init) == (index < 600 ? characters[index] : nil))
  }

  @Test func `a line as long as a file is cut without reading all of it`() {
    let text = String(repeating: "中", count: 200_000) + "X"
    let lines = lines(text, "X", width: 40)
    #expect(lines[2].hasSuffix("中X"))
    #expect(lines[2].count < 40)
  }

  @Test func `an empty place at the end of the file has its caret`() {
    #expect(lines("ab\n", "?").suffix(3) == ["  |", "2 |", "  | ^"])
    #expect(lines("ab", "?").suffix(2) == ["1 | ab", "  |   ^"])
  }

  @Test func `a byte order mark has its caret at the start of the line`() {
    let sample = Sample("\u{FEFF}  x")
    let mark = SourceSpan(file: sample.file, range: 0..<3)
    #expect(Excerpt(mark).lines().map(\.plain).suffix(2) == ["1 |   x", "  | ^"])
  }

  @Test func `every place of a file can be shown`() {
    let bytes: [UInt8] =
      [0xEF, 0xBB, 0xBF] + Array("a\r\n\tb中\r\n\r😀\u{301}\n\n".utf8) + [0xE4, 0xB8, 0x0A, 0xFF]
    let file = SourceFile(name: "f", bytes: bytes)
    for start in 0...bytes.count {
      for end in start...bytes.count {
        let span = SourceSpan(file: file, range: start..<end)
        let lines = Excerpt(span, width: 20).lines().map(\.plain)
        #expect(lines[0] == "  --> \(span.start)".dropFirst(1))
        #expect(lines[3].hasSuffix("^"))
      }
    }
  }
}
