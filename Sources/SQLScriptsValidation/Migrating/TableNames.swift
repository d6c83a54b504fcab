import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Follows the names of tables through the statements of scripts: which tables are renamed, and which are dropped so
/// that another one can replace them.
///
/// The final schema decides, because code steps may change tables, too.
struct TableNames {
  /// The current name of each table, by its original name; nil if it was dropped.
  private var current: [SQLName: SQLName?] = [:]

  /// Tables whose fate depends on an `onlyIf`.
  private var unsure: Set<SQLName> = []

  private(set) var columns = ColumnNames()

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
      } else if case .renameColumn(let old, let new) = statement.alteration,
        let table = statement.alteredTable
      {
        if isConditional { return columns.move(SQLName(table), to: nil) }
        columns.rename(
          SQLName(statement.name(old)), to: SQLName(statement.name(new)), of: SQLName(table))
      }
    }
  }

  private mutating func move(_ name: SQLName?, to new: SQLName?, _ isConditional: Bool) {
    guard let name else { return }
    columns.move(name, to: isConditional ? nil : new)
    guard let key = current.first(where: { $0.value == name })?.key else { return }
    if isConditional { unsure.insert(key) } else { current[key] = .some(new) }
  }

  /// The lineage of a table.
  ///
  /// - Returns: its current name, or nil if it was dropped; whether another table replaced it; and whether its rows are
  ///   known to have kept their rowids.
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
