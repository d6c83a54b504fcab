import SQLScriptsDiagnostics
import SQLScriptsReporting

/// A table with aligned columns, including characters that are two cells wide.
struct Table {
  enum Alignment { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  /// Adds a row. Each cell is shown on one line.
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
      // No spaces at the end of a line.
      case .left: line += index == cells.count - 1 ? cell : cell + padding
      }
    }
    return line
  }

  private static func width(of text: String) -> Int {
    text.reduce(0) { $0 + DisplayWidth.cells(of: $1) }
  }
}
