import SQLScriptsSQL
import SQLScriptsSchema

/// The paths at which a condition reads JSON in a column.
struct JSONPaths {
  private let column: String
  private var paths: [String] = []
  private var leaves: [String] = []

  /// A condition may have any number of paths and literals.
  private static let many = 12

  /// - Parameter column: its lowercase name.
  init(in condition: RowCondition, of column: String) {
    self.column = column.quotedName
    let sql = condition.sql
    let isJSON = condition.range.contains { index in
      sql.word(index).hasPrefix("JSON") || sql.word(index).hasPrefix("->")
    }
    guard isJSON else { return }
    for index in condition.range {
      switch sql.kind(index) {
      case .string:
        let text = sql.name(index)
        if text.hasPrefix("$") {
          if text != "$" { paths.append(text) }
        } else if sql.word(index - 1).hasPrefix("->") {
          paths.append("$.\"\(text)\"")
        } else {
          leaves.append(text.quoted(by: "'"))
        }
      case .integer, .float:
        if sql.word(index - 1).hasPrefix("->") {
          paths.append("$[\(sql.word(index))]")
        } else {
          leaves += [sql.word(index), "\(sql.word(index)) + 1"]
        }
      default: continue
      }
    }
  }

  /// SQL for the column's value with another value at a path.
  var objects: [String] {
    let base = "CASE WHEN json_valid(\(column)) THEN \(column) ELSE '{}' END"
    let paths = paths.prefix(Self.many)
    let values =
      leaves.prefix(Self.many) + [
        "1", "'a'", "1.5", "json('[]')", "json('[1]')", "json('{}')", "json('true')",
      ]
    let all = paths.map { "\($0.quoted(by: "'")), " }
    return paths.flatMap { path in
      let start = path.hasPrefix("$[") ? base.replacing("'{}'", with: "'[]'") : base
      return values.map { "json_set(\(start), \(path.quoted(by: "'")), \($0))" }
    }
      + (all.count > 1
        ? values.map { value in
          "json_set(\(base), \(all.map { "\($0)\(value)" }.joined(separator: ", ")))"
        } : [])
  }
}
