import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Receives the statements of a script from `ScriptExecutor`.
///
/// The executor calls these methods in the order of their declaration, once for each statement or query.
package protocol ScriptExecutorDelegate: AnyObject {
  /// Decides how the statements of an item are used.
  ///
  /// - Parameter condition: the result of `onlyIf`; nil for an item without it.
  func begin(_ item: ScriptItem, condition: Bool?) -> ScriptItemUse

  /// Called before SQLite compiles the text at a place. An error fails the statement.
  func willCompile(_ place: StatementPlace) throws(SQLiteError)

  /// Called before a compiled statement or query runs.
  func willRun(_ statement: Statement, _ text: StatementText) throws(SQLiteError)

  /// Called after a statement that succeeded, or that the runner ignores (see `ScriptAuthorizer.notice`).
  func didRun(_ place: StatementPlace) throws(StepInterruption)

  /// Called after a statement or query failed. Throw to stop the script; return to continue after it.
  func didFail(_ error: StatementError, at place: StatementPlace) throws(StepInterruption)

  /// Called after the last statement of an item.
  func didRun(_ item: ScriptItem, number: Int)
}

/// How the statements of an item are used.
package enum ScriptItemUse {
  case run
  case skip
  /// They run and are rolled back. Their `onlyIf` is false, and the caller wants to know if they would compile.
  case runAndRollBack
}

/// The beginning of a statement in a script.
package struct StatementPlace {
  /// The offset in the script's document.
  package var offset: Int

  /// The text from there to the end of the item. Only valid during the call.
  package var text: UnsafeBufferPointer<UInt8>

  /// The number of the item in `statements` or `verify`, from one; in a `.sql` file, of the statement.
  package var number: Int

  /// The item; for a query of `onlyIf`, the item of the statement.
  package var item: ScriptItem

  /// The key of the script that it belongs to.
  package var part: StatementFailure.Part

  /// Whether it is a query of `onlyIf` or `verify`.
  package var isQuery: Bool { part != .statements }
}

/// The error of a statement.
package struct StatementError: Error {
  package var reason: StatementFailure.Reason
  package var error: SQLiteError

  package init(_ reason: StatementFailure.Reason, _ error: SQLiteError) {
    self.reason = reason
    self.error = error
  }
}
