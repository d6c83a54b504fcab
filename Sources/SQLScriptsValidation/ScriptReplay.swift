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

  private var droppedTables: Set<SQLName> = []

  init() throws(SQLiteError) {
    database = try RehearsalDatabase()
  }

  /// Runs a script as a migration does; false if a statement fails.
  func run(_ script: Script) -> Bool {
    database.begin(script)
    droppedTables = []
    var isWhole = true
    eachStatement(of: script) { statement in
      isWhole = isWhole && statement.succeeded
      return isWhole
    }
    database.end(script, commits: isWhole)
    database.keepVersion(after: script)
    return isWhole
  }

  /// Runs the statements of a script one after the other, until `body` returns false.
  func eachStatement(of script: Script, _ body: (RehearsedStatement) -> Bool) {
    for item in script.items {
      if let onlyIf = script.options(of: item)?.onlyIf, !database.isTrue(onlyIf, of: script) {
        continue
      }
      var offset = item.text.lowerBound
      var ordinal = 0
      while offset < item.text.upperBound {
        let limit = item.text.upperBound
        let place = Rehearsal.firstStatement(in: offset..<limit, of: script)
        guard !place.isEmpty else { break }
        var outcome = run(at: offset, upTo: limit, of: script, place)
        if outcome.isEmpty {
          guard outcome.end > offset else { break }
          offset = outcome.end
          continue
        }
        ordinal += 1
        // SQLite counts from where it began to read, the statement's text from its first token.
        if let errorOffset = outcome.error?.offset {
          outcome.error?.offset = max(0, errorOffset - (place.lowerBound - offset))
        }
        let statement = RehearsedStatement(
          script: script, item: item, ordinal: ordinal, range: place, error: outcome.error,
          denial: outcome.denial, parameterCount: outcome.parameterCount,
          doubleQuotedTexts: [], actions: outcome.actions, changes: outcome.changes,
          changesSchema: outcome.changesSchema, isReadOnly: outcome.isReadOnly,
          before: SchemaSnapshot(), after: SchemaSnapshot(),
          tokens: Rehearsal.tokens(in: place, of: script))
        if ["CREATE", "ALTER"].contains(statement.word(0)) { definitions.append(statement) }
        guard body(statement) else { return }
        offset = max(outcome.error == nil ? outcome.end : place.upperBound, offset + 1)
      }
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
        body(
          RehearsedStatement(
            script: script, item: item, ordinal: 1, range: place, error: nil, denial: nil,
            parameterCount: 0, doubleQuotedTexts: [], actions: [],
            changes: 0, changesSchema: false, isReadOnly: false, before: SchemaSnapshot(),
            after: SchemaSnapshot(), tokens: Rehearsal.tokens(in: place, of: script)))
        offset = max(place.upperBound, offset + 1)
      }
    }
  }

  /// Runs a statement once more, after what stood in its way is gone.
  func rerun(_ statement: RehearsedStatement) -> RehearsalDatabase.Outcome {
    run(
      at: statement.range.lowerBound, upTo: statement.item.text.upperBound, of: statement.script,
      statement.range)
  }

  private func run(
    at offset: Int, upTo limit: Int, of script: Script, _ place: Range<Int>
  ) -> RehearsalDatabase.Outcome {
    let outcome = database.run(
      at: offset, upTo: limit, of: script, place: place, records: true,
      droppedTables: droppedTables)
    let isRandom = outcome.actions.contains {
      $0.kind == .function && Self.randomFunctions.contains($0.detail.asciiLowercased)
    }
    for action in outcome.actions {
      switch action.kind {
      case .dropTable: droppedTables.insert(SQLName(action.name))
      case .insert, .update:
        if isRandom { randomTables.insert(action.name.asciiLowercased) }
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
