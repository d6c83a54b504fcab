import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension GivenValues {
  /// What a table gets from one query, or from several that UNION and the like combine.
  ///
  /// - Parameter isShown: whether the SQL of the query follows the sentence.
  static func words(
    _ statement: RehearsedStatement, _ table: SchemaTable, _ rows: SelectedRows, select: Int,
    isShown: Bool
  ) -> Words {
    let isUnion = CompoundWords(statement, select: select).isUnion
    guard !isUnion, !rows.followsValues else {
      let queries = statement.outerIndices(from: select).filter { statement.word($0) == "SELECT" }
      let isCopy = queries.allSatisfy { GivenValues(statement, table, select: $0).isCopy }
      return isCopy || isShown ? "" : rows.code
    }
    if statement.isCompound(select), isShown { return "" }
    return GivenValues(statement, table, select: select)
      .words(isOne: rows.isOne, isPlain: rows.keepsRows, query: isShown ? nil : rows.code)
  }
}
