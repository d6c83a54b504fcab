import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Looks for statements that change nothing in a database that has only the rows of the scripts.
struct RowSearch {
  private var probe = ValueProbe()
  private var searches = 0

  /// A bulk script may have a million statements.
  private static let manySearches = 2000
  private static let manyValues = 200

  /// Completes a statement that has just run.
  mutating func search(_ statement: inout RehearsedStatement, in database: RehearsalDatabase) {
    guard statement.succeeded, !statement.changesSchema, statement.verb == 0 else { return }
    statement.emptyMatches = emptyMatches(of: statement, in: database)
    statement.ignoredRows = ignoredRows(of: statement, in: database)
    statement.danglingValues = danglingValues(of: statement, in: database)
  }

  /// The conditions of a statement that no row matches.
  private mutating func emptyMatches(
    of statement: RehearsedStatement, in database: RehearsalDatabase
  ) -> [EmptyMatch] {
    guard searches < Self.manySearches else { return [] }
    let clauses = WhereClause.all(in: statement)
    guard !clauses.isEmpty else { return [] }
    searches += 1
    return clauses.flatMap { clause -> [EmptyMatch] in
      guard !clause.isOuter || statement.changes == 0 else { return [] }
      let impossible = contradictions(in: clause, statement, database)
      if !impossible.isEmpty { return impossible }
      return clause.terms.flatMap { misses(of: $0, clause, statement, database) }
    }
  }

  /// The columns for which no value satisfies all conditions.
  private mutating func contradictions(
    in clause: WhereClause, _ statement: RehearsedStatement, _ database: RehearsalDatabase
  ) -> [EmptyMatch] {
    var groups: [[ColumnTerm]] = []
    for term in clause.terms {
      let index = groups.firstIndex {
        $0[0].alias.isSameName(as: term.alias) && $0[0].column == term.column
      }
      if let index { groups[index].append(term) } else { groups.append([term]) }
    }
    return groups.compactMap { terms in
      let (table, column) = (terms[0].table, terms[0].column)
      // LEFT JOIN p … WHERE p.id IS NULL finds the rows that have no p.
      if terms.contains(where: { statement.mentions(["NULL", "ISNULL", "IS"], in: $0.range) }),
        FromClause.isOptional(terms[0].alias, in: statement)
      {
        return nil
      }
      guard
        let cause = probe.contradiction(
          terms, texts: terms.map { statement.text(of: $0.range) },
          collation: database.connection.collation(of: column.name, in: table.name))
      else { return nil }
      // Range of the first to the last condition.
      let range = terms[0].range.lowerBound..<terms[terms.count - 1].range.upperBound
      return EmptyMatch(
        reason: .contradiction(of: cause), table: table.name, column: column.name,
        range: terms.count == 1 ? terms[0].range : range, isOuter: clause.isOuter)
    }
  }

  /// The literals of a condition that no row has.
  private func misses(
    of term: ColumnTerm, _ clause: WhereClause, _ statement: RehearsedStatement,
    _ database: RehearsalDatabase
  ) -> [EmptyMatch] {
    guard term.shape.isEquality else { return [] }
    // After an UPDATE of the column, its rows have the new value.
    if statement.changes > 0,
      statement.target.map({ statement.name($0.name) })?
        .isSameName(as: term.table.name) ?? false
    {
      return []
    }
    let alias = term.alias.quotedName
    let table = term.table.name.quotedName
    let column = term.column.name.quotedName
    return database.asRunner {
      func exists(_ condition: String) -> Bool? {
        let query = "SELECT EXISTS (SELECT 1 FROM main.\(table) AS \(alias) WHERE \(condition))"
        return (try? database.connection.value(query)).map { $0 == .integer(1) }
      }
      guard exists(statement.text(of: term.range)) == false else { return [] }
      let isKey = term.table.isUnique(term.column.name)
      if isKey, clause.isOuter, statement.word(0) == "UPDATE", term.shape.literals.count == 1,
        !statement.assignments.contains(where: {
          statement.name($0.column).isSameName(as: term.column.name)
        })
      {
        let near = nearly(term, isKey, statement, exists, database, column, table)
        let missing = EmptyMatch(
          reason: .missing(literal: term.shape.literals[0]), table: term.table.name,
          column: term.column.name, range: term.range, isOuter: clause.isOuter)
        return near.map { [$0, missing] } ?? [missing]
      }
      return nearly(term, isKey, statement, exists, database, column, table).map {
        var match = $0
        match.isOuter = clause.isOuter
        return [match]
      } ?? []
    }
  }

  private func nearly(
    _ term: ColumnTerm, _ isKey: Bool, _ statement: RehearsedStatement,
    _ exists: (String) -> Bool?, _ database: RehearsalDatabase, _ column: String, _ table: String
  ) -> EmptyMatch? {
    let query =
      "SELECT DISTINCT \(column) FROM main.\(table) WHERE typeof(\(column)) = 'text' LIMIT \(Self.manyValues)"
    let values = ((try? database.connection.rows(query)) ?? []).compactMap { $0.first?.string }
    guard !values.isEmpty else { return nil }
    for literal in term.shape.literals where statement.kind(literal) == .string {
      let value = statement.name(literal)
      let isSetting = term.table.column("value") != nil
      guard
        let near = NearValue.find(value, among: values, isKey: isKey, allowsParts: !isSetting)
      else { continue }
      return EmptyMatch(
        reason: .nearly(literal: literal, near: near, values: values), table: term.table.name,
        column: term.column.name, range: term.range, isOuter: true)
    }
    return nil
  }
}

extension RehearsedStatement {
  /// The text from the first to the last token of a range.
  func text(of range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, tokens.indices.contains(last) else {
      return ""
    }
    return withBytes(of: tokens[first].range.lowerBound..<tokens[last].range.upperBound) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}

extension SchemaTable {
  /// Whether two rows cannot have the same value in a column.
  func isUnique(_ column: String) -> Bool {
    primaryKey.count == 1 && primaryKey[0].isSameName(as: column)
      || indexes.contains { index in
        index.isUnique && !index.isPartial && index.columns.count == 1
          && index.columns[0]?.isSameName(as: column) ?? false
      }
  }
}
