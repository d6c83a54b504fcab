import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A query for the real rows on which a statement fails.
struct FailingRows {
  private let query: String
  private let total: String
  private let key: String

  private init(query: String, total: String, key: String) {
    (self.query, self.total, self.key) = (query, total, key)
  }

  /// - Parameter reason: the reason of the failure. Only duplicates and NULL can be counted.
  init?(_ statement: RehearsedStatement, _ reason: SQLiteMeaning) {
    if statement.created?.kind == .index {
      self.init(index: statement)
      return
    }
    guard let select = CopiedRows(statement) else { return nil }
    let query: String
    switch reason {
    case .notNull(let columns):
      guard let value = columns.names.first.flatMap(select.value) else { return nil }
      query =
        "SELECT count(*), min(k) FROM (SELECT \(value) AS v, \(select.key) AS k \(select.rest)) WHERE v IS NULL"
    case .unique(let columns):
      let values = columns.names.compactMap(select.value)
      guard values.count == columns.names.count else { return nil }
      let names = values.indices.map { "v\($0)" }
      let list = zip(values, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
      let isKey = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      query = """
        SELECT total(n), min(k) FROM (SELECT count(*) AS n, min(k) AS k FROM \
        (SELECT \(list), \(select.key) AS k \(select.rest)) WHERE \(isKey) \
        GROUP BY \(names.joined(separator: ", ")) HAVING count(*) > 1)
        """
    default: return nil
    }
    self.init(
      query: query, total: "SELECT count(*) FROM main.\(select.table.name.quotedName)",
      key: select.key)
  }

  private init?(index statement: RehearsedStatement) {
    guard let action = statement.actions.first(where: { $0.kind == .createIndex }),
      let table = statement.before[action.detail], let rowID = table.rowIDName,
      let on = statement.outerIndex(of: "ON"), let name = statement.qualifiedName(at: on + 1),
      statement.kind(name.end) == .leftParenthesis
    else { return nil }
    let end = statement.end(ofParenthesis: name.end)
    let terms = statement.parts(of: name.end + 1..<max(name.end + 2, end)).map { part -> String in
      let last = part.last ?? part.lowerBound
      let isOrdered = ["ASC", "DESC"].contains(statement.word(last))
      return statement.text(of: isOrdered ? part.dropLast() : part)
    }
    let place = statement.outerIndex(of: "WHERE", from: end)
    let condition = place.map { statement.text(of: $0 + 1..<statement.tokens.count) } ?? "true"
    let isKey = terms.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let from = "main.\(table.name.quotedName)"
    let query = """
      SELECT total(n), min(k) FROM (SELECT count(*) AS n, min(\(rowID)) AS k FROM \(from) \
      WHERE (\(condition)) AND \(isKey) GROUP BY \(terms.joined(separator: ", ")) HAVING count(*) > 1)
      """
    self.init(query: query, total: "SELECT count(*) FROM \(from)", key: rowID)
  }

  /// The rows; nil if they cannot be counted, as with another collation.
  func rows(in connection: Connection) -> AffectedRows? {
    guard let found = try? connection.rows(query).first, found.count == 2,
      let all = try? connection.value(total)?.int
    else { return nil }
    let count: Int
    switch found[0] {
    case .integer(let number): count = Int(clamping: number)
    case .real(let number): count = Int(exactly: number) ?? 0
    default: return nil
    }
    guard count > 0 else { return nil }
    var rows = AffectedRows(count: count, total: all)
    if case .integer(let value) = found[1] {
      rows.example = "\(key.filter { $0 != "\"" }) = \(value)"
    }
    return rows
  }
}

/// INSERT … SELECT from one table.
private struct CopiedRows {
  let table: SchemaTable
  let key: String
  /// The text from FROM on.
  let rest: String
  private var values: [SQLName: String] = [:]

  init?(_ statement: RehearsedStatement) {
    let sources = statement.readTables.filter { $0 != statement.writtenTable }
    guard let name = sources.first, sources.count == 1, let table = statement.before[name],
      table.kind == .table, let rowID = table.rowIDName, let target = statement.targetIndex,
      let select = statement.outerIndex(of: "SELECT", from: target),
      let from = statement.outerIndex(of: "FROM", from: select),
      !["UNION", "EXCEPT", "INTERSECT", "GROUP", "JOIN", "ON"].contains(where: {
        statement.outerIndex(of: $0, from: select) != nil
      }), statement.outerIndex(of: "WITH") == nil, statement.outerIndex(of: "DISTINCT") == nil
    else { return nil }
    self.table = table
    key = rowID
    var end = statement.tokens.count
    while end > from, statement.kind(end - 1) == .semicolon { end -= 1 }
    rest = statement.text(of: from..<end)
    if statement.word(select + 1) == "*" {
      let names = statement.columnList ?? table.columns.map(\.name)
      for (name, column) in zip(names, table.columns) {
        values[SQLName(name)] = column.name.quotedName
      }
    } else {
      let names =
        statement.columnList
        ?? statement.writtenTable.flatMap { statement.after[$0] }?.columns.map(\.name) ?? []
      let parts = statement.parts(of: select + 1..<from)
      guard names.count == parts.count else { return nil }
      for (name, part) in zip(names, parts) {
        // An alias would be a second one.
        guard
          !part.contains(where: {
            statement.word($0) == "AS" && statement.depth($0) == statement.depth(select)
          })
        else { continue }
        values[SQLName(name)] = statement.text(of: part)
      }
    }
  }

  func value(_ column: String) -> String? { values[SQLName(column)] }
}
