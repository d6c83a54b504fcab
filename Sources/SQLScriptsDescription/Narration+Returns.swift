import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension Narration {
  /// “, without the values that **note** had”, of an INSERT that puts rows back into their table from a copy.
  func withoutFormerValues(_ statement: RehearsedStatement, _ index: Int) -> Words {
    guard statement.succeeded, let columns = statement.columnList,
      let name = statement.writtenTable, let table = statement.before[name],
      rehearsed.before[name] != nil, returns(statement, to: name, index)
    else { return "" }
    let given = Set(columns.map { SQLName(CopyWords.column($0, of: table)) })
    let filled = Set(
      rehearsed.statements[index...].filter { $0.succeeded && $0.writtenTable == name }
        .flatMap { later in later.assignments.map { SQLName(later.name($0.column)) } })
    let lost = table.columns.map(\.name).filter { column in
      table.column(column)?.isGenerated == false
        && table.rowIDAlias?.name.isSameName(as: column) != true
        && !given.union(filled).contains(SQLName(column))
    }
    let key = table.rowIDAlias.map(\.name)
    let renumbers = key.map { !given.contains(SQLName($0)) } ?? false
    let parts: [Words] =
      (renumbers ? ["with new values of \(name: key ?? "")"] : [])
      + (lost.isEmpty ? [] : ["without the values that \(lost.names) had"])
    return parts.isEmpty ? "" : ", \(parts.list())"
  }

  /// Whether a query reads a copy of its table that was made before all rows of the table were deleted.
  private func returns(_ statement: RehearsedStatement, to name: SQLName, _ index: Int) -> Bool {
    guard let select = statement.outerIndex(of: "SELECT") else { return false }
    let sources = Set(
      statement.indices.filter { $0 > select && statement.isName($0) }
        .map { SQLName(statement.name($0)) })
    guard let deletion = deletions[name]?.last(where: { $0 < index }) else { return false }
    return rehearsed.statements.prefix(deletion).contains { copy in
      guard copy.succeeded, copy.readTables.contains(name),
        let target = copy.createdName.map({ SQLName($0) }) ?? copy.writtenTable
      else { return false }
      return target != name && sources.contains(target)
    }
  }
}

extension RehearsedStatement {
  /// The table of which it deletes all rows.
  var wholeDeletedTable: SQLName? {
    guard let table = emptiedTable, let verb else { return nil }
    return outerIndices(from: verb).contains { ["WHERE", "LIMIT"].contains(word($0)) } ? nil : table
  }
}
