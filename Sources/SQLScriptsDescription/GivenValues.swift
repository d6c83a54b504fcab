import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What the columns of new rows get from a SELECT: “, setting **user** to **id** and **kind** to 'a'”. A value from a
/// column of the same name is not told. What is too much for words follows as SQL.
struct GivenValues {
  private let statement: RehearsedStatement
  private let select: Int
  private let cells: [Cell]

  private typealias Cell = (
    column: String, owner: ExpressionScope.Column?, value: SelectedValues.Value
  )

  private static let manyLiterals = 3
  private static let manyValues = 4
  /// If the others are few.
  private static let manyKnown = 10
  private static let manyExpressions = 2

  /// - Parameter table: the table that gets the rows.
  init(_ statement: RehearsedStatement, _ table: SchemaTable, select: Int) {
    (self.statement, self.select) = (statement, select)
    let columns = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(table)]
    let values = SelectedValues(statement, select: select)
    cells = values.stored(in: columns).map { column, value in
      let owner = scope.column(SQLName(column), qualifier: nil)
      return (owner?.column?.name ?? column, owner, value)
    }
  }

  /// Empty if nothing can be told.
  ///
  /// - Parameters:
  ///   - isOne: whether there is only one row.
  ///   - isPlain: whether each row is one that the query reads.
  ///   - query: the SQL of the query; nil if it is shown anyway.
  func words(isOne: Bool, isPlain: Bool, query: Words?) -> Words {
    let from = JoinWords(statement, select: select).from
    var scope = isPlain ? ExpressionScope(selecting: statement, from: from) : nil
    scope?.condition = SelectedRows(statement, select: select).conditionColumns
    let known = cells.map { cell in
      (cell: cell, words: literal(cell) ?? scope.flatMap { computed(cell, $0) })
    }
    let literals = cells.compactMap(literal)
    let all = known.compactMap(\.words)
    let empty = cells.filter(isEmpty).map(\.column)
    let rest = known.filter { $0.words == nil && !isSame($0.cell) }.map(\.cell)
    // A long list says more than a query of which the end is missing.
    let many = rest.count <= Self.manyExpressions ? Self.manyKnown : Self.manyValues
    let words = all.count <= many ? all : literals.count <= Self.manyLiterals ? literals : []
    return (words.isEmpty ? "" : ", setting \(words.list())")
      + lack(of: empty, after: words.count, isOne)
      + (query.map { words.count < all.count ? $0 : code(of: rest) ?? $0 } ?? "")
  }

  /// “, each without **note**”, “ and leaving **note** without a value”
  private func lack(of columns: [String], after told: Int, _ isOne: Bool) -> Words {
    if columns.isEmpty { return "" }
    guard told > 0 else { return "\(isOne ? "," : ", each") without \(columns.names)" }
    let values = columns.count == 1 ? "a value" : "values"
    return "\(told > 1 ? "," : "") and leaving \(columns.names) without \(values)"
  }

  /// The SQL of each value; nil if there are many.
  private func code(of cells: [Cell]) -> Words? {
    guard cells.count <= Self.manyExpressions else { return nil }
    return cells.reduce("") { words, cell in
      let label: Words = "Expression for \(name: cell.column)"
      return words + "\(aside: label, code(of: cell))"
    }
  }

  private func code(of cell: Cell) -> String {
    switch cell.value {
    case .expression(let range): statement.code(of: range)
    case .column(let name, let table): "\(table).\(name)"
    }
  }

  private func expression(_ cell: Cell) -> SQLExpression? {
    switch cell.value {
    case .expression(let range):
      ExpressionReader(statement, range, texts: statement.doubleQuotedTexts).expression
    case .column(let name, _): .column(SQLName(name), qualifier: nil)
    }
  }

  /// Whether each column gets the values of one with the same name, or none.
  var isCopy: Bool { cells.allSatisfy(isSame) }

  private func isSame(_ cell: Cell) -> Bool {
    if isNothing(cell) { return true }
    switch cell.value {
    case .column(let name, _): return name.isSameName(as: cell.column)
    case .expression:
      guard case .column(let name, _)? = expression(cell) else { return false }
      let isNumber = cell.owner?.column == nil && ExpressionScope.rowIDs.contains(name)
      return name == SQLName(cell.column) || isNumber
    }
  }

  private func isNothing(_ cell: Cell) -> Bool { expression(cell) == .null }

  /// Whether it stays without a value, which neither a number nor a default replaces.
  private func isEmpty(_ cell: Cell) -> Bool {
    guard isNothing(cell), let column = cell.owner?.column, !column.isNotNull else { return false }
    return cell.owner?.table?.rowIDAlias?.name.isSameName(as: column.name) != true
  }

  /// “**kind** to 'a'”
  private func literal(_ cell: Cell) -> Words? {
    guard case .expression(let range) = cell.value, expression(cell)?.isLiteral == true,
      let value = InsertedValues.value(range, of: cell.owner, statement), value != "no value"
    else { return nil }
    return "\(name: cell.column) to \(value)"
  }

  /// “**user** to **id**”, “**date** to the current time”
  private func computed(_ cell: Cell, _ scope: ExpressionScope) -> Words? {
    guard let expression = expression(cell), !expression.isLiteral,
      let noun = NounWords(scope: scope).noun(expression), !noun.hasCondition,
      !noun.words.hasComma, !noun.words.hasConjunction
    else { return nil }
    var words = noun.words
    if case .column(let name, _) = expression, let column = noun.column {
      let isNumber = cell.owner?.column == nil && column.column == nil
      if name == SQLName(cell.column) || isNumber { return nil }
      if scope.sources.count > 1, column.name != nil, let table = column.table?.name {
        words = "the \(words) of \(name: table)"
      }
    }
    words += scope.lack(in: expression, for: cell.owner)
    return "\(name: cell.column) to \(words)"
  }
}
