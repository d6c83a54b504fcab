import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension RulePage.File {
  /// The example file: its name, then its numbered statements or its text, with carets.
  var lines: [StyledText] {
    var lines = [StyledText(VisibleText.oneLine(name), .path)]
    for (index, text) in texts.enumerated() {
      let digits = String(repeating: " ", count: max(0, 3 - String(index + 1).count))
      let number = isList ? "\(digits)\(index + 1)  " : "  "
      lines += text.lines(first: number)
    }
    return lines
  }
}

extension MarkedText {
  fileprivate func lines(first: String) -> [StyledText] {
    var lines: [StyledText] = []
    var start = 0
    let indent = String(repeating: " ", count: first.count)
    let bytes = Array(text.utf8)
    // A line ending at the end of the text does not start a line.
    while start < bytes.count || lines.isEmpty {
      let end = bytes[start...].firstIndex { $0 == 0x0A } ?? bytes.count
      let cells = VisibleText(bytes[start..<end], offset: start).cells
      var line = StyledText(lines.isEmpty ? first : indent, .lineNumber)
      line.append(cells.map(\.text).joined())
      lines.append(line)
      if let carets = carets(below: cells) {
        lines.append(StyledText(indent + carets, .error))
      }
      start = end + 1
    }
    return lines
  }

  private func carets(below cells: [VisibleText.Cell]) -> String? {
    guard let marked else { return nil }
    var before = 0
    var count = 0
    for cell in cells {
      if cell.bytes.overlaps(marked) {
        count += cell.width
      } else if count == 0 {
        before += cell.width
      }
    }
    guard count > 0 else { return nil }
    return String(repeating: " ", count: before) + String(repeating: "^", count: count)
  }
}
