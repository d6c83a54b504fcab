import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The queries that UNION and the like combine.
extension CopyWords {
  /// A copy for each query whose rows the new table gets. What EXCEPT and INTERSECT compare with is none.
  var parts: [CopyWords] {
    guard let first = select else { return [] }
    return statement.indices.filter { index in
      guard index >= first, statement.word(index) == "SELECT",
        statement.depth(index) == statement.depth(first)
      else { return false }
      return index == first || ["UNION", "ALL"].contains(statement.word(index - 1))
    }.map { index in
      var copy = self
      copy.part = index
      return copy
    }
  }

  /// The columns of the new table that get values, in their order.
  var storedColumns: [String]? {
    if let columns = statement.columnList { return columns }
    if let made = statement.madeTable { return statement.after[made]?.columns.map(\.name) }
    let target = statement.writtenTable.flatMap { statement.before[$0] }
    return target?.columns.filter { !$0.isGenerated }.map(\.name)
  }
}
