import SQLScriptsDiagnostics
import SQLScriptsReporting

/// Rows whose columns stand below one another, also where characters are two cells wide.
struct Table {
  enum Alignment { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// Adds a row; cells are shown as one line each.
  mutating func add(_ cells: [String]) {
    rows.append(cells.map(VisibleText.oneLine))
  }

  var lines: [StyledText] {
    let titles = columns.map(\.title)
    let widths = columns.indices.map { column in
      (rows + [titles]).map { Self.width(of: $0[column]) }.max() ?? 0
    }
    return [StyledText(line(titles, widths), .emphasis)] + rows.map { StyledText(line($0, widths)) }
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[index] - Self.width(of: cell))
      if index > 0 { line += "  " }
      switch columns[index].alignment {
      case .right: line += padding + cell
      // Blanks at the end of a line help nobody.
      case .left: line += index == cells.count - 1 ? cell : cell + padding
      }
    }
    return line
  }

  private static func width(of text: String) -> Int {
    text.reduce(0) { $0 + DisplayWidth.cells(of: $1) }
  }
}
