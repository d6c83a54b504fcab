import SQLScriptsDiagnostics
import SQLScriptsReporting

/// Breaks prose into lines between its words.
enum TextWrapping {
  /// The width if it is not known, or if the terminal is wider than prose should be.
  static let usualWidth = 80

  /// The lines of a text, none wider than `width` cells unless a single word is.
  static func lines(_ text: String, width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    var cells = 0
    for word in VisibleText.oneLine(text).split(separator: " ") {
      let wide = word.reduce(0) { $0 + DisplayWidth.cells(of: $1) }
      if !line.isEmpty, indent.count + cells + 1 + wide > width {
        lines.append(indent + line)
        line = ""
        cells = 0
      }
      line += line.isEmpty ? String(word) : " " + word
      cells += cells == 0 ? wide : wide + 1
    }
    return line.isEmpty ? lines : lines + [indent + line]
  }
}
