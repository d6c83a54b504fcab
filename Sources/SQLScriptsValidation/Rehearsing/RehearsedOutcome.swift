import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The outcome of one statement in a scratch database.
struct RehearsedOutcome: Sendable {
  /// The item, and the number of the statement in it, from one.
  var item: ScriptItem
  var ordinal: Int
  /// The statement's bytes in the script's document: from its first token to its last.
  var place: Range<Int>
  /// The error, if it failed. The offset is relative to `place`.
  var error: SQLiteError?
  var denial: ScriptDenial?
  /// Why it cannot be the query that it should be, if it is none.
  var misuse: SQLiteError?
  /// The notice of the runner if it ignores the statement.
  var notice: ScriptNotice?
  var parameterCount = 0
  /// The bytes of names in double quotes that SQLite read as strings.
  var doubleQuotedTexts: [Range<Int>] = []
  var actions: [RehearsedAction] = []
  var changes = 0
  var changesSchema = false
  var isReadOnly = false
  /// Whether it ended the transaction of the script (law 15).
  var endedTransaction = false
  /// Whether its `onlyIf` was false.
  var isRuledOut = false
  /// Whether it is a query of `onlyIf` or `verify`.
  var isQuery = false
}

extension RehearsedStatement {
  /// Creates a statement that was run between two states of the schema.
  init(
    _ outcome: RehearsedOutcome, in script: Script, before: SchemaSnapshot, after: SchemaSnapshot
  ) {
    self.init(StatementRecord(outcome, in: script, before: before, after: after))
  }

  /// Creates a statement that was not run.
  init(unrun place: Range<Int>, of item: ScriptItem, in script: Script) {
    self.init(
      RehearsedOutcome(item: item, ordinal: 1, place: place), in: script, before: SchemaSnapshot(),
      after: SchemaSnapshot())
  }

  static func tokens(in range: Range<Int>, of script: Script) -> [SQLToken] {
    script.document.withBytes(of: range) { SQLToken.all(in: $0) }
  }
}
