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

  /// The values of the query by the columns of the new table.
  var storedByPart: [(column: String, value: Range<Int>)] {
    guard let part, let columns = storedColumns else { return [] }
    let ends = InsertWords.clauses.union(["FROM", "UNION", "EXCEPT", "INTERSECT"])
    let end =
      statement.indices.first { index in
        index > part && statement.depth(index) == statement.depth(part)
          && statement.kind(index) == .word && ends.contains(statement.word(index))
      } ?? statement.withoutSemicolon.upperBound
    guard part + 1 < end else { return [] }
    let values = statement.parts(of: part + 1..<end)
    return values.count == columns.count ? Array(zip(columns, values)) : []
  }

  /// The table all of whose columns it selects with `*`.
  var tableByPart: SQLName? {
    guard let part, statement.has("*", "FROM", at: part + 1),
      statement.indices.contains(part + 3)
    else { return nil }
    return SQLName(statement.name(part + 3))
  }

  private var storedColumns: [String]? {
    if let columns = statement.columnList { return columns }
    if let made = statement.madeTable { return statement.after[made]?.columns.map(\.name) }
    let target = statement.writtenTable.flatMap { statement.before[$0] }
    return target?.columns.filter { !$0.isGenerated }.map(\.name)
  }
}
