import SQLScriptsSQL
import SQLScriptsSchema

extension SQLText {
  /// The table of a query that finds a row whenever the table has one: `SELECT * FROM user LIMIT 20`, also with
  /// subqueries that choose and rename columns, in WITH, or as EXISTS. A function may be an aggregate, which finds a row
  /// in an empty table, too.
  func tableOfAllRows(in schema: SchemaSnapshot) -> SQLName? {
    let end = indices.first { tokens[$0].kind == .semicolon && tokens[$0].depth == 0 }
    return source(of: 0..<(end ?? indices.upperBound), [:], schema)
  }

  /// - Parameter named: the tables of the queries in WITH; nil for a query that may find no row.
  private func source(
    of query: Range<Int>, _ named: [SQLName: SQLName?], _ schema: SchemaSnapshot
  ) -> SQLName? {
    var (start, named) = (query.lowerBound, named)
    if word(start) == "WITH" {
      repeat {
        start += 1
        guard word(start) != "RECURSIVE",
          let definition = definition(at: start, before: query.upperBound)
        else { return nil }
        named[SQLName(name(start))] = .some(source(of: definition, named, schema))
        start = definition.upperBound + 1
      } while kind(start) == .comma
    }
    guard start < query.upperBound, word(start) == "SELECT" else { return nil }
    let depth = depth(start)
    let own = (start..<query.upperBound).filter { self.depth($0) == depth }
    guard !own.contains(where: { isCall($0) || Self.limiting.contains(word($0)) }) else {
      return nil
    }
    guard let from = own.first(where: { word($0) == "FROM" }) else {
      guard let condition = own.first(where: { word($0) == "WHERE" }),
        let source = existing(from: condition + 1, to: query.upperBound, named, schema)
      else { return nil }
      return isLimitPositive(own, query.upperBound) ? source : nil
    }
    guard let (source, next) = item(at: from + 1, named, schema) else { return nil }
    var rest = next
    if rest < query.upperBound, word(rest) == "AS" { rest += 1 }
    if rest < query.upperBound, isName(rest), !Self.clauses.contains(word(rest)) { rest += 1 }
    if rest < query.upperBound, word(rest) == "WHERE" {
      let isTable = isName(from + 1) && named[SQLName(name(from + 1))] == nil
      if isTable, let table = schema[source], let end = endOfTruth(from: rest + 1, table) {
        rest = end
      } else if existing(from: rest + 1, to: query.upperBound, named, schema) == source {
        rest = end(ofParenthesis: rest + 2) + 1
      } else {
        return nil
      }
    }
    guard rest >= query.upperBound || Self.clauses.contains(word(rest)) else { return nil }
    return isLimitPositive(own.filter { $0 >= rest }, query.upperBound) ? source : nil
  }

  /// Whether a query has no LIMIT, or one that is only a number from 1 on.
  private func isLimitPositive(_ tokens: [Int], _ end: Int) -> Bool {
    guard let limit = tokens.first(where: { word($0) == "LIMIT" }) else { return true }
    return isPositive(limit + 1) && limit + 2 >= end
  }

  /// The query of `name (columns) AS (query)` in WITH.
  private func definition(at start: Int, before end: Int) -> Range<Int>? {
    guard isName(start) else { return nil }
    var at = start + 1
    if kind(at) == .leftParenthesis { at = self.end(ofParenthesis: at) + 1 }
    guard word(at) == "AS" else { return nil }
    at += 1
    if word(at) == "NOT" { at += 1 }
    if word(at) == "MATERIALIZED" { at += 1 }
    guard kind(at) == .leftParenthesis else { return nil }
    let close = self.end(ofParenthesis: at)
    return at < close && close < end ? at + 1..<close : nil
  }

  /// The source of what follows FROM, and the place after it.
  private func item(
    at start: Int, _ named: [SQLName: SQLName?], _ schema: SchemaSnapshot
  ) -> (source: SQLName, next: Int)? {
    if kind(start) == .leftParenthesis {
      let end = end(ofParenthesis: start)
      return source(of: start + 1..<max(start + 1, end), named, schema).map { ($0, end + 1) }
    }
    guard isName(start) else { return nil }
    let name = SQLName(name(start))
    guard let found = named[name] ?? (schema[name] == nil ? nil : name) else { return nil }
    return (found, start + 1)
  }

  /// The table of a condition `EXISTS (query)` with nothing after it but other clauses.
  func existing(
    from start: Int, to end: Int, _ named: [SQLName: SQLName?], _ schema: SchemaSnapshot
  ) -> SQLName? {
    guard word(start) == "EXISTS", kind(start + 1) == .leftParenthesis else { return nil }
    let close = self.end(ofParenthesis: start + 1)
    guard close < end, close + 1 == end || Self.clauses.contains(word(close + 1)) else {
      return nil
    }
    return start + 2 < close ? source(of: start + 2..<close, named, schema) : nil
  }

  /// The end of a condition that every row of a table meets: a constant, or a column that cannot be NULL IS NOT NULL.
  private func endOfTruth(from start: Int, _ table: SchemaTable) -> Int? {
    if isPositive(start) || word(start) == "TRUE" { return start + 1 }
    guard isName(start), let column = table.column(name(tokens[start])),
      column.isNotNull || table.rowIDAlias?.name.isSameName(as: column.name) == true
    else { return nil }
    if has("NOTNULL", at: start + 1) { return start + 2 }
    if has("NOT", "NULL", at: start + 1) { return start + 3 }
    return has("IS", "NOT", "NULL", at: start + 1) ? start + 4 : nil
  }

  /// The words of a query that may find fewer rows, or other ones.
  private static let limiting: Set<String> = [
    "HAVING", "JOIN", "UNION", "INTERSECT", "EXCEPT", "VALUES", "OFFSET", "CROSS",
  ]

  /// The words that may follow the source of a query.
  private static let clauses: Set<String> = ["WHERE", "GROUP", "ORDER", "LIMIT"]

  private func isCall(_ index: Int) -> Bool {
    kind(index) == .leftParenthesis && index > 0 && isName(index - 1)
      && !["FROM", "AS", "EXISTS"].contains(word(index - 1))
  }

  /// Whether a token is a whole number from 1 on, also a hexadecimal one.
  func isPositive(_ index: Int) -> Bool {
    kind(index) == .integer && word(index).contains { !"0X_".contains($0) }
  }
}
