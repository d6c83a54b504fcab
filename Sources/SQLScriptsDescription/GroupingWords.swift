import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What DISTINCT, GROUP BY and HAVING leave of the rows that INSERT … SELECT finds.
struct GroupingWords {
  private let statement: RehearsedStatement
  private let select: Int

  init(_ statement: RehearsedStatement, select: Int) {
    (self.statement, self.select) = (statement, select)
  }

  /// “, one for each **name** that several rows have”; empty without such clauses.
  var words: Words {
    guard !statement.isCompound(select) else { return "" }
    guard let groups else {
      return statement.word(select + 1) == "DISTINCT" ? ", equal rows only once" : ""
    }
    return ", one for each \(groups)\(condition)"
  }

  /// “copies only one row for each **name**”; nil if each row is a group of its own, and without GROUP BY.
  func copy(of table: SchemaTable) -> Words? {
    guard !statement.isCompound(select), let groups else { return nil }
    let isOfOneTable = !JoinWords(statement, select: select).hasSeveral
    guard isOfOneTable, let columns, table.identifiesRows(by: columns) else {
      let rest: Words = condition.isEmpty ? "" : ", and leaves out all other rows"
      return "copies only one row for each \(groups)\(condition)\(rest)"
    }
    return condition.isEmpty ? nil : "copies only rows\(condition)"
  }

  /// The tokens after GROUP BY.
  private var range: Range<Int>? {
    guard let range = statement.clause("GROUP", from: select, until: InsertWords.clauses),
      statement.word(range.lowerBound) == "BY"
    else { return nil }
    return range.dropFirst()
  }

  /// Nil if it groups by other values than columns.
  private var columns: [String]? {
    guard let range else { return nil }
    let parts = statement.parts(of: range)
    let names = parts.compactMap { part -> String? in
      let isColumn =
        part.count == 1 || part.count == 3 && statement.kind(part.lowerBound + 1) == .dot
      return isColumn ? part.last.flatMap { statement.isName($0) ? statement.name($0) : nil } : nil
    }
    return names.count == parts.count ? names : nil
  }

  private var groups: Words? {
    guard let range else { return nil }
    guard let columns else { return "group\(aside: "Groups", statement.code(of: range))" }
    return columns.count == 1 ? columns.names : "combination of \(columns.names)"
  }

  private var condition: Words {
    guard let range = statement.clause("HAVING", from: select, until: InsertWords.clauses) else {
      return ""
    }
    var query = SQLQuery()
    query.having =
      ExpressionReader(statement, range, texts: statement.doubleQuotedTexts).expression
    let isOfOneTable = !JoinWords(statement, select: select).hasSeveral
    return query.isRepetition
      ? " that several \(isOfOneTable ? "" : "joined ")rows have"
      : " for which a condition is true\(aside: "Condition", statement.code(of: range))"
  }
}

extension SchemaTable {
  /// Whether no two rows have the same values in some columns, as GROUP BY compares them.
  func identifiesRows(by columns: [String]) -> Bool {
    let names = Set(columns.map { SQLName($0) })
    let number = rowIDAlias.map { [SQLName($0.name)] } ?? []
    if !names.isDisjoint(with: ExpressionScope.rowIDs.filter { column($0.text) == nil } + number),
      !isWithoutRowID
    {
      return true
    }
    let collations = TableClauses(sql).collations
    return indexes.contains { index in
      index.origin != .created
        && zip(index.columns, index.collations).allSatisfy { column, collation in
          guard let name = column, names.contains(SQLName(name)) else { return false }
          // GROUP BY takes rows without a value for one.
          return self.column(name)?.isNotNull == true
            && SQLName(collation) == SQLName(collations[SQLName(name)] ?? "BINARY")
        }
    }
  }
}
