import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema

/// Runs scripts on a scratch database for what they leave behind, and for nothing else.
final class ScriptReplay {
  let database: RehearsalDatabase

  /// Tables that chance has written to: their rows differ from one run to the next.
  private(set) var randomTables: Set<String> = []

  private var droppedTables: Set<String> = []

  init() throws(SQLiteError) {
    database = try RehearsalDatabase()
  }

  /// Runs a script as a migration does; false if a statement fails.
  func run(_ script: Script) -> Bool {
    if script.isTransactional { database.attempt("BEGIN") }
    droppedTables = []
    var isWhole = true
    eachStatement(of: script) { statement in
      isWhole = isWhole && statement.succeeded
      return isWhole
    }
    database.attempt(isWhole ? "COMMIT" : "ROLLBACK")
    database.attempt("PRAGMA legacy_alter_table = OFF")
    return isWhole
  }

  /// Runs the statements of a script one after the other, until `body` returns false.
  func eachStatement(of script: Script, _ body: (RehearsedStatement) -> Bool) {
    for item in script.items {
      if let onlyIf = script.options(of: item)?.onlyIf, !database.isTrue(onlyIf, of: script) {
        continue
      }
      var offset = item.text.lowerBound
      while offset < item.text.upperBound {
        let limit = item.text.upperBound
        let place = Rehearsal.firstStatement(in: offset..<limit, of: script)
        guard !place.isEmpty else { break }
        let outcome = run(at: offset, upTo: limit, of: script)
        if outcome.isEmpty {
          guard outcome.end > offset else { break }
          offset = outcome.end
          continue
        }
        let statement = RehearsedStatement(
          script: script, item: item, ordinal: 1, range: place, error: outcome.error,
          denial: outcome.denial, parameterCount: outcome.parameterCount,
          actions: outcome.actions, changes: outcome.changes,
          changesSchema: outcome.changesSchema, isReadOnly: outcome.isReadOnly,
          before: SchemaSnapshot(), after: SchemaSnapshot(),
          tokens: Rehearsal.tokens(in: place, of: script))
        guard body(statement) else { return }
        offset = max(outcome.error == nil ? outcome.end : place.upperBound, offset + 1)
      }
    }
  }

  /// Runs a statement once more, after what stood in its way is gone.
  func rerun(_ statement: RehearsedStatement) -> RehearsalDatabase.Outcome {
    run(
      at: statement.range.lowerBound, upTo: statement.item.text.upperBound, of: statement.script)
  }

  private func run(at offset: Int, upTo limit: Int, of script: Script) -> RehearsalDatabase.Outcome
  {
    let outcome = database.run(
      at: offset, upTo: limit, of: script, records: true, droppedTables: droppedTables)
    let isRandom = outcome.actions.contains {
      $0.kind == .function && Self.randomFunctions.contains($0.detail.lowercased())
    }
    for action in outcome.actions {
      switch action.kind {
      case .dropTable: droppedTables.insert(action.name.lowercased())
      case .insert, .update:
        if isRandom { randomTables.insert(action.name.lowercased()) }
      default: break
      }
    }
    return outcome
  }

  private static let randomFunctions: Set = ["random", "randomblob"]

  /// What the scripts have made.
  func snapshot() throws(SQLiteError) -> SchemaSnapshot {
    database.allowTime()
    return try database.asRunner { () throws(SQLiteError) in
      try database.reader.snapshot(without: Rehearsal.hiddenTables)
    }
  }
}
