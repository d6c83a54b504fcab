import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SampleRows {
  /// Inserts typical rows into all nearly empty tables of a database.
  package static func fill(_ connection: Connection) throws(SQLiteError) {
    let schema = try VersionSchemas.snapshot(of: connection)
    connection.setTriggers(enabled: false)
    defer { connection.setTriggers(enabled: true) }
    for table in parentsFirst(Set(schema.tables.keys), of: schema) {
      fill(table, .typical, in: connection)
    }
  }

  /// Inserts rows into a table that is empty, or has only a row or two from the scripts.
  static func fill(_ table: SchemaTable, _ kind: Kind, in connection: Connection) {
    let query = "SELECT NOT EXISTS (SELECT 1 FROM main.\(table.name.quotedName) LIMIT 1 OFFSET 2)"
    guard (try? connection.value(query)) == .integer(1) else { return }
    SampleRows(kind, of: table, in: connection).seed(connection)
  }

  /// The tables with these names, parents before children unless they form a cycle.
  static func parentsFirst(_ names: Set<SQLName>, of snapshot: SchemaSnapshot) -> [SchemaTable] {
    var tables: [SchemaTable] = []
    var done: Set<SQLName> = []
    var opened: Set<SQLName> = []
    var waiting = names.sorted(by: >)
    while let name = waiting.last {
      guard !done.contains(name), let table = snapshot[name], table.kind == .table else {
        waiting.removeLast()
        continue
      }
      let parents = Set(table.foreignKeys.map { SQLName($0.parent) })
      let first = parents.intersection(names).subtracting(opened)
      if opened.insert(name).inserted, !first.isEmpty {
        waiting.append(contentsOf: first.sorted())
        continue
      }
      waiting.removeLast()
      done.insert(name)
      tables.append(table)
    }
    return tables
  }
}
