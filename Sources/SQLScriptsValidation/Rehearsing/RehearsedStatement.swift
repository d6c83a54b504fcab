import SQLScripts
import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// One statement of a script, and what it did when it was rehearsed on a database without rows.
package struct RehearsedStatement: SQLStatement, Sendable {
  /// The script it belongs to.
  package let script: Script

  /// The item of the script that it stands in.
  package let item: ScriptItem

  /// Its number in its item, from one: more than one statement in an item is a finding of its own.
  package let ordinal: Int

  /// Where its text lies in the script's document: from its first token to its last.
  package let range: Range<Int>

  /// What SQLite said, if it failed.
  package let error: SQLiteError?

  /// Why it was denied, if it was (law 15).
  package let denial: ScriptDenial?

  /// How many parameters it has.
  package let parameterCount: Int

  /// The names in double quotes that SQLite took for texts because nothing has the name: of a view or
  /// a trigger, the first one.
  package let doubleQuotedTexts: [SQLToken]

  /// What it was about to do, each action once, in the order in which SQLite asked.
  package let actions: [RehearsedAction]

  /// How many rows it changed, by triggers too.
  package let changes: Int

  /// Whether it changed the schema.
  package let changesSchema: Bool

  /// Whether it is a statement that only reads.
  package let isReadOnly: Bool

  /// The schema before it and after it.
  package let before: SchemaSnapshot
  package let after: SchemaSnapshot

  /// Its tokens, without blanks and comments.
  package let tokens: [SQLToken]

  /// What the runner says of it if it ignores it.
  package internal(set) var notice: ScriptNotice?

  /// Whether its `onlyIf` was false: it was run all the same, and rolled back.
  package internal(set) var isRuledOut = false

  /// The columns that it made, while rules are asked; nil if nobody has looked yet.
  var knownColumns: [ColumnDefinition]?

  /// Why SQLite did not understand it, if that is why it failed.
  var refusal: Refusal?

  /// Where that was made which it makes a second time, if that is why it failed.
  package internal(set) var madeBefore: SourceSpan?
}

/// One thing that a statement was about to do, as SQLite's authorizer reports it.
package struct RehearsedAction: Sendable, Hashable {
  package let kind: AuthorizerAction.Kind
  /// The table, as it is written in the schema; of a PRAGMA its name.
  package let name: String
  /// The column of an UPDATE or a read, the value of a PRAGMA, the name of a function.
  package let detail: String
}

extension RehearsedStatement {
  /// Whether it did what it says.
  package var succeeded: Bool { error == nil && denial == nil }

  /// Whether it is a query that reads no table, so that no row makes a difference to it.
  var isWithoutRows: Bool {
    isReadOnly && ["SELECT", "VALUES", "WITH"].contains(word(0))
      && !actions.contains { $0.kind == .read }
  }

  /// The tables, views and triggers that it makes, drops or alters.
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

  // Every rule asks for words of every statement: this is compiled for the place where they lie.
  package func word(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return withBytes(of: tokens[index].range) { String(uppercasing: $0) }
  }

  /// Where a token stands in the file.
  package func span(_ token: SQLToken) -> SourceSpan { span(token.range) }

  /// Where tokens stand in the file, from the first to the last of them.
  package func span(_ first: SQLToken, to last: SQLToken) -> SourceSpan {
    span(first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound))
  }

  /// Where a part of the text stands in the file.
  package func span(_ part: Range<Int>) -> SourceSpan {
    script.span(of: (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound))
  }

  /// Where the whole statement stands in the file.
  package var span: SourceSpan { script.span(of: range) }
}
