import SQLScriptsSQL

extension ForeignKeySchema {
  /// Foreign keys that have lost their table. With foreign keys enforced, no row of their tables could be written.
  func dangling(
    since former: ForeignKeySchema.Former, changing tables: Set<SQLName>
  ) -> [ForeignKey] {
    let missing = tables.filter { !hasTable($0) }
    let keys = missing.flatMap { parent in
      children(of: parent).flatMap { child in
        references(of: child).filter { $0.parent == parent }
      }
    }
    if keys.isEmpty { return [] }
    let before = before(former)
    return keys.sorted { $0.isBefore($1) }.filter { key in
      before.references(of: key.child).contains { old in
        old.columns == key.columns && before.hasTable(old.parent)
      }
    }
  }
}
