import SQLScriptsDiagnostics
import SQLScriptsSchema

/// An object that a script dropped by mistake, and the statement that creates it again.
package struct Repair: Sendable, Hashable {
  /// Its kind in lowercase: index, trigger or view.
  package let kind: String
  package let name: String

  /// The table or view that it belongs to; for a view, its own name.
  let owner: String

  /// The CREATE statement as it was.
  package let sql: String

  /// Whether a schema lacks the object, although it has the table.
  func isMissing(in schema: SchemaSnapshot) -> Bool {
    if kind == "view" { return schema[name] == nil }
    guard let owner = schema[owner] else { return false }
    return kind == "index"
      ? schema.table(ofIndex: name) == nil
      : !owner.triggers.contains { $0.name.isSameName(as: name) }
  }
}
