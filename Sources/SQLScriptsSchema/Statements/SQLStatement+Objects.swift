import SQLScriptsSQL

/// The objects of CREATE, DROP and ALTER TABLE.
extension SQLStatement {
  /// The name at an index; nil outside the statement.
  package func qualifiedName(at index: Int) -> SQLQualifiedName? {
    let hasSchema = kind(index + 1) == .dot
    let name = hasSchema ? index + 2 : index
    guard tokens.indices.contains(name) else { return nil }
    return SQLQualifiedName(schema: hasSchema ? index : nil, name: name)
  }

  /// The kind and name of the object that CREATE creates.
  package var created: (kind: SQLObjectKind, name: SQLQualifiedName)? {
    guard word(0) == "CREATE" else { return nil }
    for index in indices.prefix(5) {
      guard let kind = SQLObjectKind(keyword: word(index)) else { continue }
      let start = has("IF", "NOT", "EXISTS", at: index + 1) ? index + 4 : index + 1
      return qualifiedName(at: start).map { (kind, $0) }
    }
    return nil
  }

  /// The token with the name of the object that CREATE creates.
  package var createdToken: SQLToken? { created.map { tokens[$0.name.name] } }

  /// The name of the object that CREATE creates.
  package var createdName: String? { createdToken.map { name($0) } }

  /// The name of the object that DROP drops.
  package var dropped: SQLQualifiedName? {
    guard word(0) == "DROP" else { return nil }
    return qualifiedName(at: has("IF", "EXISTS", at: 2) ? 4 : 2)
  }

  /// The name of the table of ALTER TABLE.
  package var altered: SQLQualifiedName? {
    has("ALTER", "TABLE", at: 0) ? qualifiedName(at: 2) : nil
  }

  /// The name of the table of ALTER TABLE.
  package var alteredTable: String? { altered.map { name($0.name) } }

  /// The change that ALTER TABLE makes.
  package var alteration: SQLAlteration? {
    guard let at = altered?.end else { return nil }
    // A column may be called “column”.
    let column = word(at + 1) == "COLUMN" && tokens.indices.contains(at + 2) ? at + 2 : at + 1
    switch word(at) {
    case "ADD": return tokens.indices.contains(column) ? .addColumn(column) : nil
    case "DROP": return tokens.indices.contains(column) ? .dropColumn(column) : nil
    case "RENAME" where word(at + 1) == "TO":
      return tokens.indices.contains(at + 2) ? .renameTable(to: at + 2) : nil
    case "RENAME":
      let old = word(at + 2) == "TO" ? at + 1 : at + 2
      let isWhole = word(old + 1) == "TO" && tokens.indices.contains(old + 2)
      return isWhole ? .renameColumn(old, to: old + 2) : nil
    default: return nil
    }
  }

  /// The new name in ALTER TABLE … RENAME TO.
  package var renamedTo: String? {
    if case .renameTable(let new) = alteration { name(new) } else { nil }
  }

  /// The name of the column that ALTER TABLE … ADD COLUMN adds, and its index.
  package var addedColumn: (name: String, index: Int)? {
    if case .addColumn(let index) = alteration { (name(index), index) } else { nil }
  }

  /// The index of the `(` after the name in CREATE TABLE.
  package var tableBody: Int? {
    guard let created, created.kind == .table, kind(created.name.end) == .leftParenthesis else {
      return nil
    }
    return created.name.end
  }

  /// The parts of CREATE TABLE, or of ALTER TABLE … ADD, that define columns.
  package var columnParts: [Range<Int>] {
    if case .addColumn(let index) = alteration { return [index..<tokens.count] }
    guard let body = tableBody else { return [] }
    return arguments(body).filter {
      !$0.isEmpty && !Self.tableConstraints.contains(word($0.lowerBound))
    }
  }

  private static var tableConstraints: Set<String> {
    ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
  }
}
