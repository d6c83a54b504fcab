import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The schema before a migration with the names after it. Compared with that, a renamed table or column is not one that
/// is removed and another that is added.
struct RenamedSchema {
  private var renames: [SchemaChange] = []
  private var statements: [String] = []

  init(_ names: TableNames, from before: SchemaSnapshot, to after: SchemaSnapshot) {
    for (key, table) in before.tables.sorted(by: { $0.key < $1.key }) where table.kind == .table {
      let lineage = names.lineage(of: key, in: after, before: before)
      guard !lineage.isRebuilt, let new = lineage.name, let present = after[new] else { continue }
      if new != key {
        renames.append(.renamedTable(table.name, to: present.name))
        statements.append(
          "ALTER TABLE main.\(table.name.quotedName) RENAME TO \(present.name.quotedName)")
      }
      for (old, new) in names.columns.renames(of: new) {
        // A name that another column had, or has again, is not only another name.
        guard let column = table.column(old.text), let renamed = present.column(new.text),
          table.column(new.text) == nil, present.column(old.text) == nil
        else { continue }
        renames.append(.renamedColumn(column.name, to: renamed.name, of: present.name))
        statements.append(
          "ALTER TABLE main.\(present.name.quotedName) RENAME COLUMN \(column.name.quotedName) "
            + "TO \(renamed.name.quotedName)")
      }
    }
  }

  /// The changes to the schema of a database. SQLite itself renames what mentions the names.
  func difference(
    of before: Connection, _ schemas: (before: SchemaSnapshot, after: SchemaSnapshot)
  ) -> SchemaDifference {
    // A module, a function or a collation of the app may be missing here.
    guard !renames.isEmpty, let renamed = try? snapshot(of: before) else {
      return SchemaDifference(from: schemas.before, to: schemas.after)
    }
    return SchemaDifference(from: renamed, to: schemas.after, after: renames)
  }

  private func snapshot(of before: Connection) throws(SQLiteError) -> SchemaSnapshot {
    let scratch = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for object in try Schema(before, without: Array(VersionSchemas.hiddenTables)).objects {
      try scratch.execute(object.sql)
    }
    for statement in statements { try scratch.execute(statement) }
    return try VersionSchemas.snapshot(of: scratch)
  }
}
