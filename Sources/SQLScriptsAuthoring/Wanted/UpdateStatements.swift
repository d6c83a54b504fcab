import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The statements of an update, and the queries for rows that stop it.
package struct UpdateStatements: Sendable, Hashable {
  /// The statements, in order.
  package private(set) var statements: [String] = []

  /// Queries that must return no rows before the first statement.
  package private(set) var guards: [String] = []

  /// The tables with such rows, by their old names.
  private(set) var guardedTables: Set<SQLName> = []

  /// What they change besides the renames.
  let changes: [SchemaChange]

  /// Whether views or triggers are dropped before the tables change.
  private(set) var dropsDependents = false

  /// The statements as the text of a file.
  package var script: String {
    statements.map { $0 + (SQLEnd(of: $0).isInLineComment ? "\n;\n" : ";\n") }.joined()
  }

  /// Other statements for the same update.
  func replaced(by statements: [String]) -> UpdateStatements {
    var update = self
    update.statements = statements
    return update
  }

  init(
    _ old: SchemaSnapshot, _ wanted: SchemaSnapshot, _ draft: SchemaDraft, _ tables: [TableUpdate],
    _ answers: CheckedAnswers, sqlite: SQLiteVersion
  ) throws(SchemaRefusal) {
    if !draft.columnRenames.isEmpty, sqlite < SQLiteVersion(3, 25) {
      throw .needsNewerSQLite(
        "ALTER TABLE renames columns since SQLite 3.25, but a target of this bundle has an older one"
      )
    }
    changes = SchemaDifference(from: draft.complete(old, answers), to: wanted).changes
    if !draft.tableRenames.isEmpty, sqlite < SQLiteVersion(3, 26) {
      throw .needsNewerSQLite(
        "ALTER TABLE renames tables in views and foreign keys since SQLite 3.26, but a target of this bundle has an older one"
      )
    }
    let dependents = Dependents(old, wanted, draft, tables, answers)
    dropsDependents = !dependents.drops.isEmpty
    statements += dependents.drops
    for table in tables {
      statements += table.droppedIndexes.map { "DROP INDEX \($0.name.quotedName)" }
    }
    // Others may be read while rows are copied.
    let needed = wanted.takenNames
    let drops = answers.droppedTables.map { (SQLName($0.name), "DROP TABLE \($0.name.quotedName)") }
    statements += drops.filter { needed.contains($0.0) }.map(\.1)
    statements += draft.tableRenames + draft.columnRenames
    let names = old.takenNames.union(needed)
    for table in tables {
      switch table.path {
      case .none: break
      case .alter(let changes, _): statements += changes
      case .rebuild:
        let copy = try TableCopy(table, draft, answers.answers, besides: names)
        statements += copy.statements
      }
      if table.requirements.isEmpty { continue }
      let source = RowSource(of: table, draft, answers.answers)
      for requirement in table.requirements {
        if let query = requirement.violations(in: source, draft, old), !guards.contains(query) {
          guards.append(query)
          guardedTables.insert(SQLName(draft.formerName(of: table.now.name)))
        }
      }
    }
    for copy in answers.changedVirtualTables { statements += copy.statements(besides: names) }
    statements += drops.filter { !needed.contains($0.0) }.map(\.1)
    let added = wanted.names.compactMap { wanted[$0] }.filter { table in
      let isTable = table.kind == .table || table.kind == .virtual
      return isTable && !answers.keptTables.contains(SQLName(table.name))
    }
    statements += added.map(\.sql)
    statements += tables.flatMap(\.createdIndexes).compactMap(\.sql)
    statements += added.flatMap(\.indexes).compactMap(\.sql)
    statements += dependents.creations
    statements += answers.changedVirtualTables.compactMap(\.refill)
    // A new full-text table over existing rows is empty.
    statements += added.filter { $0.kind == .virtual }
      .compactMap { VirtualTableCopy($0, $0, renaming: [:]).refill }
  }
}

extension TableUpdate.Path {
  var isNotRebuild: Bool { if case .rebuild = self { false } else { true } }

  /// Whether views and triggers that use the table have to be dropped meanwhile.
  var isHarmless: Bool {
    switch self {
    case .none: true
    case .alter(_, let isHarmless): isHarmless
    case .rebuild: false
    }
  }
}

extension SchemaSnapshot {
  /// The names that a table for a while must not have: ALTER TABLE changes them in triggers and views.
  fileprivate var takenNames: Set<SQLName> {
    var names = Set(tables.keys)
    for table in tables.values {
      names.formUnion(table.indexes.map { SQLName($0.name) })
      for trigger in table.triggers {
        names.formUnion(MentionedNames(trigger.sql).names.map { SQLName($0) })
      }
      if table.kind == .view {
        names.formUnion(MentionedNames(table.sql).names.map { SQLName($0) })
      }
    }
    return names
  }
}
