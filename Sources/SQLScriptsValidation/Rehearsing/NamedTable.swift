import SQLScriptsSQL
import SQLScriptsSchema

/// A table in FROM, or the target of UPDATE, with its name in the statement.
struct NamedTable {
  let name: String
  let table: SchemaTable
  /// The index of the table's name.
  let index: Int
  /// The index after the name and the alias.
  let end: Int
  /// Whether a column without a qualifier may belong to a query or view instead.
  let needsQualifier: Bool
}

extension RehearsedStatement {
  /// The tables that a part of the statement names; views and common table expressions are left out.
  func namedTables(in range: Range<Int>) -> [NamedTable] {
    let needsQualifier = hasOtherSources
    var found: [NamedTable] = []
    for keyword in range where kind(keyword) == .word {
      let word = word(keyword)
      guard ["FROM", "JOIN", "UPDATE"].contains(word) else { continue }
      var index = keyword + 1
      if word == "UPDATE", self.word(index) == "OR" { index += 2 }
      while let named = namedTable(at: index, needsQualifier: needsQualifier) {
        found.append(named)
        guard word == "FROM", kind(named.end) == .comma else { break }
        index = named.end + 1
      }
    }
    return found
  }

  /// The table whose name begins at an index.
  func namedTable(at index: Int) -> NamedTable? {
    namedTable(at: index, needsQualifier: hasOtherSources)
  }

  private func namedTable(at index: Int, needsQualifier: Bool) -> NamedTable? {
    guard let name = qualifiedName(at: index), isName(name.name),
      let table = before[SQLName(self.name(name.name))], table.kind == .table
    else { return nil }
    if word(name.end) == "AS" {
      return NamedTable(
        name: self.name(name.end + 1), table: table, index: name.name, end: name.end + 2,
        needsQualifier: needsQualifier)
    }
    let isAlias =
      kind(name.end) == .quotedName
      || kind(name.end) == .word && !Self.clauses.contains(word(name.end))
    return NamedTable(
      name: isAlias ? self.name(name.end) : table.name, table: table, index: name.name,
      end: isAlias ? name.end + 1 : name.end, needsQualifier: needsQualifier)
  }

  /// The table and column of a name, with its qualifier if there is one; nil if it is ambiguous.
  ///
  /// - Parameter index: the index of the column's name.
  func column(
    at index: Int, of tables: [NamedTable]
  ) -> (table: NamedTable, column: SchemaColumn)? {
    guard isName(index), kind(index + 1) != .leftParenthesis, kind(index + 1) != .dot else {
      return nil
    }
    let qualifier = kind(index - 1) == .dot ? name(index - 2) : nil
    if qualifier == nil, tables.contains(where: \.needsQualifier) { return nil }
    let found = tables.compactMap { table -> (table: NamedTable, column: SchemaColumn)? in
      if let qualifier, !qualifier.isSameName(as: table.name) { return nil }
      return table.table.column(name(index)).map { (table, $0) }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether it reads a query in parentheses or WITH, or a view.
  private var hasOtherSources: Bool {
    word(0) == "WITH" || readsView
      || indices.contains { index in
        ["FROM", "JOIN"].contains(word(index)) && kind(index + 1) == .leftParenthesis
      }
  }

  private var readsView: Bool {
    actions.contains { $0.kind == .read && before[$0.name]?.kind == .view }
  }

  /// The index of the first token of a name that may have a qualifier.
  func start(ofName index: Int) -> Int { kind(index - 1) == .dot ? index - 2 : index }

  /// The index at which the clause after a keyword ends: at one of some words of the same query, or at its end.
  func end(ofClause keyword: Int, before words: Set<String>) -> Int {
    let depth = depth(keyword)
    return indices.first { index in
      index > keyword
        && (self.depth(index) < depth || kind(index) == .semicolon && self.depth(index) == depth
          || self.depth(index) == depth && kind(index) == .word && words.contains(word(index)))
    } ?? tokens.count
  }

  /// Whether it may calculate or compare, which a plain INSERT of a bulk script does not.
  var hasExpressions: Bool {
    !["INSERT", "REPLACE"].contains(word(0))
      || actions.contains { $0.kind == .read || $0.kind == .function }
  }

  private static let clauses: Set = [
    "WHERE", "SET", "ON", "USING", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL",
    "OUTER", "GROUP", "ORDER", "LIMIT", "HAVING", "WINDOW", "UNION", "EXCEPT", "INTERSECT",
    "RETURNING", "INDEXED", "NOT", "END", "DO",
  ]
}

extension SchemaTable {
  /// Whether at most one row has given values in some columns.
  func isUnique(in columns: Set<SQLName>) -> Bool {
    let keys = [primaryKey].filter { !$0.isEmpty }
    let unique = indexes.filter { $0.isUnique && !$0.isPartial && !$0.columns.contains(nil) }
      .map { $0.columns.compactMap { $0 } }
    return (keys + unique).contains { key in key.allSatisfy { columns.contains(SQLName($0)) } }
  }
}
