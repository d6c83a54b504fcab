import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The statements of an update, and the queries for rows that stop it.
package struct UpdateStatements: Sendable, Hashable {
  /// The statements, in order.
  package private(set) var statements: [String] = []

  /// Queries that must return no rows before the first statement.
  package private(set) var guards: [String] = []

  /// Whether views or triggers are dropped before the tables change.
  private(set) var dropsDependents = false

  init(_ statements: [String], guards: [String]) {
    self.statements = statements
    self.guards = guards
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
    let dependents = Dependents(old, wanted, draft, tables, answers)
    dropsDependents = !dependents.drops.isEmpty
    statements += dependents.drops
    for table in tables {
      statements += table.droppedIndexes.map { "DROP INDEX \($0.name.quotedName)" }
    }
    statements += answers.droppedTables.map { "DROP TABLE \($0.name.quotedName)" }
    statements += draft.tableRenames + draft.columnRenames
    let names = Set(old.tables.keys).union(wanted.tables.keys)
    for table in tables {
      switch table.path {
      case .none: break
      case .alter(let changes, _): statements += changes
      case .rebuild:
        let copy = try TableCopy(table, draft, answers.answers, besides: names)
        statements += copy.statements
      }
      for requirement in table.requirements {
        let source = TableCopy.source(of: table, draft, answers.answers)
        if let query = requirement.violations(in: source, draft, old), !guards.contains(query) {
          guards.append(query)
        }
      }
    }
    for (now, wanted) in answers.changedVirtualTables {
      guard let copy = VirtualTableCopy(now, wanted, besides: names) else {
        throw .virtualTable(now.name)
      }
      statements += copy.statements
    }
    let kept = Set(tables.map { SQLName($0.wanted.name) })
    let added = wanted.names.compactMap { wanted[$0] }.filter { table in
      switch table.kind {
      case .table: !kept.contains(SQLName(table.name))
      case .virtual: old[table.name]?.kind != .virtual
      case .view, .shadow: false
      }
    }
    statements += added.map(\.sql)
    statements += tables.flatMap(\.createdIndexes).compactMap(\.sql)
    statements += added.flatMap(\.indexes).compactMap(\.sql)
    statements += dependents.creations
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
