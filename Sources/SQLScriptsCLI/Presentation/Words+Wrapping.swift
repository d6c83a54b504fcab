import SQLScriptsDescription
import SQLScriptsReporting

extension Words {
  /// Lines that are no wider than the terminal, unless a single word is.
  ///
  /// - Parameter first: the beginning of the first line. The others are indented by its width.
  func lines(width: Int, first: String) -> [StyledText] {
    var lines: [StyledText] = []
    var line = StyledText(first)
    var (cells, isStart) = (first.count, true)
    for word in styled.words {
      let wide = word.pieces.reduce(0) {
        $0 + $1.text.reduce(0) { $0 + DisplayWidth.cells(of: $1) }
      }
      if !isStart, cells + 1 + wide > width {
        lines.append(line)
        line = StyledText(String(repeating: " ", count: first.count))
        (cells, isStart) = (first.count, true)
      }
      if !isStart { line.append(" ") }
      word.pieces.forEach { line.append($0.text, $0.style) }
      cells += wide + (isStart ? 0 : 1)
      isStart = false
    }
    return lines + [line]
  }
}

extension StyledText {
  /// The text between its spaces, each part with its roles.
  fileprivate var words: [StyledText] {
    var words: [StyledText] = []
    var word = StyledText()
    for piece in pieces {
      for (index, part) in piece.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          if !word.pieces.isEmpty { words.append(word) }
          word = StyledText()
        }
        word.append(String(part), piece.style)
      }
    }
    return word.pieces.isEmpty ? words : words + [word]
  }
}
