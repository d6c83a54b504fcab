import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Runs scripts on a scratch database to get their result.
final class ScriptReplay {
  let database: RehearsalDatabase

  /// Tables with random values: their rows differ between runs.
  private(set) var randomTables: Set<String> = []

  /// The statements that change the schema, in order.
  private(set) var definitions: [RehearsedStatement] = []

  init(_ standIns: StandIns) throws(SQLiteError) {
    database = try RehearsalDatabase(standIns)
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

  /// Runs the statements of a started script until `body` returns false.
  func eachStatement(of script: Script, _ body: (RehearsedStatement) -> Bool) {
    database.run(script) { outcome in
      noteRandomTables(outcome)
      let statement = RehearsedStatement(
        outcome, in: script, before: SchemaSnapshot(), after: SchemaSnapshot())
      if ["CREATE", "ALTER"].contains(statement.word(0)) { definitions.append(statement) }
      return body(statement)
    }
  }

  /// The statements of a script as written, without running them. The statements inside a trigger count separately.
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

  /// Runs a statement again after the obstacle was removed.
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

  /// Drops a column and the indexes on it; false if SQLite refuses.
  func drop(column: String, of table: String) -> Bool {
    let indexes =
      database.asRunner { try? database.reader.table(SQLName(table))?.indexes } ?? SchemaList()
    for index in indexes where index.origin == .created {
      // A later update creates an index on a column that does not exist yet.
      let isOn = index.columns.contains { $0?.isSameName(as: column) == true }
      if isOn { database.attempt("DROP INDEX main.\(index.name.quotedName)") }
    }
    return database.attempt(
      "ALTER TABLE main.\(table.quotedName) DROP COLUMN \(column.quotedName)")
  }

  /// The schema that the scripts created.
  func snapshot() throws(SQLiteError) -> SchemaSnapshot {
    database.allowTime()
    return try database.asRunner { () throws(SQLiteError) in
      try database.reader.snapshot(without: Rehearsal.hiddenTables)
    }
  }
}

extension Rehearsal {
  /// The range of the first statement of a text.
  static func firstStatement(in range: Range<Int>, of script: Script) -> Range<Int> {
    script.document.withBytes(of: range) { bytes in
      let first = StatementText(bytes).firstStatement
      return (range.lowerBound + first.lowerBound)..<(range.lowerBound + first.upperBound)
    }
  }
}
