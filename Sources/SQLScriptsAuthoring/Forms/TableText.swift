import SQLScriptsSQL
import SQLScriptsSchema

/// The text of a CREATE TABLE in which single clauses change. Everything else keeps its bytes.
struct TableText {
  private(set) var sql: String
  private let name: String
  private var columns: [String]

  init(_ table: SchemaTable) {
    (sql, name, columns) = (table.sql, table.name, table.columns.map(\.name))
  }

  private var definition: TableDefinition? { TableDefinition(sql, name: name, columns: columns) }

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

  // MARK: References

  /// The first tokens of REFERENCES in a column, or in a constraint with no other column.
  private func references(of column: String) -> [Int] {
    let text = SQLText(sql)
    let own = self.column(column)?.clauses.filter { $0.kind == .references }.map(\.start) ?? []
    return own
      + constraints(of: column, "FOREIGN", text).compactMap { part in
        part.first { text.word($0) == "REFERENCES" && text.kind($0) == .word }
      }
  }

  /// Replaces everything from REFERENCES on.
  mutating func setReference(of column: String, to reference: String) -> Bool {
    let found = references(of: column)
    guard let start = found.first else {
      return add(reference, to: column, after: ColumnText.Kind.all)
    }
    replace(start..<ReferenceText(SQLText(sql), start).end, with: reference)
    return true
  }

  /// Replaces only what happens if the other row is deleted.
  mutating func setDeletion(of column: String, to action: String) -> Bool {
    guard let start = references(of: column).first else { return false }
    let text = SQLText(sql)
    let reference = ReferenceText(text, start)
    if let range = reference.onDelete {
      if action == "NO ACTION" {
        remove(range)
      } else {
        replace(range, with: "ON DELETE \(action)")
      }
      return true
    }
    // Before ON UPDATE, MATCH and DEFERRABLE.
    var end = start + 2
    if text.word(end) == "(" {
      while end < reference.end, text.word(end) != ")" { end += 1 }
      end += 1
    }
    if action != "NO ACTION" { insert(" ON DELETE \(action)", after: end - 1) }
    return true
  }

  // MARK: Constraints of the table

  /// Removes the constraints of a kind that are about nothing but one column.
  ///
  /// - Parameter kind: UNIQUE or FOREIGN.
  mutating func removeConstraints(of column: String, _ kind: String) -> Bool {
    let text = SQLText(sql)
    let gone = Set(constraints(of: column, kind, text).map(\.lowerBound))
    if gone.isEmpty { return true }
    let all = parts(of: text)
    guard let new = definition?.keeping({ !gone.contains(all[$0].lowerBound) }) else {
      return false
    }
    sql = new
    return true
  }

  private func constraints(
    of column: String, _ kind: String, _ text: SQLText
  ) -> [Range<Int>] {
    parts(of: text).filter { part in
      guard isConstraint(part, text) else { return false }
      let first = part.lowerBound + (text.word(part.lowerBound) == "CONSTRAINT" ? 2 : 0)
      guard text.word(first) == kind else { return false }
      let open = first + (kind == "FOREIGN" ? 2 : 1)
      // A name may have a collation or a direction.
      let list = (open + 1..<part.upperBound).prefix { text.word($0) != ")" }
      let close = open + 1 + list.count
      var end = close + 1
      if kind == "FOREIGN" {
        end = ReferenceText(text, end).end
      } else if text.has("ON", "CONFLICT", at: end) {
        end += 3
      }
      // SQLite accepts another constraint without a comma before it.
      return end == part.upperBound && text.name(open + 1).isSameName(as: column)
        && !list.contains { text.kind($0) == .comma }
    }
  }

  private func isConstraint(_ part: Range<Int>, _ text: SQLText) -> Bool {
    text.kind(part.lowerBound) == .word
      && ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(
        text.word(part.lowerBound))
  }

  /// The columns and constraints.
  private func parts(of text: SQLText) -> [Range<Int>] {
    guard let open = text.tokens.firstIndex(where: { $0.kind == .leftParenthesis }) else {
      return []
    }
    var parts: [Range<Int>] = []
    var start = open + 1
    for index in text.indices where index > open {
      let token = text.tokens[index]
      let isEnd = token.kind == .rightParenthesis && token.depth == text.tokens[open].depth
      guard isEnd || token.kind == .comma && token.depth == text.tokens[open].depth + 1 else {
        continue
      }
      parts.append(start..<index)
      start = index + 1
      if isEnd { break }
    }
    return parts
  }

  // MARK: Bytes

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let tokens = SQLText(sql).tokens
    edit(
      tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound, new
    )
  }

  private mutating func insert(_ new: String, after index: Int) {
    let end = SQLText(sql).tokens[index].range.upperBound
    edit(end..<end, new)
  }

  /// Removes tokens and the whitespace before them, unless it ends a comment.
  private mutating func remove(_ range: Range<Int>) {
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

extension ColumnText.Kind {
  fileprivate static let all: [Self] = [
    .notNull, .null, .primaryKey, .unique, .check, .default, .collate, .references, .generated,
    .name,
  ]
}
