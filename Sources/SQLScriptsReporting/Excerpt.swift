import SQLScriptsDiagnostics

/// The source lines of a span, with carets and a label below them.
///
/// ```text
///  --> sql_update_4.plist:6:42
///   |
/// 6 |     <string>DELETE FROM visit WHERE days < 30</string>
///   |                                          ^ write &lt; here
/// ```
package struct Excerpt: Sendable {
  /// The number of cells of a source line if the width of the output is not known.
  package static let usualWidth = 120

  /// The width of the line numbers. Adjacent excerpts use the widest.
  package let gutterWidth: Int

  /// Whether there is a line to show. An empty file, or a finding about the file itself, has none.
  package var hasSource: Bool { !span.file.bytes.isEmpty }

  private let span: SourceSpan
  private let start: SourceLocation
  private let label: String?
  private let style: TextStyle
  private let width: Int

  package init(
    _ span: SourceSpan, label: String? = nil, style: TextStyle = .error,
    width: Int = Excerpt.usualWidth
  ) {
    self.span = span
    self.start = span.start
    self.label = label
    self.style = style
    self.width = max(width, 20)
    gutterWidth = String(span.end.line).count
  }

  /// The lines, from the arrow with the place to the last carets.
  package func lines(arrow: String = "-->", gutter: Int? = nil) -> [StyledText] {
    let gutter = max(gutter ?? 0, gutterWidth)
    var place = StyledText(String(repeating: " ", count: gutter) + arrow + " ", .lineNumber)
    place.append(VisibleText.oneLine(span.place), .path)
    guard hasSource else {
      guard let label else { return [place] }
      var line = StyledText(String(repeating: " ", count: gutter + 1) + "= ", .lineNumber)
      line.append(VisibleText.oneLine(label), style)
      return [place, line]
    }

    let first = span.file.line(around: span.range.lowerBound)
    let last = lastLine(first: first)
    var lines = [place, Self.bar(gutter: gutter)]
    lines += rows(of: first, number: start.line, label: label, gutter: gutter)
    if let last {
      let number = span.file.location(at: last.lowerBound).line
      if number > start.line + 1 {
        lines.append(StyledText(String(repeating: ".", count: max(3, gutter)), .lineNumber))
      }
      lines += rows(of: last, number: number, label: nil, gutter: gutter)
    }
    return lines
  }

  /// The empty line with the bar of the gutter.
  package static func bar(gutter: Int) -> StyledText {
    StyledText(String(repeating: " ", count: gutter) + " |", .lineNumber)
  }

  /// The line in which the span ends, if it is not the first and contains a part of the span.
  private func lastLine(first: Range<Int>) -> Range<Int>? {
    guard span.range.upperBound > first.upperBound else { return nil }
    let last = span.file.line(around: span.range.upperBound - 1)
    return last.lowerBound > first.lowerBound ? last : nil
  }

  private func rows(
    of line: Range<Int>, number: Int, label: String?, gutter: Int
  ) -> [StyledText] {
    let row = ExcerptRow(
      file: span.file, line: line, span: span.range, width: width,
      isContinuation: number > start.line)
    let digits = String(number)
    let padding = String(repeating: " ", count: gutter - digits.count)
    var source = StyledText(padding + digits + " |", .lineNumber)
    if !row.text.isEmpty { source.append(" " + row.text) }

    var carets = Self.bar(gutter: gutter)
    carets.append(String(repeating: " ", count: row.caretColumn + 1))
    carets.append(String(repeating: "^", count: row.caretCount), style)
    if let label { carets.append(" " + VisibleText.oneLine(label), style) }
    return [source, carets]
  }
}
