import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SampleDatabase {
  func look(at table: SQLName, _ snapshot: SchemaSnapshot) -> SampleOutcome? {
    database.rows(of: table, snapshot, comparesPart: false, room: room)
  }

  /// Whether a table has at least one row.
  func hasRows(in table: String) -> Bool {
    (try? database.connection.value("SELECT EXISTS (SELECT 1 FROM main.\(table.quotedName))"))??
      .int == 1
  }

  /// Deletes all rows of some tables; of all by default.
  func empty(_ snapshot: SchemaSnapshot, _ names: Set<SQLName>? = nil) {
    database.connection.setTriggers(enabled: false)
    for (name, table) in snapshot.tables
    where table.kind == .table && names?.contains(name) ?? true {
      database.attempt("DELETE FROM main.\(table.name.quotedName)")
    }
    database.connection.setTriggers(enabled: true)
  }

  /// Inserts sample rows into the tables that are empty, or have only a row or two from the scripts, parents before
  /// children.
  mutating func seed(
    _ names: Set<SQLName>, _ snapshot: SchemaSnapshot, _ kind: SampleRows.Kind
  ) {
    // Changing the setting expires all prepared statements.
    if snapshot.triggerCount > 0 { database.connection.setTriggers(enabled: false) }
    defer { if snapshot.triggerCount > 0 { database.connection.setTriggers(enabled: true) } }
    for table in SampleRows.parentsFirst(names, of: snapshot) {
      database.asRunner {
        SampleRows.fill(table, kind, in: database.connection, hints: hints)
      }
    }
    indexes.formUnion(names.filter { snapshot[$0]?.kind == .virtual })
    for table in indexes.sorted().compactMap({ snapshot[$0] }) {
      database.asRunner { SampleRows.fillIndex(table, in: database.connection) }
    }
  }
}
