import SQLScriptsSQL
import SQLScriptsSchema

/// The text of a CREATE TABLE in which single clauses change. Everything else keeps its bytes.
struct TableText {
  var sql: String
  private let name: String
  private var columns: [String]

  init(_ table: SchemaTable) {
    (sql, name, columns) = (table.sql, table.name, table.columns.map(\.name))
  }

  var definition: TableDefinition? { TableDefinition(sql, name: name, columns: columns) }

  // MARK: Whole columns

  mutating func add(_ column: String, _ definition: String) -> Bool {
    guard let new = self.definition?.adding(definition) else { return false }
    sql = new
    columns.append(column)
    return true
  }

  /// - Returns: false if that changes more than the column.
  mutating func drop(_ column: String) -> Bool {
    guard let new = definition?.without(column) else { return false }
    sql = new
    columns.removeAll { $0.isSameName(as: column) }
    return true
  }

  // MARK: Clauses

  /// The definition of a column, and nil if there is none that can be read.
  func column(_ name: String) -> ColumnText? {
    let text = SQLText(sql)
    guard
      let part = parts(of: text).first(where: {
        !isConstraint($0, text) && text.name($0.lowerBound).isSameName(as: name)
      })
    else { return nil }
    return ColumnText(text, part)
  }

  /// Replaces the type of a column.
  mutating func setType(of column: String, to type: String) -> Bool {
    guard let found = self.column(column) else { return false }
    if found.type.isEmpty {
      insert(" \(type)", after: found.range.lowerBound)
    } else if type.isEmpty {
      remove(found.type)
    } else {
      replace(found.type, with: type)
    }
    return true
  }

  /// Removes all clauses of a kind from a column.
  mutating func remove(_ kind: ColumnText.Kind, from column: String) -> Bool {
    guard let found = self.column(column) else { return false }
    for clause in found.clauses.reversed() where clause.kind == kind { remove(clause.range) }
    return true
  }

  /// Adds a clause to a column, after its type and the clauses that usually come before.
  mutating func add(_ clause: String, to column: String, after kinds: [ColumnText.Kind]) -> Bool {
    guard let found = self.column(column) else { return false }
    let before = found.clauses.last { kinds.contains($0.kind) }?.range.upperBound
    insert(" \(clause)", after: (before ?? found.type.upperBound) - 1)
    return true
  }

  /// Replaces the value of DEFAULT, or adds it.
  mutating func setDefault(of column: String, to value: String) -> Bool {
    guard let found = self.column(column) else { return false }
    guard let clause = found.clauses.last(where: { $0.kind == .default }) else {
      return add("DEFAULT \(value)", to: column, after: [.primaryKey, .notNull, .null])
    }
    replace(clause.start + 1..<clause.range.upperBound, with: value)
    return true
  }

  // MARK: Bytes

  mutating func replace(_ range: Range<Int>, with new: String) {
    let tokens = SQLText(sql).tokens
    edit(
      tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound, new
    )
  }

  mutating func insert(_ new: String, after index: Int) {
    let end = SQLText(sql).tokens[index].range.upperBound
    edit(end..<end, new)
  }

  /// Removes tokens and the whitespace before them, unless it ends a comment.
  mutating func remove(_ range: Range<Int>) {
    let text = SQLText(sql)
    let first = text.tokens[range.lowerBound].range.lowerBound
    let before = text.tokens[range.lowerBound - 1].range.upperBound
    var start = first
    while start > before, text.bytes[start - 1].isBlank { start -= 1 }
    edit(
      (start == before ? start : first)..<text.tokens[range.upperBound - 1].range.upperBound, "")
  }

  private mutating func edit(_ range: Range<Int>, _ new: String) {
    var bytes = Array(sql.utf8)
    bytes.replaceSubrange(range, with: Array(new.utf8))
    sql = String(decoding: bytes, as: UTF8.self)
  }
}
