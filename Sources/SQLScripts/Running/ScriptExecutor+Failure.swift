import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

extension ScriptExecutor {
  /// The reason why the migration stops after a failed statement: the statement itself, or the machine.
  package func reason(
    for error: StatementError, at place: StatementPlace, in script: Script
  ) -> MigrationFailure.Reason {
    let reason = error.reason
    // An I/O or memory error also rolls back the whole transaction.
    if reason == .sqlite || reason == .transactionEnded, error.error.code.isAboutMachine {
      return .database(
        error.error,
        during: .running(script: script.file.name, part: place.part, item: place.number))
    }
    return .statement(describe(error, at: place, in: script))
  }

  /// The failure of a statement, with its place in the script file (law 14).
  private func describe(
    _ failed: StatementError, at place: StatementPlace, in script: Script
  ) -> StatementFailure {
    var error = failed.error
    let text = StatementText(place.text)
    let statement = text.firstStatement
    let pointer =
      failed.reason == .sqlite ? text.pointer(offset: error.offset, message: error.message) : nil
    let span = { (range: Range<Int>) in
      script.span(of: (range.lowerBound + place.offset)..<(range.upperBound + place.offset))
    }
    error.sql = String(decoding: place.text[statement], as: UTF8.self)
    error.offset = error.offset.map { max(0, $0 - statement.lowerBound) }
    return StatementFailure(
      reason: failed.reason, script: script.file.name, version: script.version,
      part: place.part, item: place.number, span: span(statement), pointer: pointer.map(span),
      error: error,
      statementsBefore: count, isRolledBack: script.isTransactional)
  }
}

extension SQLiteResultCode {
  /// Whether it is about the file, the disk or other programs, so that changing the script would not help. SQLITE_FULL
  /// is not included, because SQLite also reports it when a table has used up its IDs.
  fileprivate var isAboutMachine: Bool {
    switch primary {
    case .readOnly, .inputOutput, .corrupt, .notADatabase, .cannotOpen, .permission, .busy,
      .lockingProtocol, .noMemory:
      true
    default: self == .lockedSharedCache
    }
  }
}
