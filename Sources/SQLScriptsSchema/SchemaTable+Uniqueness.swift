import SQLScriptsSQL

extension SchemaIndex {
  /// The columns with their collations, without expressions.
  package var comparisons: [(column: SQLName, collation: SQLName)] {
    zip(columns, collations).compactMap { column, collation in
      column.map { (SQLName($0), SQLName(collation)) }
    }
  }

  /// The tokens of its condition, canonical; empty without one.
  private var condition: [String] {
    guard let (sql, range) = conditionTokens else { return [] }
    return CanonicalSQL(range.map { sql.text(sql.tokens[$0]) }.joined(separator: " "))
      .unwrapped.tokens
  }

  private var conditionTokens: (sql: SQLText, range: Range<Int>)? {
    guard isPartial else { return nil }
    let sql = SQLText(sql ?? "")
    guard let list = sql.indices.first(where: { sql.kind($0) == .leftParenthesis }),
      case let place = sql.end(ofParenthesis: list) + 1, sql.word(place) == "WHERE"
    else { return nil }
    return (sql, place + 1..<max(place + 1, sql.withoutSemicolon.upperBound))
  }

  /// Whether it leaves out no rows but those without a value in one of its columns, which are never the same.
  fileprivate var hasAllValues: Bool {
    guard isPartial else { return true }
    guard let (sql, range) = conditionTokens else { return false }
    let columns = Set(comparisons.map(\.column))
    let terms = range.split { sql.kind($0) == .word && sql.word($0) == "AND" }
    return terms.allSatisfy { term in
      let term = term.drop { sql.kind($0) == .leftParenthesis }
      guard let name = term.first, sql.isName(name), columns.contains(SQLName(sql.name(name))),
        let last = term.last(where: { sql.kind($0) != .rightParenthesis })
      else { return false }
      let test = name + 1..<max(name, last) + 1
      return test.allSatisfy { sql.kind($0) == .word }
        && [["IS", "NOT", "NULL"], ["NOT", "NULL"], ["NOTNULL"]].contains(test.map(sql.word))
    }
  }

  /// Whether it has the same condition as another index of the table, whose columns may have had other names.
  fileprivate func hasCondition(of old: SchemaIndex, present: (SQLName) -> SQLName) -> Bool {
    guard isPartial, old.isPartial, case let condition = condition, !condition.isEmpty else {
      return false
    }
    return condition
      == old.condition.map { token in
        // A text is not a name, and keeps its case.
        token.hasPrefix("'") ? token : present(SQLName(token)).folded
      }
  }
}

extension SchemaTable {
  /// Whether no two rows can have the same values in the columns of an index, as it compares them.
  ///
  /// - Parameters:
  ///   - index: an index of the table, also a former one. Its expressions and its WHERE only allow more.
  ///   - present: the present name of a column of the index.
  package func keepsUnique(
    _ index: SchemaIndex, by others: some Sequence<SchemaIndex>,
    present: (SQLName) -> SQLName = { $0 }
  ) -> Bool {
    let collations = Dictionary(
      index.comparisons.map { (present($0.column), $0.collation) }, uniquingKeysWith: { $1 })
    if let alias = rowIDAlias, collations[SQLName(alias.name)] != nil { return true }
    return others.contains { other in
      guard other.isUnique, !other.columns.contains(nil),
        other.hasAllValues || other.hasCondition(of: index, present: present)
      else { return false }
      return other.comparisons.allSatisfy { column, collation in
        // What is the same byte by byte is so for every collation.
        collations[column].map { $0 == collation || $0 == SQLName("BINARY") } ?? false
      }
    }
  }

  /// The columns in which no two rows are the same, whatever enforces it.
  package func uniqueKeys() -> [Set<SQLName>] {
    let indexes = indexes.filter { index in
      index.isUnique && index.hasAllValues && !index.columns.contains(nil)
    }
    let keys = indexes.map { Set($0.columns.compactMap { $0.map { SQLName($0) } }) }
    return keys + (rowIDAlias.map { [[SQLName($0.name)]] } ?? [])
  }
}
