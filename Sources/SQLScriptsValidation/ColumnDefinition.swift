import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A column as CREATE TABLE or ALTER TABLE … ADD says it.
struct ColumnDefinition: Sendable {
  let name: SQLToken
  /// The words of its type, without the numbers in brackets.
  let type: [SQLToken]
  /// The number in brackets, as in VARCHAR(20).
  let length: SQLToken?
  /// What follows the type.
  let constraints: ArraySlice<SQLToken>
  /// What SQLite made of it.
  let column: SchemaColumn
}

extension RehearsedStatement {
  /// The table that CREATE TABLE or ALTER TABLE names.
  var definedTable: SchemaTable? {
    if word(0) == "ALTER", word(1) == "TABLE" {
      let index = word(3) == "." ? 4 : 2
      return tokens.indices.contains(index) ? after[name(tokens[index])] : nil
    }
    guard let table = createdName.flatMap({ after[$0] }), table.kind == .table else { return nil }
    return tokens.indices.prefix(3).contains { word($0) == "TABLE" } ? table : nil
  }

  /// The columns that the statement made, with the words they are made of.
  var columnDefinitions: [ColumnDefinition] {
    if let knownColumns { return knownColumns }
    guard succeeded, changesSchema else { return [] }
    let parts = columnParts
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

  /// The tokens of each column's definition, whatever became of the statement.
  var columnParts: [ArraySlice<SQLToken>] {
    if word(0) == "ALTER" {
      let start = (word(3) == "." ? 4 : 2) + 1
      guard word(start) == "ADD" else { return [] }
      return [tokens.dropFirst(start + (word(start + 1) == "COLUMN" ? 2 : 1))]
    }
    guard word(0) == "CREATE",
      let keyword = tokens.indices.prefix(3).first(where: { word($0) == "TABLE" })
    else { return [] }
    var start = keyword + 1
    if has("IF", "NOT", "EXISTS", at: start) { start += 3 }
    start += word(start + 1) == "." ? 3 : 1
    guard tokens.indices.contains(start), tokens[start].kind == .leftParenthesis else { return [] }
    var parts: [ArraySlice<SQLToken>] = []
    var depth = 0
    var first = start + 1
    for index in start..<tokens.count {
      switch tokens[index].kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis: depth -= 1
      default: break
      }
      if depth == 0 || (depth == 1 && tokens[index].kind == .comma) {
        parts.append(tokens[first..<index])
        first = index + 1
      }
      if depth == 0 { break }
    }
    return parts.filter { $0.first.map { !Self.tableConstraints.contains(upper($0)) } ?? false }
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

  /// The one token behind DEFAULT; nil for an expression, and for a number with its sign.
  func defaultToken(of definition: ColumnDefinition) -> SQLToken? {
    var depth = 0
    for index in definition.constraints.indices {
      let token = definition.constraints[index]
      if token.kind == .leftParenthesis { depth += 1 }
      if token.kind == .rightParenthesis { depth -= 1 }
      if depth == 0, token.kind == .word, upper(token) == "DEFAULT" {
        let value = definition.constraints.dropFirst(index + 1 - definition.constraints.startIndex)
          .first
        return value.flatMap { [.word, .string, .quotedName].contains($0.kind) ? $0 : nil }
      }
    }
    return nil
  }

  /// The text of a token in upper case.
  func upper(_ token: SQLToken) -> String { text(token).uppercased() }

  private static let tableConstraints: Set = [
    "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN",
  ]
  private static let columnConstraints: Set = [
    "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
    "GENERATED", "AS", "ON", "DEFERRABLE",
  ]
}
