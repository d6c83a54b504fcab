/// Turns roles into what a device shows: nothing on plain output, colours on a terminal.
package struct Painter: Sendable {
  private let paint: @Sendable (String, TextStyle) -> String

  package init(_ paint: @escaping @Sendable (String, TextStyle) -> String) {
    self.paint = paint
  }

  /// Ignores roles.
  package static let plain = Painter { text, _ in text }

  /// The sixteen colours that every terminal has, so that the reader's own theme decides the shades.
  package static let ansi = Painter { text, style in
    "\u{1B}[\(style.selectGraphicRendition)m\(text)\u{1B}[0m"
  }

  package func text(_ line: StyledText) -> String {
    line.pieces.reduce(into: "") { result, piece in
      result += piece.style.map { paint(piece.text, $0) } ?? piece.text
    }
  }

  /// The lines as one text, each with its line end.
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
