import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A column definition in CREATE TABLE or ALTER TABLE … ADD.
struct ColumnDefinition: Sendable {
  let name: SQLToken
  /// The words of its type, without the numbers in parentheses.
  let type: [SQLToken]
  /// The number in parentheses, as in VARCHAR(20).
  let length: SQLToken?
  /// The tokens after the type.
  let constraints: ArraySlice<SQLToken>
  /// The column that SQLite created from it.
  let column: SchemaColumn
}

extension RehearsedStatement {
  /// The table that CREATE TABLE or ALTER TABLE names.
  var definedTable: SchemaTable? {
    if let alteredTable { return after[alteredTable] }
    guard let created, created.kind == .table else { return nil }
    return after[name(created.name.name)].flatMap { $0.kind == .table ? $0 : nil }
  }

  /// The columns that the statement created, with their definitions.
  var columnDefinitions: [ColumnDefinition] {
    if let knownColumns { return knownColumns }
    guard succeeded, changesSchema else { return [] }
    let parts = columnParts.map { tokens[$0] }
    guard !parts.isEmpty, let table = definedTable else { return [] }
    if word(0) == "ALTER" {
      // A new column is the last one. Every rule asks, and the table may have 2,000 columns.
      return parts.compactMap { part in
        let name = part.first.map { SQLName(self.name($0)) }
        return table.columns.last { SQLName($0.name) == name }.map { definition(part, of: $0) }
      }
    }
    let columns = Dictionary(
      table.columns.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    return parts.compactMap { part in
      part.first.flatMap { columns[SQLName(name($0))] }.map { definition(part, of: $0) }
    }
  }

  private func definition(_ part: ArraySlice<SQLToken>, of column: SchemaColumn) -> ColumnDefinition
  {
    var type: [SQLToken] = []
    var length: SQLToken?
    var index = part.startIndex + 1
    while index < part.endIndex {
      let token = part[index]
      if token.kind == .leftParenthesis {
        length = part[(index + 1)...].first
        let end = part[index...].firstIndex { $0.kind == .rightParenthesis } ?? part.endIndex - 1
        index = end + 1
        break
      }
      guard [.word, .quotedName, .string].contains(token.kind),
        !Self.columnConstraints.contains(upper(token))
      else { break }
      type.append(token)
      index += 1
    }
    return ColumnDefinition(
      name: part[part.startIndex], type: type, length: length, constraints: part[index...],
      column: column)
  }

  /// The words of the type of a column that ALTER TABLE adds, also if that fails.
  var addedType: String {
    let start = (addedColumn?.index ?? 0) + 1
    guard tokens.indices.contains(start) else { return "" }
    return tokens[start...].prefix {
      [.word, .quotedName, .string].contains($0.kind) && !Self.columnConstraints.contains(upper($0))
    }.map(name).joined(separator: " ")
  }

  /// The single token after DEFAULT; nil for an expression, and for a number with a sign.
  func defaultToken(of definition: ColumnDefinition) -> SQLToken? {
    let tokens = definition.constraints
    let place = tokens.indices.first { index in
      let token = tokens[index]
      guard token.depth == definition.name.depth, token.kind == .word, upper(token) == "DEFAULT"
      else { return false }
      // ON DELETE SET DEFAULT
      return index == tokens.startIndex || upper(tokens[index - 1]) != "SET"
    }
    let value = place.flatMap { tokens[$0...].dropFirst().first }
    return value.flatMap { [.word, .string, .quotedName].contains($0.kind) ? $0 : nil }
  }

  private static let columnConstraints: Set = [
    "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
    "GENERATED", "AS", "ON", "DEFERRABLE",
  ]
}
