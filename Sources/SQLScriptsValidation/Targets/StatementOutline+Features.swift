import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Finds features that a few consecutive words are not enough to recognize.
extension StatementOutline {
  func pragma(_ name: String) -> ClosedRange<Int>? {
    guard word(0) == "PRAGMA" else { return nil }
    return qualifiedName(at: 1).flatMap { word($0.name) == name ? $0.name...$0.name : nil }
  }

  func module(_ names: Set<String>) -> ClosedRange<Int>? {
    guard has(["CREATE", "VIRTUAL", "TABLE"], at: 0) else { return nil }
    return indices.first { word($0) == "USING" && names.contains(word($0 + 1)) }
      .map { $0 + 1...$0 + 1 }
  }

  func tokenizer(_ words: String) -> ClosedRange<Int>? {
    guard module(["FTS5"]) != nil,
      let index = indices.first(where: { has(["TOKENIZE", "="], at: $0) })
    else { return nil }
    let text = (word(index + 2).isEmpty ? name(index + 2) : word(index + 2)).asciiLowercased
    // The first word is the name of the tokenizer. Its options come anywhere after it.
    let isFound = words.contains(" ") ? " \(text) ".contains(" \(words) ") : text.hasPrefix(words)
    return isFound ? index + 2...index + 2 : nil
  }

  private var timeFunctions: Set<String> {
    ["date", "time", "datetime", "julianday", "unixepoch", "strftime"]
  }

  func timeModifier(_ words: Set<String>) -> ClosedRange<Int>? {
    for call in calls(of: timeFunctions) {
      for argument in arguments(call + 1) where argument.count == 1 {
        let index = argument.lowerBound
        if kind(index) == .string, words.contains(name(index).asciiLowercased) {
          return index...index
        }
      }
    }
    return nil
  }

  func timeFormat(_ letters: String) -> ClosedRange<Int>? {
    for call in calls(of: ["strftime"]) {
      guard let format = arguments(call + 1).first, format.count == 1,
        kind(format.lowerBound) == .string
      else { continue }
      var isBehindPercent = false
      for character in name(format.lowerBound) {
        if isBehindPercent, letters.contains(character) {
          return format.lowerBound...format.lowerBound
        }
        isBehindPercent = character == "%" && !isBehindPercent
      }
    }
    return nil
  }

  /// The words OVER of window functions: after a `)`, and before a parenthesis or the name of a window.
  var windows: [ClosedRange<Int>] {
    indices.filter { index in
      word(index) == "OVER" && word(index - 1) == ")"
        && (word(index + 1) == "(" || isWindowName(index + 1))
    }.map { $0...$0 }
  }

  /// In `count(*) over FROM t`, “over” is the name of a column.
  private func isWindowName(_ index: Int) -> Bool {
    guard isName(index) else { return false }
    let name = word(index).asciiLowercased
    return indices.contains {
      word($0) == "WINDOW" && (word($0 + 1).asciiLowercased == name || word($0 + 1).isEmpty)
    }
  }

  var windowFrame: ClosedRange<Int>? {
    guard !windows.isEmpty else { return nil }
    return indices.first { index in
      let (before, next) = (word(index - 1), word(index + 1))
      if word(index) == "EXCLUDE" {
        return ["ROW", "FOLLOWING", "PRECEDING"].contains(before)
          && ["NO", "CURRENT", "GROUP", "TIES"].contains(next)
      }
      return word(index) == "GROUPS"
        && (["BETWEEN", "UNBOUNDED", "CURRENT"].contains(next) || word(index + 2) == "PRECEDING")
    }.map { $0...$0 }
  }

  var filter: ClosedRange<Int>? {
    indices.first { index in
      word(index - 1) == ")" && has(["FILTER", "(", "WHERE"], at: index)
        && word(end(ofParenthesis: index + 1) + 1) != "OVER"
    }.map { $0...$0 }
  }

