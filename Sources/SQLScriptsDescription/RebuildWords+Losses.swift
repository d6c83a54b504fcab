import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RebuildWords {
  /// The words of a rebuild that copies no row.
  func removal(of name: String) -> Words {
    guard let temporary = temporaryCopy?.createdName else {
      return "removes the table \(name: name) with all its rows and creates it again"
    }
    return
      "removes the table \(name: name) and creates it again, after rows were copied to the temporary table \(name: temporary)"
  }

  /// The statement that copies its rows to a temporary table, from which they come back.
  private var temporaryCopy: RehearsedStatement? {
    let (old, end) = (SQLName(oldTable.table.name), statements.last ?? 0)
    return script.statements.prefix(end).last {
      $0.succeeded && $0.createsTemporary && $0.tableBody == nil && $0.readTables.contains(old)
        && copiesValues($0) && isCopiedBack($0)
    }
  }

  /// “a statement in between fails”, of a rebuild without a copy. What it should have done is not known then.
  var interruption: Words? {
    if hasFailedCopy { return "the statement that copies its rows fails" }
    let drop =
      statements.first { script.statements[$0].droppedTable != nil } ?? statements.last ?? 0
    let isReached = script.statements.prefix(drop).dropFirst(statements.first ?? 0)
      .allSatisfy { $0.succeeded || $0.isRuledOut }
    return isReached ? nil : "a statement in between fails"
  }

  /// Whether its last statements are not reached.
  var hasFailureInBetween: Bool {
    guard let first = statements.first, let last = statements.last else { return false }
    return script.statements[first...last].contains { !$0.succeeded && !$0.isRuledOut }
  }

  /// The columns that are gone with their values, because no statement puts those anywhere where they stay.
  var lostColumns: Set<SQLName> {
    guard rest == nil, !copiesOfRows.isEmpty || temporaryCopy != nil else { return [] }
    let readers = script.statements.filter { statement in
      // Of a new table, only the query of CREATE TABLE … AS stores anything.
      statement.succeeded && statement.emptiedTable == nil && statement.tableBody == nil
        && (statement.writtenTable != nil || statement.createsTemporary)
        && !statement.readTables.isDisjoint(with: lineage.names) && !isPassing(statement)
    }
    let lost = oldTable.table.columns.filter { column in
      !column.isGenerated
        && !readers.contains { $0.mayStore(column) && !$0.storesOnlyInItself(column.name) }
    }
    return Set(lost.map { SQLName($0.name) })
  }

  /// Whether it copies columns under their names into a table that the script drops later.
  private func isPassing(_ statement: RehearsedStatement) -> Bool {
    guard let target = statement.madeTable, script.after[target] == nil,
      !lineage.namesOfReplacement.contains(target),
      let select = statement.outerIndex(of: "SELECT")
    else { return false }
    return statement.copiesColumns(of: select)
  }

  /// Whether a query has rows of the old table, and not only what is computed from them.
  private func copiesValues(_ statement: RehearsedStatement) -> Bool {
    guard let select = statement.outerIndex(of: "SELECT"),
      let from = statement.outerIndex(of: "FROM", from: select),
      statement.outerIndex(of: "GROUP", from: select) == nil
    else { return false }
    let depth = statement.depth(select)
    return statement.indices.contains { index in
      guard select < index, index < from, statement.depth(index) == depth,
        statement.word(index - 1) != "AS"
      else { return false }
      return statement.text(statement.tokens[index]) == "*"
        || statement.isName(index) && lineage.before.column(statement.name(index)) != nil
    }
  }

  /// Whether a later statement puts rows of a temporary table into the new table.
  private func isCopiedBack(_ copy: RehearsedStatement) -> Bool {
    guard let temporary = copy.createdName.map({ SQLName($0) }) else { return false }
    return script.statements.contains { statement in
      guard statement.succeeded, let select = statement.outerIndex(of: "SELECT"),
        let table = statement.writtenTable,
        let from = statement.outerIndex(of: "FROM", from: select)
      else { return false }
      return lineage.namesOfReplacement.union([SQLName(after.name)]).contains(table)
        && statement.indices.contains {
          $0 > from && statement.isName($0) && SQLName(statement.name($0)) == temporary
        }
    }
  }

  /// Whether a statement that failed should have filled the new table. Without the script, no row is lost.
  private var hasFailedCopy: Bool {
    script.statements.contains { statement in
      let ends = InsertWords.clauses.subtracting(["ON"])
      guard !statement.succeeded, let verb = statement.verb,
        ["INSERT", "REPLACE"].contains(statement.word(verb)), let target = statement.target,
        let select = statement.outerIndex(of: "SELECT", from: verb),
        let from = statement.clause("FROM", from: select, until: ends)
      else { return false }
      let sources = from.filter(statement.isName).map { SQLName(statement.name($0)) }
      let name = SQLName(statement.name(target.name))
      return lineage.namesOfReplacement.contains(name)
        && sources.contains { $0 != name && lineage.names.contains($0) }
    }
  }
}

extension RehearsedStatement {
  /// Whether a value that it stores names a column, or is a `*`.
  fileprivate func mayStore(_ column: SchemaColumn) -> Bool {
    let selects = outerIndices(from: 0).filter { word($0) == "SELECT" }
    let values = selects.isEmpty ? [indices] : selects.flatMap(results)
    return values.contains { value in
      value.contains { isName($0) && name($0).isSameName(as: column.name) }
        || value.last.map(word) == "*"
    }
  }
}
