import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Follows tables through the statements of scripts by their names: which of them get another, and
/// which are dropped so that another one can take their place.
///
/// What code of the app does shows in the schema afterwards, which has the last
/// word.
struct TableNames {
  /// The name that a table has now, by the one that it had; nil once it is dropped.
  private var current: [SQLName: SQLName?] = [:]

  /// The tables of which a condition decided what became of them.
  private var unsure: Set<SQLName> = []

  init(_ schema: SchemaSnapshot) {
    for (name, table) in schema.tables where table.kind == .table { current[name] = .some(name) }
  }

  mutating func follow(_ script: Script) {
    ScriptReplay.eachUnrun(of: script) { statement in
      let isConditional = script.options(of: statement.item)?.onlyIf != nil
      if statement.has("DROP", "TABLE", at: 0) {
        let name = statement.dropped.map { SQLName(statement.name($0.name)) }
        move(name, to: nil, isConditional)
      } else if let new = statement.renamedTo {
        move(statement.alteredTable.map { SQLName($0) }, to: SQLName(new), isConditional)
      }
    }
  }

  private mutating func move(_ name: SQLName?, to new: SQLName?, _ isConditional: Bool) {
    guard let name, let key = current.first(where: { $0.value == name })?.key
    else { return }
    if isConditional { unsure.insert(key) } else { current[key] = .some(new) }
  }

  /// The lineage of a table.
  ///
  /// - Returns: its name now, nil if it is gone; whether it is another table in its place; and whether
  ///   its rows have the rowids that they had, as far as it is known.
  func lineage(
    of key: SQLName, in schema: SchemaSnapshot, before: SchemaSnapshot
  ) -> (name: SQLName?, isRebuilt: Bool, keepsRowIDs: Bool) {
    let name = current[key] ?? nil
    if schema[key]?.kind == .table {
      return (key, name != key, name == key && !unsure.contains(key))
    }
    guard let name, schema[name]?.kind == .table, before[name] == nil else {
      return (nil, false, false)
    }
    return (name, false, !unsure.contains(key))
  }
}
