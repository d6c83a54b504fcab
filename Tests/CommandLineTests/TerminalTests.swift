import Testing

@testable import SQLScriptsCLI

struct TerminalTests {
  @Test(arguments: [1, 5, 8, 20, 40, 80, 200])
  func `a progress bar leaves the last column free`(width: Int) {
    for fraction in [-1, 0, 0.004, 0.5, 0.999, 1, 7, .infinity] {
      let line = ProgressBar.line(
        fraction, "sql_update_12_用户 e\u{301}\u{1B}[2J.plist", width: width)
      let cells = line.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
      #expect(cells < width || line.isEmpty)
      #expect(!line.contains("\u{1B}"))
    }
  }

  @Test func `a progress bar shows its progress without color`() {
    let line = ProgressBar.line(0.5, "sql_update_2.plist", width: 60)
    #expect(line == "[############............]  50% sql_update_2.plist")
    #expect(ProgressBar.line(0.999, "", width: 10) == " 99%")
  }

  @Test func `color is decided in one order`() {
    func isOn(_ choice: ColorChoice, _ variables: [String: String], terminal: Bool) -> Bool {
      choice.isOn(isTerminal: terminal) { variables[$0] }
    }
    #expect(isOn(.auto, [:], terminal: true))
    #expect(!isOn(.auto, [:], terminal: false))
    #expect(!isOn(.auto, ["TERM": "dumb"], terminal: true))
    #expect(isOn(.auto, ["TERM": "dumb", "CLICOLOR_FORCE": "1"], terminal: false))
    #expect(!isOn(.auto, ["CLICOLOR_FORCE": "0"], terminal: false))
    #expect(!isOn(.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], terminal: true))
    #expect(isOn(.auto, ["NO_COLOR": ""], terminal: true))
    #expect(isOn(.always, ["NO_COLOR": "1"], terminal: false))
    #expect(!isOn(.never, ["CLICOLOR_FORCE": "1"], terminal: true))
  }

  @Test func `columns are aligned even with wide characters`() {
    var table = Table([("N", .right), ("名字", .left), ("END", .left)])
    table.add(["1", "中文", "x"])
    table.add(["10", "ab\n\u{1B}c", "y"])
    let lines = table.lines.map(\.plain)
    #expect(
      lines == [
        " N  名字          END", " 1  中文          x", "10  ab <U+001B>c  y",
      ])
  }

  @Test func `prose is wrapped between words, by terminal cells`() {
    #expect(TextWrapping.lines("", width: 10) == [])
    #expect(TextWrapping.lines("one two  three", width: 7) == ["one two", "three"])
    #expect(TextWrapping.lines("one two", width: 1, indent: "  ") == ["  one", "  two"])
    #expect(TextWrapping.lines("用户 用户 a", width: 9) == ["用户 用户", "a"])
    #expect(TextWrapping.lines("a\u{1B}[2J\nb", width: 80) == ["a<U+001B>[2J b"])
  }

  @Test(arguments: [
    (0.04, "0.0 ms"), (9.96, "10.0 ms"), (12.4, "12 ms"), (999.4, "999 ms"), (1500, "1.5 s"),
    (125_000, "2 min 5 s"),
  ])
  func `a duration is shown with useful precision`(milliseconds: Double, words: String) {
    #expect(DurationText.text(milliseconds: milliseconds) == words)
  }
}
