import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RehearsedScript {
  /// The last statement that creates an index or trigger again after it was dropped, and whether the script leaves it as it
  /// was before; nil if it is gone after the script.
  func recreation(of part: SQLName, _ drop: Int) -> (index: Int, isSame: Bool)? {
    let again = statements.indices.last { $0 > drop && statements[$0].creates(part) }
    guard let again, let old = statements[drop].before.definition(ofPart: part),
      let new = after.definition(ofPart: part)
    else { return nil }
    return (again, CanonicalSQL(old) == CanonicalSQL(new))
  }
}

extension SchemaSnapshot {
  /// The SQL of an index or a trigger.
  fileprivate func definition(ofPart name: SQLName) -> String? {
    table(ofIndex: name.text)?.indexes.first { SQLName($0.name) == name }?.sql
      ?? definition(of: name)
  }
}
