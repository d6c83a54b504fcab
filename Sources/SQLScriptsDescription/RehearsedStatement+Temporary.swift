import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Temporary tables that have the name of a table of the schema, and hide it.
extension RehearsedStatement {
  /// The schema without the tables that it cannot mean by their bare names.
  var visibleSchema: SchemaSnapshot {
    hiddenTables.reduce(into: before) { $0.set(nil, named: $1) }
  }

  /// Whether it inserts into, updates or deletes from such a table. SQLite reports only what happens in the schema.
  var changesTemporary: Bool {
    guard let target, writtenTable == nil, emptiedTable == nil else { return false }
    return hiddenTables.contains(SQLName(name(target.name)))
  }

  /// With “the temporary table **user**” for such a table.
  func tellingTemporary(_ words: Words) -> Words {
    guard !hiddenTables.isEmpty else { return words }
    let target = changesTemporary ? target.map { SQLName(name($0.name)) } : nil
    var isTold = false
    return words.with(
      words.pieces.flatMap { piece -> [Words.Piece] in
        guard case .table(let table) = piece, hiddenTables.contains(SQLName(table)),
          !usesSchema(SQLName(table)) || SQLName(table) == target && !isTold
        else { return [piece] }
        isTold = true
        return [.text("the temporary table "), piece]
      })
  }

  /// Whether it uses the table of the schema, whose name it qualifies then.
  private func usesSchema(_ table: SQLName) -> Bool {
    actions.contains {
      [.read, .insert, .update, .delete].contains($0.kind) && SQLName($0.name) == table
    }
      || indices.contains { has("MAIN", ".", at: $0) && SQLName(name($0 + 2)) == table }
  }
}
