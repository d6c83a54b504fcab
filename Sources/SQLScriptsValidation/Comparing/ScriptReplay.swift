import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Runs scripts on a scratch database for what they leave behind, and for nothing else.
final class ScriptReplay {
  let database: RehearsalDatabase

  /// Tables that chance has written to: their rows differ from one run to the next.
  private(set) var randomTables: Set<String> = []

  /// The statements that make or change what is in the schema, in order.
  private(set) var definitions: [RehearsedStatement] = []

  init() throws(SQLiteError) {
    database = try RehearsalDatabase()
  }

  /// Runs a script as a migration does; false if a statement fails.
  func run(_ script: Script) -> Bool {
    database.begin(script)
    var isWhole = true
    eachStatement(of: script) { statement in
      isWhole = isWhole && statement.succeeded
      return isWhole
    }
    database.end(script, commits: isWhole)
    return isWhole
  }

  /// Runs the statements of a script that was begun, until `body` returns false.
  func eachStatement(of script: Script, _ body: (RehearsedStatement) -> Bool) {
    database.run(script) { outcome in
      noteRandomTables(outcome)
      let statement = RehearsedStatement(
        outcome, in: script, before: SchemaSnapshot(), after: SchemaSnapshot())
      if ["CREATE", "ALTER"].contains(statement.word(0)) { definitions.append(statement) }
      return body(statement)
    }
  }

  /// The statements of a script as they are written, without running them: what stands in a trigger
  /// counts by itself.
  static func eachUnrun(of script: Script, _ body: (RehearsedStatement) -> Void) {
    for item in script.items {
      var offset = item.text.lowerBound
      while offset < item.text.upperBound {
        let place = Rehearsal.firstStatement(in: offset..<item.text.upperBound, of: script)
        guard !place.isEmpty else { break }
        body(RehearsedStatement(unrun: place, of: item, in: script))
        offset = max(place.upperBound, offset + 1)
      }
    }
  }

  /// Runs a statement once more, after what stood in its way is gone.
  func rerun(_ statement: RehearsedStatement) -> RehearsedOutcome? {
    let outcome = database.run(statement, records: true)
    if let outcome { noteRandomTables(outcome) }
    return outcome
  }

  private func noteRandomTables(_ outcome: RehearsedOutcome) {
    let isRandom = outcome.actions.contains {
      $0.kind == .function && Self.randomFunctions.contains($0.detail.asciiLowercased)
    }
    guard isRandom else { return }
    for action in outcome.actions where action.kind == .insert || action.kind == .update {
      randomTables.insert(action.name.asciiLowercased)
    }
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
