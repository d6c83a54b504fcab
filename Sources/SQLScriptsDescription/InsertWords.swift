import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// INSERT and REPLACE in words.
struct InsertWords {
  let statement: RehearsedStatement
  let verb: Int
  /// What it did to the sample rows; nil if that is not known.
  let effect: RowEffect?

  var words: Words? {
    guard let target = statement.target else { return nil }
    let table = statement.writtenTable.flatMap { statement.before[$0] }
    let name = table?.name ?? statement.name(target.name)
    if let command = table.flatMap(fullTextCommand) { return command }
    let manner = InsertManner(statement, verb)
    guard let select = statement.outerIndex(of: "SELECT", from: verb) else {
      let count = max(1, statement.valueRows.count)
      let words = manner.words(count: count, to: name) + Self.fewer(effect?.changed, than: count)
      let values = table.map { InsertedValues(statement, $0).words } ?? ""
      return words + values + manner.otherwise(isOne: count == 1)
    }
    let joins = joins(select)
    guard !joins.from.isEmpty else { return constantRow(manner, name, table, select) }
    var source = source(joins, of: select, table: name)
    let limits = limits(select)
    // The condition is about the rows of a temporary table or a common table expression.
    if source.isEmpty, !limits.isEmpty { source = " from a query" }
    if !joins.conditions.isEmpty, !limits.isEmpty { source += ", only" }
    source += limits + GroupingWords(statement, select: select).words
    let values = table.map { InsertedValues.same(statement, $0, select: select) } ?? ""
    return manner.words(adding: "rows", isOne: false, to: name, source: source) + samples
      + (statement.isCompound(select) ? "" : values) + manner.otherwise(isOne: false)
  }

  static let clauses: Set = [
    "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "ON",
    "RETURNING",
  ]

  /// SELECT without FROM: a row at most, unless it has several parts.
  private func constantRow(
    _ manner: InsertManner, _ name: String, _ table: SchemaTable?, _ select: Int
  ) -> Words {
    if statement.isCompound(select) {
      return manner.words(adding: "rows", isOne: false, to: name) + samples
        + manner.otherwise(isOne: false)
    }
    let words = manner.words(adding: "a row", isOne: true, to: name)
    let values = table.map { InsertedValues(statement, $0, select: select).words } ?? ""
    let end = values + manner.otherwise(isOne: true)
    guard let condition = statement.clause("WHERE", from: select, until: Self.clauses),
      condition.count > 1 || !["TRUE", "1"].contains(statement.word(condition.lowerBound))
    else {
      return words + Self.fewer(effect?.changed, than: 1) + end
    }
    let scope = ExpressionScope(selecting: statement, from: nil)
    return "\(words) if \(ConditionWords(statement, condition, in: scope).sentence)\(end)"
  }

  /// “ where **email** has a value”, of the only SELECT. `WHERE true` is there for ON CONFLICT.
  private func limits(_ select: Int) -> Words {
    guard !statement.isCompound(select) else { return "" }
    var words: Words = ""
    if let range = statement.clause("WHERE", from: select, until: Self.clauses),
      range.count > 1
    {
      words += " "
      let scope = ExpressionScope(selecting: statement, from: joins(select).from)
      words += ConditionWords(statement, range, in: scope).words
    }
    return words + statement.limit(from: select)
  }

  private func joins(_ select: Int) -> JoinWords { JoinWords(statement, select: select) }

  /// “ from **user** and **group**”
  private func source(_ joins: JoinWords, of select: Int, table: String) -> Words {
    let own = SQLName(table)
    let read = statement.readTables.filter { statement.before[$0] != nil }
    let sources = read.intersection(joins.names)
    if sources.isEmpty {
      let others = read.subtracting([own]).sorted().map(name)
      return others.isEmpty ? "" : " using \(others.names)"
    }
    // The joins are those of the first query.
    if statement.isCompound(select) {
      return " from several queries of \(read.sorted().map(name).names)"
    }
    let matches = joins.matches
    if sources == [own] { return " from its own rows" + matches }
    return " from \(sources.sorted().map(name).names)\(matches)"
  }

  private func name(_ table: SQLName) -> String { statement.before[table]?.name ?? table.text }

  /// `INSERT INTO search(search) VALUES ('rebuild')`
  private func fullTextCommand(of table: SchemaTable) -> Words? {
    guard table.kind == .virtual, let row = statement.valueRows.first,
      let column = statement.columnList?.first, SQLName(column) == SQLName(table.name),
      let command = statement.arguments(row).first?.first
    else { return nil }
    let name = statement.name(command).asciiLowercased
    if name == "rebuild" { return "fills the full-text index \(name: table.name) again" }
    if name == "delete-all" { return "empties the full-text index \(name: table.name)" }
    if name == "optimize" || name == "merge" {
      return "tidies the full-text index \(name: table.name)"
    }
    return "gives the command \(code: name) to the full-text index \(name: table.name)"
  }

  private var samples: Words { effect.map { Self.samples($0.changed) } ?? "" }

  private static func samples(_ count: Int) -> Words {
    " (\(count == 0 ? "none" : "\(count)") with the sample rows)"
  }

  /// “ (1 with the sample rows)” if fewer rows were added than there are in the statement.
  static func fewer(_ added: Int?, than count: Int) -> Words {
    guard let added, added < count else { return "" }
    return count == 1 ? " (not with the sample rows)" : samples(added)
  }
}
