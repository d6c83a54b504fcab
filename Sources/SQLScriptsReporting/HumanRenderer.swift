import SQLScriptsDiagnostics

/// Renders a diagnostic for people: message, excerpt with carets, reason, advice, and the other places of the problem.
///
/// ```text
/// error[no-such-table]: no table named “usr_info”
///  --> sql_update_2.plist:5:25
///   |
/// 5 |     <string>ALTER TABLE usr_info ADD COLUMN age INTEGER</string>
///   |                         ^^^^^^^^ not created by any script before
///   |
///   = why:  A table must exist before it can be altered.
///   = help: Write “user_info”.
/// ```
package struct HumanRenderer: Sendable {
  /// The number of cells of a source line before it is cut.
  package var width: Int

  package init(width: Int = Excerpt.usualWidth) {
    self.width = width
  }

  /// The lines of a diagnostic.
  package func lines(_ diagnostic: Diagnostic) -> [StyledText] { lines(diagnostic, others: []) }

  /// - Parameter others: the other places that have the same problem.
  private func lines(_ diagnostic: Diagnostic, others: [SourceSpan]) -> [StyledText] {
    let main = Excerpt(
      diagnostic.span, label: diagnostic.label, style: diagnostic.severity.style, width: width)
    let related = diagnostic.related.map {
      Excerpt($0.span, label: $0.message, style: .info, width: width)
    }
    let gutter = related.map(\.gutterWidth).reduce(main.gutterWidth, max)

    var lines = [header(diagnostic)]
    lines += main.lines(gutter: gutter)
    for excerpt in related { lines += excerpt.lines(arrow: ":::", gutter: gutter) }
    let remarks =
      remark("why: ", diagnostic.why, gutter: gutter)
      + remark("help:", diagnostic.help, gutter: gutter)
      + remark("also:", Self.list(others), gutter: gutter)
    if !remarks.isEmpty, (related.last ?? main).hasSource {
      lines.append(Excerpt.bar(gutter: gutter))
    }
    return lines + remarks
  }

  /// The lines of a report, with an empty one after each of its parts.
  package func lines(_ shown: ShownDiagnostics) -> [StyledText] {
    shown.parts.flatMap { part in
      switch part {
      case .finding(let diagnostic, let others):
        lines(diagnostic, others: others) + [StyledText()]
      case .more(let count, let id, let file):
        [
          StyledText(VisibleText.oneLine("and \(count) more of \(id) in \(file)"), .emphasis),
          StyledText(),
        ]
      }
    }
  }

  /// The diagnostic as one text with a final line ending.
  package func text(_ diagnostic: Diagnostic, painter: Painter = .plain) -> String {
    painter.text(lines(diagnostic))
  }

  /// The other places in words: the first few, and the number of the rest.
  private static func list(_ others: [SourceSpan]) -> String? {
    guard !others.isEmpty else { return nil }
    let many = ShownDiagnostics.manyPlaces
    let places = others.prefix(many).map { VisibleText.oneLine($0.place) }.joined(separator: ", ")
    let rest = others.count > many ? " and \(others.count - many) more" : ""
    return
      "at \(others.count == 1 ? "1 other place" : "\(others.count) other places"): \(places)\(rest)"
  }

  private func header(_ diagnostic: Diagnostic) -> StyledText {
    var line = StyledText(
      "\(diagnostic.severity.rawValue)[\(VisibleText.oneLine(diagnostic.id))]",
      diagnostic.severity.style)
    line.append(": " + VisibleText.oneLine(diagnostic.message), .emphasis)
    return line
  }

  private func remark(_ name: String, _ text: String?, gutter: Int) -> [StyledText] {
    guard let text else { return [] }
    let indent = String(repeating: " ", count: gutter + 1)
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return rows.enumerated().map { index, row in
      var line = StyledText(indent + "= ", .lineNumber)
      if index == 0 { line.append(name, .emphasis) }
      let text = VisibleText.oneLine(String(row))
      let start = index == 0 ? " " : String(repeating: " ", count: name.count + 1)
      if !text.isEmpty { line.append(start + text) }
      return line
    }
  }
}
