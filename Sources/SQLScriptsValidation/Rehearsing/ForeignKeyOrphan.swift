import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A row that references a missing row.
package struct ForeignKeyOrphan: Sendable, Hashable {
  @Bytewise package var table: String
  @Bytewise package var parent: String
}

extension ForeignKeyOrphan {
  static func < (left: ForeignKeyOrphan, right: ForeignKeyOrphan) -> Bool {
    (SQLName(left.table), SQLName(left.parent)) < (SQLName(right.table), SQLName(right.parent))
  }

  /// The new violations, one of each kind.
  static func new(
    _ orphans: [ForeignKeyOrphan: Int], since before: [ForeignKeyOrphan: Int]
  ) -> [ForeignKeyOrphan] {
    orphans.filter { $0.value > before[$0.key, default: 0] }.keys.sorted(by: <)
  }
}

extension RehearsalDatabase {
  /// The number of violations in the changed tables and in those that reference them.
  func orphans(_ snapshot: SchemaSnapshot, _ touched: Set<SQLName>, _ disturbed: Set<SQLName>)
    -> [ForeignKeyOrphan: Int]
  {
    var orphans: [ForeignKeyOrphan: Int] = [:]
    for table in snapshot.tables(touched, childrenOf: disturbed) where !table.foreignKeys.isEmpty {
      let rows = asRunner {
        try? connection.rows("PRAGMA main.foreign_key_check(\(table.name.quotedName))")
      }
      for row in rows ?? [] {
        orphans[ForeignKeyOrphan(table: table.name, parent: row[2].string ?? ""), default: 0] += 1
      }
    }
    return orphans
  }
}

extension SchemaSnapshot {
  /// Tables and the tables that reference them, by name.
  func tables(_ names: Set<SQLName>, childrenOf parents: Set<SQLName>) -> [SchemaTable] {
    var found: [SQLName: SchemaTable] = [:]
    for name in names { found[name] = self[name] }
    for name in parents {
      for child in children(of: name) { found[SQLName(child.name)] = child }
    }
    return found.values.sorted { SQLName($0.name) < SQLName($1.name) }
  }
}

extension RehearsedScript {
  /// The tables that its statements created, changed or dropped.
  var tablesOfStatements: Set<SQLName> {
    var tables: Set<SQLName> = []
    for statement in statements where !statement.isReadOnly {
      for action in statement.actions {
        switch action.kind {
        case .insert, .update, .delete, .createTable, .dropTable, .alterTable:
          tables.insert(SQLName(action.name))
          if action.kind == .alterTable, let renamed = statement.renamedTo {
            tables.insert(SQLName(renamed))
          }
        case .createIndex, .dropIndex: tables.insert(SQLName(action.detail))
        default: break
        }
      }
    }
    return tables.subtracting(Rehearsal.hiddenTables.map { SQLName($0) })
  }

  /// Those that may have lost a row or key that others reference. An additional row does no harm.
  var disturbedTables: Set<SQLName> {
    var tables: Set<SQLName> = []
    for statement in statements where !statement.isReadOnly {
      let replaces = statement.tokens.indices.prefix(4).contains { statement.word($0) == "REPLACE" }
      for action in statement.actions {
        let name = SQLName(action.name)
        switch action.kind {
        case .delete, .dropTable: tables.insert(name)
        case .alterTable: tables.formUnion([name, statement.renamedTo.map { SQLName($0) } ?? name])
        case .insert where replaces: tables.insert(name)
        case .update where statement.before[name]?.isKey(action.detail) == true: tables.insert(name)
        case .dropIndex: tables.insert(SQLName(action.detail))
        default: break
        }
      }
    }
    return tables
  }
}

extension SchemaTable {
  /// Whether a column is part of a key that others can reference.
  fileprivate func isKey(_ column: String) -> Bool {
    primaryKey.contains { $0.isSameName(as: column) }
      || indexes.contains { index in
        index.isUnique && index.columns.contains { $0?.isSameName(as: column) == true }
      }
  }
}
