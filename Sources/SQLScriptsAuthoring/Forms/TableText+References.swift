import SQLScriptsSQL
import SQLScriptsSchema

/// Foreign keys of one column, in its definition or in a constraint of the table.
extension TableText {
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
}

extension ColumnText.Kind {
  fileprivate static let all: [Self] = [
    .notNull, .null, .primaryKey, .unique, .check, .default, .collate, .references, .generated,
    .name,
  ]
}