  var nullsOrder: ClosedRange<Int>? {
    guard let order = first("ORDER", "BY") else { return nil }
    return indices.first { index in
      index > order.upperBound && word(index) == "NULLS"
        && ["FIRST", "LAST"].contains(word(index + 1))
        && !["SELECT", ",", ".", "BY"].contains(word(index - 1))
    }.map { $0...$0 + 1 }
  }

  var aggregateOrder: ClosedRange<Int>? {
    let aggregates: Set = [
      "group_concat", "string_agg", "json_group_array", "json_group_object", "sum", "total",
      "jsonb_group_array", "jsonb_group_object", "count", "avg",
    ]
    // `calls` does not find it, because a SQLite without the feature cannot compile the call.
    for index in indices where word(index + 1) == "(" {
      guard aggregates.contains(word(index).asciiLowercased) else { continue }
      let end = end(ofParenthesis: index + 1)
      guard end > index + 2 else { continue }
      let order = (index + 2..<end).first {
        depth($0) == depth(index + 1) + 1 && has(["ORDER", "BY"], at: $0)
      }
      if let order { return order...order + 1 }
    }
    return nil
  }

  var generatedColumn: ClosedRange<Int>? {
    let depth: Int
    let start: Int
    if let body = tableBody {
      (depth, start) = (1, body)
    } else if case .addColumn(let at) = alteration {
      (depth, start) = (0, at)
    } else {
      return nil
    }
    return indices.first { index in
      index > start && self.depth(index) == depth && has(["AS", "("], at: index)
    }.map { has(["GENERATED", "ALWAYS"], at: $0 - 2) ? $0 - 2...$0 : $0...$0 }
  }

  var strictTable: ClosedRange<Int>? {
    guard let body = tableBody else { return nil }
    let end = end(ofParenthesis: body)
    return indices.first { $0 > end && word($0) == "STRICT" }.map { $0...$0 }
  }

  var expressionIndex: ClosedRange<Int>? {
    guard let created, created.kind == .index, let name = createdName,
      let table = statement.after.table(ofIndex: name),
      let index = table.indexes.first(where: { $0.name.isSameName(as: name) }),
      index.columns.contains(nil), let on = indices.first(where: { word($0) == "ON" }),
      let open = indices.first(where: { $0 > on && word($0) == "(" })
    else { return nil }
    return open...end(ofParenthesis: open)
  }

  var viewColumns: ClosedRange<Int>? {
    guard let created, created.kind == .view, kind(created.name.end) == .leftParenthesis else {
      return nil
    }
    return created.name.end...end(ofParenthesis: created.name.end)
  }

  var rightJoin: ClosedRange<Int>? {
    for index in indices where ["RIGHT", "FULL"].contains(word(index)) {
      if word(index + 1) == "JOIN" { return index...index + 1 }
      if has(["OUTER", "JOIN"], at: index + 1) { return index...index + 2 }
    }
    return nil
  }

  /// TRUE and FALSE as values. If a column has this name, the word means the column.
  var truthWord: ClosedRange<Int>? {
    let before: Set = [
      "DEFAULT", "IS", "NOT", "AND", "OR", "WHEN", "THEN", "ELSE", "WHERE", "SELECT", "VALUES",
      "=", "==", "<>", "!=", "(", ",",
    ]
    guard
      let index = indices.first(where: { index in
        (word(index) == "TRUE" || word(index) == "FALSE") && before.contains(word(index - 1))
          && word(index + 1) != "." && word(index + 1) != "("
      })
    else { return nil }
    let isColumn = { (snapshot: SchemaSnapshot) in
      snapshot.tables.values.contains { $0.column("true") != nil || $0.column("false") != nil }
    }
    return isColumn(statement.before) || isColumn(statement.after) ? nil : index...index
  }

  var raiseExpression: ClosedRange<Int>? {
    for index in indices where has(["RAISE", "("], at: index) {
      guard let message = arguments(index + 1).dropFirst().first else { continue }
      let kind = kind(message.lowerBound)
      if message.count > 1 || (kind != .string && kind != .quotedName && kind != .word) {
        return index...index
      }
    }
    return nil
  }
}
