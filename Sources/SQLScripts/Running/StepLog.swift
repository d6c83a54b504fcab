import SQLScriptsDatabase

/// The notes that a script outside a transaction stores next to its position, so that the run that continues it makes
/// the same checks (laws 17 and 18).
struct StepLog {
  let version: Int64
  private(set) var notes: [StepNote] = []

  /// The number of notes for law 18.
  private(set) var schemaNoteCount = 0

  private(set) var skipped: Set<Int> = []

  /// Creates the log of a script that has not begun.
  init(startOf version: Int64) {
    self.version = version
  }

  /// Reads the log of a script that was begun.
  init(of version: Int64, in connection: Connection) throws(SQLiteError) {
    self.version = version
    guard connection.hasTable(StepPosition.logTable) else { return }
    let rows = try connection.rows(
      "SELECT note FROM main.\(StepPosition.logTable) WHERE version = ? ORDER BY number",
      .integer(version))
    for row in rows {
      guard let note = row[0].bytes.flatMap({ StepNote($0) }) else {
        throw .misuse("\(StepPosition.logTable) has a row that this release cannot read")
      }
      append(note)
    }
  }

  private mutating func append(_ note: StepNote) {
    notes.append(note)
    switch note {
    case .schema: schemaNoteCount += 1
    case .skipped(let number): skipped.insert(number)
    case .table, .column, .key, .touch, .look: break
    }
  }

  /// Adds notes in the transaction of their statement.
  mutating func add(_ new: [StepNote], to connection: Connection) throws(SQLiteError) {
    guard !new.isEmpty else { return }
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS main.\(StepPosition.logTable) (
        version INTEGER NOT NULL,
        number INTEGER NOT NULL,
        note BLOB NOT NULL,
        PRIMARY KEY (version, number)
      ) WITHOUT ROWID
      """)
    let insert = try connection.prepare(
      "INSERT INTO main.\(StepPosition.logTable) VALUES (?, ?, ?)")
    for note in new {
      try insert.execute(.integer(version), .integer(Int64(notes.count)), .blob(note.bytes))
      append(note)
    }
  }

  /// Stores the violations of one foreign key.
  func keep(
    _ look: ForeignKeyOrphanLedger.Look, number: Int, in connection: Connection
  ) throws(SQLiteError) {
    let table = "main.\(StepPosition.orphanTable)"
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(table) (
        version INTEGER NOT NULL,
        look INTEGER NOT NULL,
        number INTEGER NOT NULL,
        r,
        PRIMARY KEY (version, look, number)
      ) WITHOUT ROWID
      """)
    let columns = try connection.rows("PRAGMA main.table_xinfo(\(StepPosition.orphanTable))").count
    for index in 0..<look.affinities.count where index >= columns - 4 {
      try connection.execute("ALTER TABLE \(table) ADD COLUMN k\(index)")
    }
    try look.copy(into: table, version: version, number: number, connection)
  }

  /// The violations of a foreign key, with their rowids.
  func orphans(
    _ number: Int, arity: Int, _ connection: Connection
  ) throws(SQLiteError) -> Statement {
    let columns = ForeignKeyOrphanLedger.columns(arity).joined(separator: ", ")
    let statement = try connection.prepare(
      """
      SELECT \(columns) FROM main.\(StepPosition.orphanTable)
      WHERE version = ? AND look = ? ORDER BY number
      """)
    try statement.bind([.integer(version), .integer(Int64(number))])
    return statement
  }
}
