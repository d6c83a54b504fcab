import SQLScriptsSQL
import SQLScriptsValidation

/// What a condition says about the columns of the rows that meet it. Each part is read once.
struct ConditionColumns {
  /// The columns that it uses in a way that may leave out rows without a value.
  private(set) var tested: Set<SQLName> = []

  /// The columns that have no value in these rows.
  private(set) var empty: Set<SQLName> = []

  /// - Parameter tested: the columns of a condition that cannot be read.
  init(tested: Set<SQLName> = []) { self.tested = tested }

  /// - Parameters:
  ///   - condition: the tokens of WHERE.
  ///   - from: those of joins, whose conditions leave out rows as well.
  init(_ statement: RehearsedStatement, _ condition: Range<Int>, from: Range<Int> = 0..<0) {
    let reader = ExpressionReader(statement, condition, texts: statement.doubleQuotedTexts)
    let names = { (range: Range<Int>) in
      Set(range.filter(statement.isName).map { SQLName(statement.name($0)) })
    }
    self =
      reader.expression.map { Self($0, all: names(condition)) }
      ?? Self(tested: names(condition))
    tested.formUnion(names(from))
  }

  /// - Parameter all: the names that subqueries may use.
  init(_ condition: SQLExpression, all: Set<SQLName>) {
    switch condition {
    case .all(let parts):
      for part in parts.map({ Self($0, all: all) }) {
        tested.formUnion(part.tested)
        empty.formUnion(part.empty)
      }
    case .any(let parts):
      let parts = parts.map { Self($0, all: all) }
      guard let first = parts.first else { return }
      // Rows that meet one of them are enough.
      self = parts.dropFirst().reduce(into: first) { common, part in
        common.tested.formIntersection(part.tested)
        common.empty.formIntersection(part.empty)
      }
    case .isNull(.column(let name, _), isNot: false): empty = [name]
    case .comparison(.different, .column, let value) where value.isLiteral && value != .null: break
    default: tested = Self.names(in: condition, all: all)
    }
  }

  /// Counts the columns of a condition as tested.
  mutating func add(_ condition: SQLExpression) {
    tested.formUnion(Self.names(in: condition, all: []))
  }

  private static func names(in expression: SQLExpression, all: Set<SQLName>) -> Set<SQLName> {
    switch expression {
    case .column(let name, _): [name]
    case .query, .exists, .isInQuery: all
    default: expression.parts.reduce(into: []) { $0.formUnion(names(in: $1, all: all)) }
    }
  }
}
