/// Converts the roles of text for an output: to colors on a terminal, to nothing elsewhere.
package struct Painter: Sendable {
  private let paint: @Sendable (String, TextStyle) -> String

  package init(_ paint: @escaping @Sendable (String, TextStyle) -> String) {
    self.paint = paint
  }

  /// Ignores roles.
  package static let plain = Painter { text, _ in text }

  /// The sixteen colors of every terminal, so that the user's theme decides the shades.
  package static let ansi = Painter { text, style in
    "\u{1B}[\(style.selectGraphicRendition)m\(text)\u{1B}[0m"
  }

  package func text(_ line: StyledText) -> String {
    line.pieces.reduce(into: "") { result, piece in
      result += piece.style.map { paint(piece.text, $0) } ?? piece.text
    }
  }

  /// The lines as one text, each with its line ending.
  package func text(_ lines: [StyledText]) -> String {
    lines.reduce(into: "") { $0 += text($1) + "\n" }
  }
}

extension TextStyle {
  fileprivate var selectGraphicRendition: String {
    switch self {
    case .error: "1;31"
    case .warning: "1;33"
    case .info: "1;36"
    case .path: "36"
    case .lineNumber: "34"
    case .caret: "1;31"
    case .emphasis: "1"
    case .dim: "2"
    }
  }
}
