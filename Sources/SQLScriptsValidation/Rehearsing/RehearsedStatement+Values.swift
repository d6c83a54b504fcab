import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// The columns that a statement reads, and the expressions that it stores.
extension RehearsedStatement {
  /// The columns with a name that it reads, one for each table; empty in a view or trigger, which SQLite does not
  /// resolve when it creates them.
  func readColumns(named name: String) -> [SchemaColumn] {
    let name = SQLName(name)
    return actions.compactMap { action in
      guard action.kind == .read, SQLName(action.detail) == name else { return nil }
      return before[action.name]?.column(action.detail)
    }
  }

  /// The columns that UPDATE or INSERT … SELECT stores, with the expressions.
  package var storedValues: [(column: String, value: Range<Int>)] {
    if let target = targetIndex, let verb, word(verb) != "UPDATE",
      let select = outerIndex(of: "SELECT", from: target)
    {
      let table = before[SQLName(name(target))]
      guard
        let columns = columnList ?? table?.columns.filter({ !$0.isGenerated }).map(\.name)
      else { return [] }
      let ends: Set = ["FROM", "WHERE", "UNION", "ORDER", "LIMIT", "GROUP"]
      let end = outerIndices(from: select + 1).first { ends.contains(word($0)) } ?? tokens.count
      guard select + 1 < end else { return [] }
      let values = parts(of: select + 1..<end)
      return values.count == columns.count ? Array(zip(columns, values)) : []
    }
    return assignments.map { (name($0.column), $0.value) }
  }

  /// Whether it stores the values of a column in the same column of the same table again, and nowhere else.
  package func storesOnlyInItself(_ column: String) -> Bool {
    guard let verb, verb == 0, let table = writtenTable, readTables.contains(table),
      first("ON", "CONFLICT") == nil, !outerIndices(from: 0).contains(where: isCompounding),
      // A query in it may have the column under another name.
      indices.count(where: { kind($0) == .word && word($0) == "SELECT" })
        == (word(verb) == "UPDATE" ? 0 : 1),
      // A trigger may store it elsewhere.
      actions.allSatisfy(\.trigger.isEmpty)
    else { return false }
    if columnList == nil, copiedTable == table { return true }
    let targets = storedValues.filter { _, value in
      value.contains { isName($0) && name($0).isSameName(as: column) }
    }
    return !targets.isEmpty && targets.allSatisfy { $0.column.isSameName(as: column) }
  }

  private func isCompounding(_ index: Int) -> Bool {
    ["UNION", "EXCEPT", "INTERSECT"].contains(word(index))
  }

  /// The text from the first to the last token of a range, as it is written.
  func text(ofTokens indices: Range<Int>) -> String {
    guard let first = indices.first, let last = indices.last, tokens.indices.contains(last) else {
      return ""
    }
    let text = script.text(
      range.lowerBound + tokens[first].range.lowerBound..<range.lowerBound
        + tokens[last].range.upperBound)
    return text.oneLine
  }

  /// The range from the first to the last token of a range in the file.
  func span(_ indices: ClosedRange<Int>) -> SourceSpan {
    span(tokens[indices.lowerBound], to: tokens[min(indices.upperBound, tokens.count - 1)])
  }
}
