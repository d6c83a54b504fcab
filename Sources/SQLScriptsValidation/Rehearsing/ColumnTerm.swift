import SQLScriptsSQL
import SQLScriptsSchema

/// A condition about one column: `state = 'open'`, `age BETWEEN 1 AND 9`, `lower(kind) IN ('a', 'b')`.
struct ColumnTerm {
  let table: SchemaTable
  let column: SchemaColumn
  /// The table's name in the query.
  let alias: String
  let range: Range<Int>
  let shape: ColumnShape

  /// Nil if it reads another column, a subquery or a parameter.
  init?(
    _ range: Range<Int>, of tables: [(name: String, table: SchemaTable)],
    in statement: RehearsedStatement
  ) {
    var found: (alias: String, table: SchemaTable, column: SchemaColumn)?
    let shape = ColumnShape(range, of: statement) { name, qualifier in
      let candidates = tables.filter { table in
        (qualifier.map { $0.isSameName(as: table.name) } ?? true)
          && table.table.column(name) != nil
      }
      guard candidates.count == 1, let column = candidates[0].table.column(name) else {
        return false
      }
      if let found, !found.alias.isSameName(as: candidates[0].name) || found.column != column {
        return false
      }
      found = (candidates[0].name, candidates[0].table, column)
      return true
    }
    guard let shape, let found else { return nil }
    (alias, table, column) = found
    self.range = range
    self.shape = shape
  }
}

/// What is known of a condition about one column.
struct ColumnShape {
  /// Whether it only compares the column with literals, without patterns, functions and arithmetic.
  private(set) var isComparison = true
  /// Whether it is true for some of its literals only: `a = 1`, `a IN (1, 2)`, `a = 1 OR a IS 2`.
  private(set) var isEquality = true
  /// Whether it may be true for NULL.
  private(set) var asksForNull = false
  /// The indices of its literals.
  private(set) var literals: [Int] = []

  /// Reads a condition.
  ///
  /// - Parameter isColumn: whether a name, with its table if there is one, is the column; false ends the reading.
  init?<Statement: SQLStatement>(
    _ range: Range<Int>, of statement: Statement,
    isColumn: (_ name: String, _ qualifier: String?) -> Bool
  ) {
    var index = range.lowerBound
    var isRead = false
    while index < range.upperBound {
      defer { index += 1 }
      switch statement.kind(index) {
      case .string, .integer, .float, .blob: literals.append(index)
      case .leftParenthesis, .rightParenthesis, .comma: break
      case .operator:
        let sign = statement.word(index)
        if ["<", ">", "<=", ">=", "<>", "!="].contains(sign) {
          isEquality = false
        } else if !["=", "==", "-"].contains(sign) {
          (isComparison, isEquality) = (false, false)
        }
      case .word where Self.comparing.contains(statement.word(index)):
        let word = statement.word(index)
        if ["NOT", "BETWEEN", "ISNULL", "NOTNULL"].contains(word) { isEquality = false }
        if word == "ISNULL" { asksForNull = true }
        if word == "NULL" {
          // `= NULL` and `IN (NULL)` have their own rules.
          guard ["IS", "NOT"].contains(statement.word(index - 1)) else { return nil }
          isEquality = false
          asksForNull = true
        }
      case .word where ["LIKE", "GLOB", "ESCAPE", "COLLATE"].contains(statement.word(index)):
        (isComparison, isEquality) = (false, false)
        if statement.word(index) == "COLLATE" { index += 1 }
      case .word where statement.kind(index + 1) == .leftParenthesis:
        guard !["SELECT", "RANDOM", "EXISTS"].contains(statement.word(index)) else { return nil }
        (isComparison, isEquality) = (false, false)
      case .word, .quotedName:
        let isQualified = statement.kind(index + 1) == .dot
        let name = isQualified ? index + 2 : index
        guard isColumn(statement.name(name), isQualified ? statement.name(index) : nil) else {
          return nil
        }
        isRead = true
        index = name
      default: return nil
      }
    }
    guard isRead else { return nil }
    isEquality = isEquality && !literals.isEmpty
  }

  private static let comparing: Set = [
    "AND", "OR", "NOT", "IN", "BETWEEN", "IS", "NULL", "ISNULL", "NOTNULL",
  ]
}
