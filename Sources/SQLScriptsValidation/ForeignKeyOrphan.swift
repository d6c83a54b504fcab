import SQLScriptsDatabase
import SQLScriptsSchema

/// A row that refers to nothing.
package struct ForeignKeyOrphan: Sendable, Hashable {
  package var table: String
  package var parent: String
}

extension ForeignKeyOrphan {
  static func < (left: ForeignKeyOrphan, right: ForeignKeyOrphan) -> Bool {
    (left.table, left.parent) < (right.table, right.parent)
  }

  /// Those that are more than before, each kind once.
  static func new(
    _ orphans: [ForeignKeyOrphan], since before: [ForeignKeyOrphan]
  ) -> [ForeignKeyOrphan] {
    var counts: [ForeignKeyOrphan: Int] = [:]
    for orphan in before { counts[orphan, default: 0] -= 1 }
    for orphan in orphans { counts[orphan, default: 0] += 1 }
    return counts.filter { $0.value > 0 }.keys.sorted(by: <)
  }
}

extension RehearsalDatabase {
  /// Rows without a parent in the tables that were touched, and in those that refer to them.
  func orphans(_ snapshot: SchemaSnapshot, _ touched: Set<String>) -> [ForeignKeyOrphan] {
    var orphans: [ForeignKeyOrphan] = []
    for table in snapshot.tables.values where !table.foreignKeys.isEmpty {
      let concerns = table.foreignKeys.contains { touched.contains($0.parent.lowercased()) }
      guard concerns || touched.contains(table.name.lowercased()) else { continue }
      let rows = asRunner {
        try? connection.rows("PRAGMA main.foreign_key_check(\(table.name.quotedName))")
      }
      for row in rows ?? [] {
        orphans.append(ForeignKeyOrphan(table: table.name, parent: row[2].string ?? ""))
      }
    }
    return orphans
  }
}

extension RehearsedScript {
  /// The tables that its statements made, changed or took away, in lower case.
  var touchedTables: Set<String> {
    var tables: Set<String> = []
    for statement in statements where !statement.isReadOnly {
      for action in statement.actions {
        switch action.kind {
        case .insert, .update, .delete, .createTable, .dropTable, .alterTable:
          tables.insert(action.name.lowercased())
          if action.kind == .alterTable, let renamed = statement.renamedTo {
            tables.insert(renamed.lowercased())
          }
        default: break
        }
      }
    }
    return tables.subtracting(Rehearsal.hiddenTables)
  }
}
