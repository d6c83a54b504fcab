import SQLScriptsDatabase
import SQLScriptsSQL

/// The changes from one schema to another, by structure. The spelling of the SQL does not matter.
///
/// The cost is linear in the size of both. The order is the same on every machine: by table, then by declaration.
package struct SchemaDifference: Sendable, Hashable {
  package private(set) var changes: [SchemaChange] = []

  /// Whether the schemas are the same for every statement.
  package var isEmpty: Bool { changes.isEmpty }

  /// - Parameter renames: the changes after which the schema was the old one.
  package init(
    from old: SchemaSnapshot, to new: SchemaSnapshot, after renames: [SchemaChange] = []
  ) {
    changes = renames
    let (former, present) = (old.tables, new.tables)
    let keys = Set(former.keys).union(present.keys).sorted()
    for key in keys {
      switch (former[key], present[key]) {
      case (let table?, nil): addWhole(.removed, table)
      case (nil, let table?): addWhole(.added, table)
      case (let before?, let after?) where before != after:
        compare(before, after, old, new)
      default: break
      }
    }
  }

  /// The changes of one table, whatever its name was.
  package init(
    from old: SchemaTable, in former: SchemaSnapshot, to new: SchemaTable,
    in present: SchemaSnapshot
  ) {
    compareTables(old, new, former, present)
    compareTriggers(old, new)
  }

  private mutating func addWhole(_ action: SchemaChange.Action, _ table: SchemaTable) {
    // The shadow tables of a virtual table are created and dropped with it.
    guard let subject = Self.subject(of: table) else { return }
    changes.append(SchemaChange(action, subject, table.name, of: table.name))
  }

  private static func subject(of table: SchemaTable) -> SchemaChange.Subject? {
    switch table.kind {
    case .table: .table
    case .view: .view
    case .virtual: .virtualTable
    case .shadow: nil
    }
  }

  private mutating func compare(
    _ old: SchemaTable, _ new: SchemaTable, _ oldSchema: SchemaSnapshot,
    _ newSchema: SchemaSnapshot
  ) {
    guard old.kind == new.kind else {
      addWhole(.removed, old)
      addWhole(.added, new)
      return
    }
    switch new.kind {
    case .shadow: return
    case .view, .virtual:
      if CanonicalSQL(old.sql) != CanonicalSQL(new.sql), let subject = Self.subject(of: new) {
        changes.append(
          SchemaChange(
            .changed, subject, new.name, of: new.name,
            detail: "it is “\(CanonicalSQL(new.sql).text)”, not “\(CanonicalSQL(old.sql).text)”"))
      }
    case .table: compareTables(old, new, oldSchema, newSchema)
    }
    compareTriggers(old, new)
  }

  private mutating func compareTriggers(_ old: SchemaTable, _ new: SchemaTable) {
    compare(
      old.triggers, new.triggers, .trigger, of: new, name: \.name,
      same: { CanonicalSQL($0.sql) == CanonicalSQL($1.sql) },
      detail: { _, _ in "it says something else" })
  }

  private mutating func compareTables(
    _ old: SchemaTable, _ new: SchemaTable, _ oldSchema: SchemaSnapshot,
    _ newSchema: SchemaSnapshot
  ) {
    let (oldClauses, newClauses) = (TableClauses(old.sql), TableClauses(new.sql))
    let before = TableColumns(table: old, clauses: oldClauses)
    let after = TableColumns(table: new, clauses: newClauses)
    changes += before.changes(to: after)
    compareSets(
      old.indexes.filter { $0.origin == .unique }.map(\.key),
      new.indexes.filter { $0.origin == .unique }.map(\.key), .unique, of: new)
    compareSets(oldClauses.checks.map(\.text), newClauses.checks.map(\.text), .check, of: new)
    compareSets(
      old.foreignKeys.map { $0.words(in: oldSchema) },
      new.foreignKeys.map { $0.words(in: newSchema) }, .foreignKey, of: new)
    compareSets(
      Self.options(old, oldClauses), Self.options(new, newClauses), .option, of: new)
    compare(
      old.indexes.filter { $0.origin == .created }, new.indexes.filter { $0.origin == .created },
      .index, of: new, name: \.name, same: { $0.isSame(as: $1) },
      detail: { "it is \($1.words), not \($0.words)" })
  }

  private static func options(_ table: SchemaTable, _ clauses: TableClauses) -> [String] {
    (table.isStrict ? ["STRICT"] : []) + (table.isWithoutRowID ? ["WITHOUT ROWID"] : [])
      + (clauses.isAutoincrement ? ["AUTOINCREMENT"] : []) + clauses.conflicts
  }

  /// Compares elements that have no name. Elements may occur twice.
  private mutating func compareSets(
    _ old: [String], _ new: [String], _ subject: SchemaChange.Subject, of table: SchemaTable
  ) {
    let (before, after) = (Set(old.map { Bytewise($0) }), Set(new.map { Bytewise($0) }))
    for name in before.subtracting(after).sorted() {
      changes.append(SchemaChange(.removed, subject, name.wrappedValue, of: table.name))
    }
    for name in after.subtracting(before).sorted() {
      changes.append(SchemaChange(.added, subject, name.wrappedValue, of: table.name))
    }
  }

  /// Compares elements with a name.
  private mutating func compare<Thing>(
    _ old: some Sequence<Thing>, _ new: some Sequence<Thing>, _ subject: SchemaChange.Subject,
    of table: SchemaTable,
    name: (Thing) -> String, same: (Thing, Thing) -> Bool, detail: (Thing, Thing) -> String
  ) {
    let key = { (thing: Thing) in (SQLName(name(thing)), thing) }
    let before = Dictionary(old.map(key), uniquingKeysWith: { first, _ in first })
    let after = Dictionary(new.map(key), uniquingKeysWith: { first, _ in first })
    for key in Set(before.keys).union(after.keys).sorted() {
      switch (before[key], after[key]) {
      case (let thing?, nil):
        changes.append(SchemaChange(.removed, subject, name(thing), of: table.name))
      case (nil, let thing?):
        changes.append(SchemaChange(.added, subject, name(thing), of: table.name))
      case (let one?, let other?) where !same(one, other):
        changes.append(
          SchemaChange(
            .changed, subject, name(other), of: table.name, detail: detail(one, other)))
      default: break
      }
    }
  }
}

extension SchemaForeignKey {
  /// A complete description. Two elements with the same effect have the same description.
  fileprivate func words(in schema: SchemaSnapshot) -> String {
    // Without columns, the foreign key refers to the primary key of the parent.
    let keys = keys.isEmpty ? schema[parent]?.primaryKey ?? [] : keys
    let target = keys.isEmpty ? "" : " (\(SQLName(keys.joined(separator: ", ")).folded))"
    var words =
      "\(SQLName(columns.joined(separator: ", ")).folded) → \(SQLName(parent).folded)\(target)"
    if onDelete != "NO ACTION" { words += " ON DELETE \(onDelete)" }
    if onUpdate != "NO ACTION" { words += " ON UPDATE \(onUpdate)" }
    return words
  }
}
