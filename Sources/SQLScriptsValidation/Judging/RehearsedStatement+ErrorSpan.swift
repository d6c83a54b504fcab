import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

extension RehearsedStatement {
  /// The statement in words: "item 2 of sql_update_4.plist".
  var place: String {
    isQuery
      ? "this query"
      : "item \(script.file.format == .sql ? ordinal : Int(item.number)) of \(script.file.name)"
  }

  /// The range that SQLite's error points at or names; otherwise the whole statement.
  package var errorSpan: SourceSpan {
    guard let error else { return span }
    let pointer = script.document.withBytes(of: range) {
      StatementText($0).pointer(offset: error.offset, message: error.message)
    }
    return pointer.map { span($0) } ?? span
  }
}
