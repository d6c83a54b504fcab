import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

extension StepRunner {
  /// Why a statement did not come to its end: because of what it says, or because of the machine.
  func reason(for stop: StatementStop, at place: Place) -> MigrationFailure.Reason {
    let (reason, error) = stop.parts
    // An error of the disk or of memory takes back the whole transaction too.
    if reason == .sqlite || reason == .transactionEnded, error.code.isAboutMachine {
      return .database(error, during: .running(script: place.script.file.name, item: place.item))
    }
    return .statement(describe(stop, at: place))
  }

  /// The failure of a statement, with its place in the script file (law 14).
  private func describe(_ stop: StatementStop, at place: Place) -> StatementFailure {
    var (reason, error) = stop.parts
    let text = StatementText(place.text)
    let statement = text.firstStatement
    let pointer =
      reason == .sqlite ? text.pointer(offset: error.offset, message: error.message) : nil
    let span = { (range: Range<Int>) in
      place.script.span(
        of: (range.lowerBound + place.offset)..<(range.upperBound + place.offset))
    }
    error.sql = String(decoding: place.text[statement], as: UTF8.self)
    error.offset = error.offset.map { max(0, $0 - statement.lowerBound) }
    return StatementFailure(
      reason: reason, script: place.script.file.name, version: place.script.version,
      item: place.item, span: span(statement), pointer: pointer.map(span), error: error,
      statementsBefore: count, isRolledBack: place.script.isTransactional)
  }
}

extension SQLiteResultCode {
  /// Whether it tells of the file, the disk or other programs: no other wording of a script would help.
  /// A full disk is not among them, for SQLite also says so when a table has used up its numbers.
  fileprivate var isAboutMachine: Bool {
    switch primary {
    case .readOnly, .inputOutput, .corrupt, .notADatabase, .cannotOpen, .permission, .busy,
      .lockingProtocol, .noMemory:
      true
    default: self == .lockedSharedCache
    }
  }
}
