/// Draws the colored output of a command as an SVG, as a terminal with a dark background shows it.
///
/// Each piece of text has its position and length, so that columns line up in every font.
struct TerminalPicture {
  private struct Piece {
    var text: String
    var column: Int
    var style: String
  }

  private static let (width, height, margin) = (8.4, 20.0, 20.0)
  private static let bar = 32.0
  /// The colors of SGR codes, with enough contrast on the background.
  private static let colors = [
    31: "#ff8b85", 32: "#6fdd8b", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd",
  ]

  private let lines: [[Piece]]
  private let title: String

  /// - Parameters:
  ///   - output: text with SGR sequences.
  ///   - title: the picture in one sentence, for readers who do not see it.
  init(of output: String, title: String) {
    lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(Self.pieces)
    self.title = title
  }

  private static func pieces(of line: Substring) -> [Piece] {
    var (pieces, style, column): ([Piece], String, Int) = ([], "", 0)
    for (index, part) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
      .enumerated()
    {
      var text = part
      if index > 0, let end = part.firstIndex(of: "m") {
        style = self.style(of: part[..<end])
        text = part[part.index(after: end)...]
      }
      let indent = text.prefix { $0 == " " }.count
      let shown = String(text.dropFirst(indent))
      if !shown.isEmpty { pieces.append(Piece(text: shown, column: column + indent, style: style)) }
      column += text.count
    }
    return pieces
  }

  private static func style(of codes: Substring) -> String {
    codes.split(separator: ";").compactMap { Int($0) }.map { code in
      code == 1 ? #" font-weight="bold""# : colors[code].map { #" fill="\#($0)""# } ?? ""
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      // A sequence of spaces would be one space.
      case " ": "\u{A0}"
      default: String(character)
      }
    }.joined()
  }

  var svg: String {
    let columns = lines.joined().map { $0.column + $0.text.count }.max() ?? 0
    let size = (
      Self.margin * 2 + Double(columns) * Self.width,
      Self.bar + Self.margin * 1.5 + Double(lines.count) * Self.height
    )
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 \(size.0) \(size.1)" \
      width="\(size.0)" height="\(size.1)">
      <title>\(Self.escaped(title).replacing("\u{A0}", with: " "))</title>
      <rect x="0.5" y="0.5" width="\(size.0 - 1)" height="\(size.1 - 1)" rx="10" fill="#161b22" \
      stroke="#484f58"/>
      <circle cx="20" cy="18" r="5.5" fill="#ff5f57"/><circle cx="39" cy="18" r="5.5" fill="#febc2e"/>\
      <circle cx="58" cy="18" r="5.5" fill="#28c840"/>
      <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" \
      font-size="14" fill="#e6edf3">

      """
    for (index, line) in lines.enumerated() {
      let y = Self.bar + Self.margin + Double(index) * Self.height
      for piece in line {
        let x = Self.margin + Double(piece.column) * Self.width
        let length = Double(piece.text.count) * Self.width
        svg += """
          <text x="\(Self.rounded(x))" y="\(y)" textLength="\(Self.rounded(length))" \
          lengthAdjust="spacingAndGlyphs"\(piece.style)>\(Self.escaped(piece.text))</text>

          """
      }
    }
    return svg + "</g>\n</svg>\n"
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
