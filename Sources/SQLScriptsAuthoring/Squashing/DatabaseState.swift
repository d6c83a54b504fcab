import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema

/// All that scripts have left in a database: the schema, the rows, and what is kept beside them.
struct DatabaseState {
  let schema: Schema
  let snapshot: SchemaSnapshot
  let tables: [SeedTable]
  /// The highest number that AUTOINCREMENT has given, by table.
  let sequences: [String: Int64]
  /// Virtual tables that have rows: how these are kept is the module's business.
  let filledVirtualTables: [String]
  let hasOrphans: Bool
  let settings: [String: SQLiteValue]

  init(_ database: BundleDatabase) throws(SQLiteError) {
    let connection = database.connection
    schema = try database.schema()
    let snapshot = try database.snapshot()
    self.snapshot = snapshot
    let time = try RunTime(connection)
    var tables: [SeedTable] = []
    var virtual: [String] = []
    for name in snapshot.names {
      guard let table = snapshot[name] else { continue }
      switch table.kind {
      case .table: tables.append(try SeedTable(table, in: connection, time))
      case .virtual:
        let count = try connection.value("SELECT count(*) FROM main.\(name.quotedName)")
        if count?.int64 != 0 { virtual.append(name) }
      case .view, .shadow: break
      }
    }
    self.tables = tables
    filledVirtualTables = virtual
    var sequences: [String: Int64] = [:]
    if connection.hasTable("sqlite_sequence") {
      for row in try connection.rows("SELECT name, seq FROM sqlite_sequence") {
        if let name = row[0].string { sequences[name] = row[1].int64 }
      }
    }
    self.sequences = sequences
    do throws(SQLiteError) {
      hasOrphans = !(try connection.rows("PRAGMA foreign_key_check").isEmpty)
    } catch {
      // A key that refers to nothing unique has no orphans that could be found.
      guard error.code.primary == .error else { throw error }
      hasOrphans = false
    }
    var settings: [String: SQLiteValue] = [:]
    for name in ["application_id", "auto_vacuum", "encoding", "page_size", "user_version"] {
      settings[name] = try connection.value("PRAGMA \(name)")
    }
    self.settings = settings
  }

  /// In what another state differs, in words.
  func differences(from other: DatabaseState) -> [String] {
    var words = SchemaDifference(from: other.snapshot, to: snapshot).changes.map {
      "it \($0.description)"
    }
    words += rowDifferences(from: other)
    if sequences != other.sequences { words.append("AUTOINCREMENT would go on from elsewhere") }
    for (name, value) in settings.sorted(by: { $0.key < $1.key })
    where other.settings[name] != value {
      words.append("“PRAGMA \(name)” would be \(value)")
    }
    return words
  }

  /// The tables whose rows differ.
  func rowDifferences(from other: DatabaseState) -> [String] {
    let others = Dictionary(
      other.tables.map { ($0.table.name, $0) }, uniquingKeysWith: { first, _ in first })
    return tables.compactMap { table in
      guard let other = others[table.table.name], !table.hasSameRows(as: other) else { return nil }
      return "“\(table.table.name)” has other rows"
    }
  }

  /// The statements that make it, in an order in which no trigger fires.
  var statements: [String] {
    let made = { (kind: Schema.Kind) in schema.objects.filter { $0.kind == kind }.map(\.sql) }
    return made(.table) + tables.flatMap(\.statements) + sequenceStatements + made(.index)
      + made(.view) + made(.trigger)
  }

  private var sequenceStatements: [String] {
    tables.compactMap { table in
      let name = table.table.name
      guard let number = sequences[name], number != table.greatestRowID else { return nil }
      let literal = StoredValue.text(Array(name.utf8)).literal
      return table.rows.isEmpty
        ? "INSERT INTO sqlite_sequence (name, seq) VALUES (\(literal), \(number))"
        : "UPDATE sqlite_sequence SET seq = \(number) WHERE name = \(literal)"
    }
  }
}
