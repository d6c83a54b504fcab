import SQLScriptsSQL
import SQLScriptsSchema

/// A subquery that selects one column of one table: `(SELECT a.b FROM c AS a …)`.
struct SimpleQuery {
  let table: SchemaTable
  /// The column in the SELECT, with its table if it is written.
  let value: Range<Int>
  /// Its name, without quotes.
  let name: String
  /// The table's name in the query.
  private let alias: String
  private let qualifier: String?
  /// The index of the closing parenthesis.
  let end: Int

  /// - Parameter parenthesis: the index of the `(` before SELECT.
  init?(_ statement: RehearsedStatement, parenthesis: Int) {
    let end = statement.end(ofParenthesis: parenthesis)
    var start = parenthesis + 2
    if ["DISTINCT", "ALL"].contains(statement.word(start)) { start += 1 }
    let isQualified = statement.kind(start + 1) == .dot
    let from = isQualified ? start + 3 : start + 1
    guard statement.isName(from - 1), statement.word(from) == "FROM",
      let place = statement.qualifiedName(at: from + 1), statement.isName(place.name),
      let table = statement.before[SQLName(statement.name(place.name))], table.kind == .table
    else { return nil }
    var next = place.end
    var alias = table.name
    if statement.word(next) == "AS" {
      alias = statement.name(next + 1)
      next += 2
    } else if statement.isName(next), !Self.clauses.contains(statement.word(next)) {
      alias = statement.name(next)
      next += 1
    }
    let rest = next..<max(next, end)
    let sources: Set = ["JOIN", "UNION", "EXCEPT", "INTERSECT"]
    guard next == end || Self.clauses.contains(statement.word(next)),
      !rest.contains(where: { sources.contains(statement.word($0)) })
    else { return nil }
    self.table = table
    self.end = end
    self.alias = alias
    value = start..<from
    name = statement.name(from - 1)
    qualifier = isQualified ? statement.name(start) : nil
  }

  /// The column of the table; nil if the table has no such column.
  func column(in schema: SchemaSnapshot) -> SchemaColumn? {
    if let qualifier, !qualifier.isSameName(as: alias) { return nil }
    return table.column(name)
  }

  /// Whether the column is not written with another table, and the table has no such column.
  var takesOuterColumn: Bool {
    qualifier == nil && table.column(name) == nil
      && !["ROWID", "OID", "_ROWID_", "TRUE", "FALSE", "NULL"].contains(name.uppercased())
  }

  /// Whether the query leaves out NULL, as far as its WHERE shows.
  func refusesNull(_ statement: RehearsedStatement) -> Bool {
    (value.upperBound..<end).contains { index in
      statement.name(index).isSameName(as: name)
        && (statement.has("IS", "NOT", "NULL", at: index + 1)
          || statement.word(index + 1) == "NOTNULL"
          || ["=", ">", "<", ">=", "<=", "<>", "!="].contains(statement.word(index + 1)))
    }
  }

  private static let clauses: Set = ["WHERE", "GROUP", "ORDER", "LIMIT", "HAVING"]
}
