import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension CopyWords {
  /// “copies only rows where **a** has a value”
  var rowClauses: [Words] {
    guard let select else { return [] }
    var clauses: [Words] = []
    let combination = CompoundWords(statement, select: select)
    if parts.count > 1 {
      clauses.append(combination.copy)
    } else {
      if combination.isCompound { clauses.append(combination.copy) }
      if readsQuery(select) {
        let code = SelectedRows(statement, select: select).code
        clauses.append("copies the result of a query\(code)")
      }
      let selected = SelectedRows(statement, select: select)
      let unmatched = selected.unmatched.flatMap {
        names.contains(SQLName($0.rows)) ? $0.other : nil
      }
      // The SQL of a query has the conditions, too.
      let joins = readsQuery(select) ? nil : selected.joins
      if unmatched == nil { clauses += joins?.lookups ?? [] }
      if let partners = joined(select, selected.joins) {
        clauses.append(
          "copies only rows with a match in \(partners)\(joins?.unusual(isOuter: false) ?? "")")
      }
      if selected.isNever {
        clauses.append("copies no rows")
      } else if let unmatched {
        clauses.append(
          "copies only rows without a match in \(name: unmatched)\(joins?.unusual() ?? "")")
      } else if let range = selected.condition {
        let condition = ConditionWords(statement, range, in: scope).words
        // The names in it are those of the query.
        let rows: Words = readsQuery(select) ? "rows of the query" : "rows"
        clauses.append("copies only \(rows) \(condition)")
      }
      if SelectedRows(statement, select: select).isOne {
        clauses.append("makes a single row of all rows")
      }
      if let groups = GroupingWords(statement, select: select).copy(of: old) {
        clauses.append(groups)
      }
    }
    if combination.isCompound
      ? combination.dropsEqual : statement.word(select + 1) == "DISTINCT"
    {
      clauses.append("copies equal rows only once")
    }
    if let limit = LimitWords(statement, from: select) { clauses.append(limit.copy) }
    return clauses + conflicts
  }

  private var conflicts: [Words] {
    guard let verb = statement.verb else { return [] }
    // What the old table resolved is not in its rows.
    if !statement.hasConflictClause, !TableConflicts(old).replaced.isEmpty { return [] }
    switch InsertManner(statement, verb) {
    case .adds: return []
    case .ignores: return ["leaves out rows that the new table does not allow"]
    case .skips: return ["leaves out rows with the key of another row"]
    case .replaces: return ["lets a row replace earlier ones with the same key"]
    case .resolves(let conflicts, _):
      let leavesOut: [Words] =
        conflicts.leavesOut ? ["leaves out rows that the new table does not allow"] : []
      return conflicts.replaced.isEmpty
        ? leavesOut : leavesOut + ["lets a row replace earlier ones with the same key"]
    case .triggered: return ["leaves out rows that a trigger skips"]
    case .updates, .depends: return ["merges rows with the same key"]
    }
  }

  /// Whether it reads a subquery, or a name that WITH defines. What happens to values there is not told.
  private func readsQuery(_ select: Int) -> Bool {
    guard let from = statement.outerIndex(of: "FROM", from: select) else { return false }
    if statement.before[SQLName(statement.name(from + 1))]?.kind == .view { return true }
    return statement.kind(from + 1) == .leftParenthesis
      || statement.word(0) == "WITH"
        && !statement.readTables.contains(SQLName(statement.name(from + 1)))
  }

  /// What an inner join needs; nil if there is none.
  private func joined(_ select: Int, _ joins: JoinWords) -> Words? {
    guard joins.joins.contains(where: { !joins.isOuter($0) }) else { return nil }
    let named = Set(joins.from.filter(statement.isName).map { SQLName(statement.name($0)) })
    let partners = joins.partners.map { Set($0) } ?? statement.readTables.intersection(named)
    let tables = partners.subtracting(names).sorted()
    return tables.isEmpty
      ? "another query" : tables.map { statement.before[$0]?.name ?? $0.text }.names
  }
}
