import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema

/// All different definitions of tables in a report, each once. Versions refer to them by their index, so that a table
/// that 300 versions share is written once.
package struct TablePool: Sendable {
  private var indices: [SchemaTable: Int] = [:]

  /// The definitions as JSON, in the order of their indices.
  package private(set) var tables: [JSONText] = []

  package init() {}

  package mutating func index(of table: SchemaTable) -> Int {
    if let index = indices[table] { return index }
    indices[table] = tables.count
    tables.append(table.json)
    return tables.count - 1
  }

  /// What leads from one schema to another: the new or changed tables, and the names of those that are gone.
  mutating func difference(
    from before: SchemaSnapshot?, to after: SchemaSnapshot
  ) -> (set: [Int], removed: [String]) {
    if let before, before == after { return ([], []) }
    let (old, new) = (before?.tables ?? [:], after.tables)
    let changed = new.filter { old[$0.key] != $0.value && $0.value.isShown }
    let removed = old.filter { new[$0.key] == nil && $0.value.isShown }
    return (
      changed.sorted { $0.key < $1.key }.map { index(of: $0.value) },
      removed.values.map(\.name).sorted()
    )
  }
}

extension SchemaTable {
  /// Whether its author has created it. SQLite makes others for itself and for virtual tables.
  var isShown: Bool { kind != .shadow && !SQLName(name).isReserved }
}
