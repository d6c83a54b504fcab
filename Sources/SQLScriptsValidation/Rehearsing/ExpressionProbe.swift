import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Evaluates expressions for many values of the columns that they read.
///
/// The values are those beside the literals of the expressions and the CHECKs, and some of every kind.
struct ExpressionProbe {
  private let table: NamedTable
  private let columns: [SchemaColumn]
  private let setUp: [String]
  private let condition: String

  private static let manyColumns = 3
  /// How many values each column has, by the number of columns.
  private static let manyValues = [0, 120, 40, 16]

  /// Nil if they read other things than a few columns of one table, or may be different each time.
  init?(
    _ ranges: [Range<Int>], of statement: RehearsedStatement, _ tables: [NamedTable]
  ) {
    var read: [SchemaColumn] = []
    var owner: NamedTable?
    var texts: [String] = []
    for range in ranges {
      var index = range.lowerBound
      while index < range.upperBound {
        defer { index += 1 }
        switch statement.kind(index) {
        case .string
        where statement.word(index - 1) == "LIKE" && statement.name(index).contains("_"):
          return nil
        case .string, .integer, .float, .blob:
          texts.append(statement.text(statement.tokens[index]))
        case .word where statement.kind(index + 1) == .leftParenthesis:
          guard Self.functions.contains(statement.word(index)) else { return nil }
        case .word where statement.word(index - 1) == "AS": break
        case .word where Self.keywords.contains(statement.word(index)): break
        case .word, .quotedName:
          if statement.kind(index + 1) == .dot { index += 2 }
          guard let found = statement.column(at: index, of: tables),
            owner.map({ $0.index == found.table.index }) ?? true
          else { return nil }
          owner = found.table
          if !read.contains(found.column) { read.append(found.column) }
        // No value here has the entries of a JSON.
        case .operator where statement.word(index).hasPrefix("->"): return nil
        case .leftParenthesis, .rightParenthesis, .comma, .operator: break
        default: return nil
        }
      }
    }
    // Only the schema of the database knows which collation an expression has.
    guard let owner, !read.isEmpty, read.count <= Self.manyColumns,
      !read.contains(where: \.isGenerated), !owner.table.sql.uppercased().contains("COLLATE")
    else { return nil }
    table = owner
    columns = read
    let names = Set(read.map { $0.name.asciiLowercased })
    let checks = RowCondition.all(of: owner.table).filter { names.isSuperset(of: $0.columns) }
    condition = (["1"] + checks.map { "(\($0.text)) IS NOT FALSE" }).joined(separator: " AND ")
    let literals =
      texts
      + checks.flatMap { check in
        check.range.filter { [.string, .integer, .float].contains(check.sql.kind($0)) }
          .map { check.sql.text(check.sql.tokens[$0]) }
      }
    let definitions = read.map { "\($0.name.quotedName) \($0.type)" }
    // Each literal must be among the values, whichever column it is compared with.
    guard Set(literals).count < Self.manyValues[read.count] else { return nil }
    let lists = read.map { column in
      let values = ProbeValues.all(for: column, literals).prefix(Self.manyValues[read.count])
      return "(SELECT * FROM (VALUES \(values.map { "(\($0))" }.joined(separator: ", "))))"
    }
    setUp = [
      "CREATE TABLE probe (\(definitions.joined(separator: ", ")))",
      "INSERT INTO probe SELECT * FROM \(lists.joined(separator: ", "))",
    ]
  }

  /// The value of an expression if it is the same for all rows; nil if it is not, or if SQLite cannot compute it.
  func constant(_ expression: String, _ scratch: inout ScratchSQL) -> SQLiteValue? {
    let counts = columns.map { "count(DISTINCT quote(\($0.name.quotedName)))" }
    let names = columns.map(\.name.quotedName)
    let row = scratch.row(
      """
      SELECT count(DISTINCT quote(e)), min(e), \(counts.joined(separator: ", "))
      FROM (SELECT (\(expression)) AS e, \(names.joined(separator: ", "))
        FROM probe AS \(table.name.quotedName) WHERE \(condition))
      """, after: setUp)
    guard let row, row[0] == .integer(1), row.dropFirst(2).allSatisfy({ $0.int64 ?? 0 > 1 }) else {
      return nil
    }
    return row[1]
  }

  /// Whether a condition is true for a row; nil if SQLite cannot compute it.
  func isPossible(_ condition: String, _ scratch: inout ScratchSQL) -> Bool? {
    scratch.row(
      """
      SELECT EXISTS (SELECT 1 FROM probe AS \(table.name.quotedName)
        WHERE \(self.condition) AND (\(condition)))
      """, after: setUp
    ).map { $0[0] == .integer(1) }
  }

  private static let keywords: Set = [
    "CASE", "WHEN", "THEN", "ELSE", "END", "AND", "OR", "NOT", "IS", "NULL", "IN", "BETWEEN",
    "LIKE", "ISNULL", "NOTNULL", "TRUE", "FALSE", "AS", "CURRENT_DATE",
    "CURRENT_TIME", "CURRENT_TIMESTAMP",
  ]

  /// Functions for which the values are varied enough. Dates and parts of texts come in too many forms.
  private static let functions: Set = [
    "ABS", "CAST", "COALESCE", "IFNULL", "IIF", "IN", "AND", "OR", "NOT", "WHEN", "THEN", "ELSE",
    "CASE", "BETWEEN", "INSTR", "LENGTH", "LOWER", "LTRIM", "NULLIF", "REPLACE", "ROUND", "RTRIM",
    "TRIM", "TYPEOF", "UPPER",
  ]
}
