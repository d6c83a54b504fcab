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
          guardedTables.insert(SQLName(draft.formerName(of: table.now.name)))
        }
      }
    }
    for (now, wanted) in answers.changedVirtualTables {
      statements += VirtualTableCopy(now, wanted).statements(besides: names)
    }
    let added = wanted.names.compactMap { wanted[$0] }.filter { table in
      let isTable = table.kind == .table || table.kind == .virtual
      return isTable && !answers.keptTables.contains(SQLName(table.name))
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
