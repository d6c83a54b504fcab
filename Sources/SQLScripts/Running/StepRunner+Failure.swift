import SQLScriptsDatabase
import SQLScriptsFiles

extension StepRunner {
  /// The failure of a statement, with its place in the script file (law 14).
  func describe(_ stop: StatementStop, at place: Place) -> StatementFailure {
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
