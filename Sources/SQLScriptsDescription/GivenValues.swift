import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What the columns of new rows get from a SELECT: “, each with **user** from **id** and **kind** 'a'”. A value from a
/// column of the same name is not told.
struct GivenValues {
  private let statement: RehearsedStatement
  private let select: Int
  private let cells: [(column: String, owner: ExpressionScope.Column?, value: Range<Int>)]

  private static let manyLiterals = 3
  private static let manyValues = 4

  /// - Parameter table: the table that gets the rows.
  init(_ statement: RehearsedStatement, _ table: SchemaTable, select: Int) {
    (self.statement, self.select) = (statement, select)
    let columns = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    let values = statement.results(of: select)
    guard values.count == columns.count else {
      cells = []
      return
    }
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(table)]
    cells = zip(columns, values).map { column, value in
      let owner = scope.column(SQLName(column), qualifier: nil)
      return (owner?.column?.name ?? column, owner, value)
    }
  }

  /// Empty if nothing can be told.
  ///
  /// - Parameters:
  ///   - isOne: whether there is only one row.
  ///   - isPlain: whether each row is one that the query reads.
  func words(isOne: Bool, isPlain: Bool) -> Words {
    let literals = cells.compactMap(literal)
    let from = JoinWords(statement, select: select).from
    let scope = isPlain ? ExpressionScope(selecting: statement, from: from) : nil
    let all =
      scope.map { scope in cells.compactMap { literal($0) ?? computed($0, scope) } } ?? literals
    let words =
      all.count <= Self.manyValues ? all : literals.count <= Self.manyLiterals ? literals : []
    return words.isEmpty ? "" : ", \(isOne ? "" : "each ")with \(words.list())"
  }

  private typealias Cell = (column: String, owner: ExpressionScope.Column?, value: Range<Int>)

  private func expression(_ cell: Cell) -> SQLExpression? {
    ExpressionReader(statement, cell.value, texts: statement.doubleQuotedTexts).expression
  }

  /// “**kind** 'a'”
  private func literal(_ cell: Cell) -> Words? {
    guard expression(cell)?.isLiteral == true,
      let value = InsertedValues.value(cell.value, of: cell.owner, statement), value != "no value"
    else { return nil }
    return InsertedValues.words(cell.column, value)
  }

  /// “**user** from **id**”, “**date** the current time”
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
    let isColumn = words.pieces.contains { if case .name = $0 { true } else { false } }
    return "\(name: cell.column) \(isColumn || noun.form == .column ? "from " : "")\(words)"
  }
}
