import SQLScriptsDiagnostics

/// One source line of an excerpt: its text, and the columns of the carets.
struct ExcerptRow {
  private(set) var text = ""
  private(set) var caretColumn = 0
  private(set) var caretCount = 0

  /// - Parameters:
  ///   - line: The bytes of the line.
  ///   - span: The range of the carets. The part outside the line is ignored.
  ///   - width: The number of columns. A longer line is cut around the carets.
  ///   - isContinuation: Whether the span starts in an earlier line.
  init(
    file: SourceFile, line: Range<Int>, span: Range<Int>, width: Int, isContinuation: Bool = false
  ) {
    let from = min(max(span.lowerBound, line.lowerBound), line.upperBound)
    let to = min(max(span.upperBound, from), line.upperBound)
    let window = Self.window(of: line, around: from, in: file.bytes, width: width)
    let cells = VisibleText(file.bytes[window], offset: window.lowerBound).cells

    var first = cells.firstIndex { $0.bytes.upperBound > from } ?? cells.endIndex
    // In the last line of a long span, the indentation is not marked.
    if isContinuation {
      first = cells.firstIndex { !$0.text.allSatisfy { $0 == " " } } ?? first
    }
    let end = cells[first...].firstIndex { $0.bytes.lowerBound >= to } ?? cells.endIndex
    let shown = Self.shown(of: cells, from: first, to: end, width: width)

    let isCutBefore = shown.lowerBound > 0 || window.lowerBound > line.lowerBound
    let isCutAfter = shown.upperBound < cells.count || window.upperBound < line.upperBound
    let columns = { (range: Range<Int>) in cells[range].reduce(0) { $0 + $1.width } }
    text =
      (isCutBefore ? "…" : "") + cells[shown].map(\.text).joined() + (isCutAfter ? "…" : "")
    caretColumn = columns(shown.lowerBound..<first) + (isCutBefore ? 1 : 0)
    caretCount = max(1, columns(first..<min(max(first, end), shown.upperBound)))
  }

  /// The bytes that can be visible. A line may be as long as the file, and a cell rarely has more than four bytes.
  private static func window(
    of line: Range<Int>, around offset: Int, in bytes: SourceBytes, width: Int
  ) -> Range<Int> {
    let reach = width * 8
    var start = max(line.lowerBound, offset - reach)
    var end = min(line.upperBound, offset + reach)
    // At most three bytes continue a scalar. More of them are not UTF-8.
    for _ in 0..<3 {
      if start > line.lowerBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      if end < line.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return start..<end
  }

  /// The cells that fit. The text before the carets takes up to a third of the width.
  private static func shown(
    of cells: [VisibleText.Cell], from first: Int, to end: Int, width: Int
  ) -> Range<Int> {
    guard cells.reduce(0, { $0 + $1.width }) > width else { return 0..<cells.count }
    let room = width - 2
    var start = first
    var used = 0
    let whole = cells[first..<max(first, end)].reduce(0) { $0 + $1.width }
    let before = max(room / 3, room - whole - room / 3)
    while start > 0, used + cells[start - 1].width <= before {
      start -= 1
      used += cells[start].width
    }
    var stop = first
    while stop < cells.count, used + cells[stop].width <= room {
      used += cells[stop].width
      stop += 1
    }
    while start > 0, used + cells[start - 1].width <= room {
      start -= 1
      used += cells[start].width
    }
    return start..<max(stop, min(first + 1, cells.count))
  }
}
