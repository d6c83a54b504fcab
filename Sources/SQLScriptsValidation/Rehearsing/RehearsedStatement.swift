import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A statement of a script, with its effects in the rehearsal on a database without rows.
package struct RehearsedStatement: SQLStatement, Sendable {
  /// What never changes. Most rules copy statements, which would take longer than their checks.
  private let record: StatementRecord

  /// Whether its `onlyIf` was false, so that it was run and rolled back.
  package internal(set) var isRuledOut: Bool

  /// The tables whose rows its `onlyIf` reads.
  var conditionReads: Set<SQLName> = []

  /// Its conditions that no row matches, and its rows that are never inserted.
  var emptyMatches: [EmptyMatch] = []
  var ignoredRows: [IgnoredRow] = []

  /// The literals that it stores in foreign keys, and that no row of the parent has.
  var danglingValues: [DanglingValue] = []

  /// The columns that it created, while rules run; nil if they were not computed yet.
  var knownColumns: [ColumnDefinition]?

  /// The cause of its syntax error, if it has one.
  var syntaxErrorCause: SyntaxErrorCause?

  /// The place where its duplicate was first created, if that is why it failed.
  package internal(set) var firstCreation: SourceSpan?

  /// The names that the scripts renamed or dropped before it, if it failed.
  var formerNames: FormerNames?

  /// The tables of the schema whose names mean temporary ones in it, where that is known.
  package var hiddenTables: Set<SQLName> = []

  init(_ record: StatementRecord) {
    self.record = record
    isRuledOut = record.outcome.isRuledOut
  }
}

extension RehearsedStatement {
  /// The script it belongs to.
  package var script: Script { record.script }

  /// The item of the script that contains it.
  package var item: ScriptItem { record.outcome.item }

  /// Its number in its item, from one. Another rule reports more than one statement in an item.
  package var ordinal: Int { record.outcome.ordinal }

  /// The range of its text in the script's document, from its first to its last token.
  package var range: Range<Int> { record.outcome.place }

  /// The error of SQLite, if it failed.
  package var error: SQLiteError? { record.outcome.error }

  /// The reason for its denial, if it was denied (law 15).
  package var denial: ScriptDenial? { record.outcome.denial }

  /// Why it cannot be a query of `onlyIf`, `require` or `verify`; nil if it is one, or none of these.
  var misuse: SQLiteError? { record.outcome.misuse }

  /// The number of its parameters.
  package var parameterCount: Int { record.outcome.parameterCount }

  /// The names in double quotes that SQLite read as strings because nothing has the name; for a view or trigger, the
  /// first one.
  package var doubleQuotedTexts: [SQLToken] { record.doubleQuotedTexts }

  /// Its actions, each once, in the order in which SQLite reported them.
  package var actions: [RehearsedAction] { record.outcome.actions }

  /// The number of rows that it changed, including triggers.
  package var changes: Int { record.outcome.changes }

  /// Whether it changed the schema.
  package var changesSchema: Bool { record.outcome.changesSchema }

  /// Whether it is a statement that only reads. SQLite reports what EXPLAIN explains as if it ran.
  package var isReadOnly: Bool { record.outcome.isReadOnly || word(0) == "EXPLAIN" }

  /// The schema before it and after it.
  package var before: SchemaSnapshot { record.before }
  package var after: SchemaSnapshot { record.after }

  /// Its tokens without whitespace and comments.
  package var tokens: [SQLToken] { record.tokens }

  /// The notice of the runner, if it ignores the statement.
  package var notice: ScriptNotice? { record.outcome.notice }

  /// Whether it is a query of `onlyIf` or `verify`.
  package var isQuery: Bool { record.outcome.isQuery }
}

/// An action of a statement, as SQLite's authorizer reports it.
package struct RehearsedAction: Sendable, Hashable {
  package let kind: AuthorizerAction.Kind
  /// The name of the table as in the schema; for a PRAGMA, its name.
  package let name: String
  /// The column of an UPDATE or a read, the value of a PRAGMA, or the name of a function.
  package let detail: String
  /// The trigger that inserts, updates or deletes; “” if the statement itself does.
  package let trigger: String
}

extension RehearsedAction {
  /// The index or trigger that it creates or drops.
  var part: SchemaPart? {
    switch kind {
    case .createIndex, .dropIndex: .index(name)
    case .createTrigger, .dropTrigger: .trigger(name)
    default: nil
    }
  }

  /// Whether it creates, drops or alters a table or view as a whole.
  var changesTable: Bool {
    switch kind {
    case .createTable, .dropTable, .createView, .dropView, .alterTable: true
    default: false
    }
  }
}

extension RehearsedStatement {
  /// Whether it succeeded.
  package var succeeded: Bool { error == nil && denial == nil }

  /// The number that people count: of the item, or in a `.sql` file of the statement.
  package var number: Int { script.file.format == .sql ? ordinal : Int(item.number) }

  /// Whether it is a query that reads no table and does not depend on rows.
  var isWithoutRows: Bool {
    isReadOnly && ["SELECT", "VALUES", "WITH"].contains(word(0))
      && !actions.contains { $0.kind == .read }
  }

  /// The tables, views and triggers that it creates, drops or alters.
  var changedObjects: [SQLName] {
    let names = actions.compactMap { action in
      switch action.kind {
      case .createTable, .dropTable, .alterTable, .createView, .dropView, .createTrigger,
        .dropTrigger:
        SQLName(action.name)
      default: nil as SQLName?
      }
    }
    return names + (renamedTo.map { [SQLName($0)] } ?? [])
  }

  package func withBytes<Result>(
    of part: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let start = range.lowerBound
    return script.document.withBytes(
      of: (start + part.lowerBound)..<(start + part.upperBound), body)
  }

  /// The whole text.
  package var text: String { script.text(range) }

  // Rules call these two most often, so they are specialized for their storage.
  package func kind(_ index: Int) -> SQLToken.Kind? {
    tokens.indices.contains(index) ? tokens[index].kind : nil
  }

  package func word(_ index: Int) -> String {
    if record.words.indices.contains(index) { return record.words[index] }
    guard tokens.indices.contains(index) else { return "" }
    return withBytes(of: tokens[index].range) { String(uppercasing: $0) }
  }

  /// The range of a token in the file.
  package func span(_ token: SQLToken) -> SourceSpan { span(token.range) }

  /// The range from the first to the last token in the file.
  package func span(_ first: SQLToken, to last: SQLToken) -> SourceSpan {
    span(first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound))
  }

  /// The range of a part of the text in the file.
  package func span(_ part: Range<Int>) -> SourceSpan {
    script.span(of: (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
  }

  /// The range of the whole statement in the file.
  package var span: SourceSpan { script.span(of: range) }
}
