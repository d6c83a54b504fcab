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
      let words = manner.words(count: count, to: name) + Self.observed(effect, of: count)
      let values = table.map { InsertedValues(statement, $0).words } ?? ""
      return words + values + manner.otherwise(isOne: count == 1)
    }
    let rows = SelectedRows(statement, select: select)
    if rows.isNever { return "adds no rows to \(table: name)" }
    if rows.isConstant { return constantRow(manner, name, table, select) }
    let isOne = rows.isOne
    let source = rows.source(into: name)
    return manner.words(
      adding: isOne ? "a row" : "rows", isOne: isOne, to: name, source: source)
      + (isOne ? Self.observed(effect, of: 1) : samples)
      + (table.map { table in
        GivenValues.words(statement, table, rows, select: select, isShown: source.showsQuery)
      } ?? "")
      + (table.map { missing(in: $0, select) } ?? "")
      + manner.otherwise(isOne: isOne)
  }

  static let clauses: Set = [
    "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "ON",
    "RETURNING",
  ]

  private func missing(in table: SchemaTable, _ select: Int) -> Words {
    let columns = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    let values = statement.results(of: select)
    guard values.count == columns.count else { return "" }
    return MissingValues(statement, table)
      .exception(zip(columns, values).map { (column: $0, value: $1) })
  }

  /// SELECT without FROM: a row at most.
  private func constantRow(
    _ manner: InsertManner, _ name: String, _ table: SchemaTable?, _ select: Int
  ) -> Words {
    let words = manner.words(adding: "a row", isOne: true, to: name)
    let values = table.map { InsertedValues(statement, $0, select: select).words } ?? ""
    let end = values + manner.otherwise(isOne: true)
    guard let condition = SelectedRows(statement, select: select).condition else {
      return words + Self.observed(effect, of: 1) + end
    }
    let scope = ExpressionScope(selecting: statement, from: nil)
    return "\(words) if \(ConditionWords(statement, condition, in: scope).sentence)\(end)"
  }

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

  private var samples: Words {
    effect.map { Self.updates($0) ?? Self.samples($0.changed) } ?? ""
  }

  private static func samples(_ count: Int) -> Words {
    " (\(number(count)) with the sample rows)"
  }

  private static func number(_ count: Int) -> String { count == 0 ? "none" : "\(count)" }

  /// “ (with the sample rows: 1 added, 2 updated)”; nil if no row was there already.
  private static func updates(_ effect: RowEffect) -> Words? {
    guard effect.updated > 0 else { return nil }
    let added = number(max(0, effect.changed - effect.updated))
    return " (with the sample rows: \(added) added, \(effect.updated) updated)"
  }

  /// What was done to the sample rows, if that is not to add all rows of the statement.
  static func observed(_ effect: RowEffect?, of count: Int) -> Words {
    guard let effect else { return "" }
    if let words = updates(effect) { return words }
    guard effect.changed < count else { return "" }
    return count == 1 ? " (none added with the sample rows)" : samples(effect.changed)
  }
}

extension Words {
  /// Whether the SQL of a query follows the sentence.
  var showsQuery: Bool { asides.contains { $0.label == "Query" } }
}
