import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation

extension TableRows {
  /// The tables with changes, and the number of the others.
  static func lines(_ tables: [TableRows]) -> [StyledText] {
    let touched = tables.filter { !$0.isUntouched }
    let rest = tables.count - touched.count
    var lines: [StyledText] = []
    if !touched.isEmpty {
      var table = Table([("TABLE", .left), ("BEFORE", .right), ("AFTER", .right), ("ROWS", .left)])
      for rows in touched {
        table.add([rows.name, rows.before.words, rows.after.words, rows.words])
      }
      lines += table.lines
    }
    guard rest > 0 else { return lines }
    let others = touched.isEmpty ? "" : "other "
    lines.append(
      StyledText(
        rest == 1
          ? "1 \(others)table is unchanged"
          : "\(rest) \(others)tables are unchanged"))
    return lines
  }

  private var words: String {
    var parts: [String] = []
    switch outcome {
    case .kept: break
    case .rebuilt: parts.append("rebuilt")
    case .renamed(let old): parts.append("was “\(old)”")
    case .added: return "a new table"
    case .removed: return removed == 0 ? "dropped" : "dropped with all its rows"
    }
    if removed > 0 { parts.append("\(removed) removed") }
    if changed > 0 { parts.append("\(changed) changed") }
    if added > 0 { parts.append("\(added) added") }
    if hasAllRows, (before ?? 0) > 0 { parts.append("all kept") }
    return parts.joined(separator: ", ")
  }

  var json: JSONText {
    let (word, old): (String, String?) =
      switch outcome {
      case .kept: ("kept", nil)
      case .rebuilt: ("rebuilt", nil)
      case .renamed(let old): ("renamed", old)
      case .added: ("added", nil)
      case .removed: ("removed", nil)
      }
    return .object([
      .init("name", .string(name)),
      .init("action", .string(word)),
      .init("oldName", .string(old)),
      .init("before", .integer(before.map { Int64($0) })),
      .init("after", .integer(after.map { Int64($0) })),
      .init("added", .int(added)),
      .init("removed", .int(removed)),
      .init("changed", .int(changed)),
    ])
  }
}

extension Int? {
  fileprivate var words: String { map { "\($0)" } ?? "–" }
}
