import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// Statements that change tables while their views and triggers stay. ALTER TABLE renames columns in these, too.
struct InPlaceUpdate {
  let statements: [String]
  /// The schema after the statements.
  let result: SchemaSnapshot

  /// Nil if a table has to be rebuilt or dropped, or if SQLite refuses a statement because of a view or a trigger.
  init?(
    _ old: SchemaSnapshot, _ draft: SchemaDraft, _ tables: [TableUpdate],
    _ answers: CheckedAnswers, _ standIns: StandIns
  ) {
    guard answers.droppedTables.isEmpty, answers.changedVirtualTables.isEmpty,
      tables.allSatisfy(\.path.isNotRebuild)
    else { return nil }
    var statements = tables.flatMap(\.droppedIndexes).map { "DROP INDEX \($0.name.quotedName)" }
    statements += draft.tableRenames + draft.columnRenames
    for table in tables {
      if case .alter(let changes, _) = table.path { statements += changes }
    }
    statements += tables.flatMap(\.createdIndexes).compactMap(\.sql)
    guard !statements.isEmpty else { return nil }
    do throws(SQLiteError) {
      let connection = try Connection(repeatableAt: .first)
      try connection.setScratchLimits()
      try standIns.add(to: connection)
      for sql in old.creations() + statements { try connection.prepareOnly(sql).execute() }
      result = try WantedUpdate.snapshot(of: connection)
    } catch {
      return nil
    }
    self.statements = statements
  }
}
