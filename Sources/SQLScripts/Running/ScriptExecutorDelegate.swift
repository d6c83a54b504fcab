import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// What a user of `ScriptExecutor` hears about the statements of a script.
///
/// The executor calls these in the order in which they are declared, once for each statement or query.
package protocol ScriptExecutorDelegate: AnyObject {
  /// What to do with the statements of an item.
  ///
  /// - Parameter condition: what `onlyIf` says; nil for an item without it.
  func begin(_ item: ScriptItem, condition: Bool?) -> ScriptItemUse

  /// Called before SQLite compiles what begins at a place. An error fails the statement.
  func willCompile(_ place: StatementPlace) throws(SQLiteError)

  /// Called before a compiled statement runs.
  func willRun(_ statement: Statement, _ text: StatementText) throws(SQLiteError)

  /// Called after a statement that succeeded, or that the runner ignores (see `ScriptAuthorizer.notice`).
  func didRun(_ place: StatementPlace) throws(StepStop)

  /// Called when a statement or query failed. Throw to stop the script; return to go on behind it.
  func didFail(_ error: StatementError, at place: StatementPlace) throws(StepStop)

  /// Called after the last statement of an item.
  func didRun(_ item: ScriptItem, number: Int)
}

/// What becomes of the statements of an item.
package enum ScriptItemUse {
  case run
  case skip
  /// They run, and what they did is rolled back: `onlyIf` rules them out, and somebody wants to know whether they would
  /// be understood.
  case runAndRollBack
}

/// Where a statement of a script begins.
package struct StatementPlace {
  /// The offset in the script's document.
  package var offset: Int

  /// The text from there to the end of the item. Only valid during the call.
  package var text: UnsafeBufferPointer<UInt8>

  /// The item in the script, from one; of a `.sql` file the statement, from one.
  package var number: Int

  /// Whether it is a query of `onlyIf` or `verify`.
  package var isQuery: Bool
}

/// Why a statement failed.
package struct StatementError: Error {
  package var reason: StatementFailure.Reason
  package var error: SQLiteError

  package init(_ reason: StatementFailure.Reason, _ error: SQLiteError) {
    self.reason = reason
    self.error = error
  }
}
