import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What a statement stores in required columns instead of NULL: their default, with ON CONFLICT REPLACE.
struct MissingValues {
  private let statement: RehearsedStatement
  private let table: SchemaTable
  /// The ON CONFLICT of the statement; nil for those of the columns.
  private let manner: String?

  init(_ statement: RehearsedStatement, _ table: SchemaTable) {
    (self.statement, self.table) = (statement, table)
    manner = statement.verb.flatMap { verb in
      statement.word(verb) == "REPLACE"
        ? "REPLACE" : statement.hasConflictClause ? statement.word(verb + 2) : nil
    }
  }

  /// The default of a column in words; nil if the statement fails without a value.
  func words(of name: String) -> Words? {
    guard let column = table.column(name), column.isNotNull else { return nil }
    let own = table.conflictClauses.first { clause in
      clause.kind == .required && clause.columns.contains { $0.isSameName(as: name) }
    }?.manner
    return (manner ?? own) == "REPLACE" ? column.defaultWords : nil
  }

  /// “, storing the default of **a** where it has no value”; empty if all values are known.
  func exception(_ values: [(column: String, value: Range<Int>)]) -> Words {
    let names = values.filter { column, value in
      words(of: column) != nil
        && ExpressionReader(statement, value, texts: statement.doubleQuotedTexts)
          .expression?.isLiteral != true
    }.map { table.column($0.column)?.name ?? $0.column }
    guard !names.isEmpty else { return "" }
    return names.count == 1
      ? ", storing the default of \(names.names) where there is no value"
      : ", storing the defaults of \(names.names) where there are no values"
  }
}
