import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The values of new rows, as far as they are few and short: “**id** 1, **name** 'a'”.
struct InsertedValues {
  private struct Cell {
    var column: String
    /// “'a'”, “no value”; nil for what is too long or cannot be told.
    var value: Words?
  }

  private var rows: [[Cell]] = []
  /// The number of rows, of which only the first ones are here.
  private var count: Int

  private static let manyRows = 3
  private static let manyColumns = 4
  private static let manyNames = 5
  /// In characters.
  private static let longList = 120

  /// The rows of VALUES.
  ///
  /// - Parameter table: the table that gets the rows.
  init(_ statement: RehearsedStatement, _ table: SchemaTable) {
    let places = statement.valueRows
    self.init(
      statement, table, count: places.count,
      places.prefix(Self.manyNames).map { statement.arguments($0) })
  }

  /// The only row of a SELECT without FROM.
  init(_ statement: RehearsedStatement, _ table: SchemaTable, select: Int) {
    self.init(statement, table, count: 1, [statement.results(of: select)])
  }

  private init(
    _ statement: RehearsedStatement, _ table: SchemaTable, count: Int, _ first: [[Range<Int>]]
  ) {
    let columns =
      statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    self.count = count
    var scope = ExpressionScope()
    scope.sources = [ExpressionScope.Source(table)]
    let missing = MissingValues(statement, table)
    for values in first {
      guard values.count == columns.count else { continue }
      rows.append(
        zip(columns, values).compactMap { column, value in
          let owner = scope.column(SQLName(column), qualifier: nil)
          var cell = Cell(
            column: owner?.column?.name ?? column, value: Self.value(value, of: owner, statement))
          if cell.value == "no value" { cell.value = missing.words(of: cell.column) ?? cell.value }
          // NULL stands for the next number.
          let isNumbered = cell.value == "no value" && table.isRowID(SQLName(cell.column))
          return isNumbered ? nil : cell
        })
    }
  }

  static func value(
    _ range: Range<Int>, of column: ExpressionScope.Column?, _ statement: RehearsedStatement
  ) -> Words? {
    let reader = ExpressionReader(statement, range, texts: statement.doubleQuotedTexts)
    // A value that is computed from others of the row has no words without them.
    let words = NounWords(scope: ExpressionScope())
    let known = reader.expression.flatMap { words.noun($0, in: column)?.words }
    let value = known ?? statement.literalWords(range)
    return value.flatMap { $0.plain.count <= NounWords.longText + 2 ? $0 : nil }
  }

  /// With the rows of another statement.
  mutating func add(_ other: InsertedValues) {
    rows += other.rows.prefix(max(0, Self.manyNames - rows.count))
    count += other.count
  }

  /// “: **id** 1, **name** 'a'”; empty if nothing can be told.
  var words: Words {
    guard let first = rows.first else { return "" }
    if count == 1 { return Self.words(first, "").map { ": \($0)" } ?? "" }
    if let column = empty { return ", each without \(name: column)" }
    if let all = names ?? list, all.plain.count <= Self.longList { return ": \(all)" }
    return Self.words(first, " has").map { "; the first one\($0)" } ?? ""
  }

  /// “**name** 'a', 'b' and 'c'”, of rows with one value each.
  private var names: Words? {
    guard rows.count == count, let column = rows.first?.first?.column else { return nil }
    let values = rows.compactMap { row in
      row.count == 1 && row[0].column.isSameName(as: column) ? row[0].value : nil
    }
    return values.count == count && !values.contains("no value")
      ? "\(name: column) \(values.list())" : nil
  }

  /// The only column of the rows, if none of them has a value.
  private var empty: String? {
    let all = rows.flatMap { $0 }
    guard rows.count == count, all.count == count, let first = all.first,
      all.allSatisfy({ $0.value == "no value" && $0.column.isSameName(as: first.column) })
    else { return nil }
    return first.column
  }

  /// “**id** 1, **name** 'a'; **id** 2, **name** 'b'”
  private var list: Words? {
    guard rows.count == count, count <= Self.manyRows else { return nil }
    let all = rows.compactMap { row in
      row.count <= Self.manyColumns && row.allSatisfy { $0.value != nil }
        ? Self.words(row, "") : nil
    }
    return all.count == count ? all.joined(by: "; ") : nil
  }

  /// “**id** 1, **name** 'a' and 2 more values”; nil if none of them can be told.
  ///
  /// - Parameter verb: what comes before the first of them.
  private static func words(_ row: [Cell], _ verb: Words) -> Words? {
    let known = row.filter { $0.value != nil }
    let told = known.prefix(known.count == row.count && row.count <= manyColumns ? manyColumns : 3)
    let words = told.compactMap { cell in cell.value.map { Self.words(cell.column, $0) } }
    guard !words.isEmpty else { return nil }
    let start = verb.isEmpty ? verb : verb + " "
    let rest = row.count - told.count
    guard rest > 0 else { return start + (verb.isEmpty ? words.joined(by: ", ") : words.list()) }
    return "\(start)\(words.joined(by: ", ")) and \(rest) more \(rest == 1 ? "value" : "values")"
  }

  static func words(_ column: String, _ value: Words) -> Words {
    switch value {
    case "no value": "no \(name: column)"
    case "an empty text": "an empty \(name: column)"
    default: "\(name: column) \(value)"
    }
  }
}

extension SchemaTable {
  /// Whether a name is that of the number of a row, with or without a column of its own.
  fileprivate func isRowID(_ name: SQLName) -> Bool {
    if let alias = rowIDAlias, SQLName(alias.name) == name { return true }
    return column(name.text) == nil && ExpressionScope.rowIDs.contains(name)
  }
}
