import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// The state of a database: its version, history, schema and all rows.
package struct DatabaseState: Hashable {
  /// Nil for a database without a version.
  package private(set) var version: Int64?
  package private(set) var history: [String] = []
  /// A hash for each column and each object of the schema, by its name. Hashes differ between processes.
  package private(set) var content: [String: Int] = [:]

  package struct IntegrityError: Error, CustomStringConvertible {
    package var description: String
  }

  /// Reads a database as the next launch of an app would, including the recovery after a crash.
  package init(of path: String) throws {
    guard DatabasePath.hasContents(path) else { return }
    let connection = try Connection(
      path: path, mode: .readWrite, busyTimeout: Milliseconds(1000))
    // In a transaction, because others may migrate meanwhile.
    try connection.execute("BEGIN")
    try checkIntegrity(of: connection)
    if connection.hasTable("db_version") {
      let rows = try connection.rows("SELECT db_version_num FROM db_version")
      guard rows.count == 1 else {
        throw IntegrityError(description: "db_version has \(rows.count) rows")
      }
      version = rows[0][0].int64
    }
    if connection.hasTable("db_version_history") {
      history = try connection.rows(
        """
        SELECT version, script, checksum, statement_count, origin FROM db_version_history
        ORDER BY version
        """
      ).map { row in row.map(\.description).joined(separator: "|") }
    }
    try readContent(of: connection)
  }

  /// The state without the columns that differ between fault-free runs.
  package func without(_ unstable: Set<String>) -> DatabaseState {
    guard !unstable.isEmpty else { return self }
    var state = self
    state.content = content.filter { !unstable.contains($0.key) }
    return state
  }

  /// The names of everything that differs or is missing in one of them.
  package func differences(from other: DatabaseState) -> Set<String> {
    Set(content.keys).union(other.content.keys).filter { content[$0] != other.content[$0] }
      .union(history == other.history ? [] : ["the history"])
  }

  package var versionWords: String { version.map { "version \($0)" } ?? "no version" }

  package var words: String {
    "\(versionWords), \(history.count) history rows, \(content.count) columns and objects"
  }
}

extension DatabaseState {
  private mutating func checkIntegrity(of connection: Connection) throws {
    let found = try connection.rows("PRAGMA integrity_check").compactMap { $0[0].string }
      .filter { $0 != "ok" }
    // Violations that an older release allowed are not damage if a fault-free run has them, too.
    let rows = found.filter {
      $0.hasPrefix("CHECK constraint failed") || $0.hasPrefix("NULL value in ")
    }
    guard found.count == rows.count else {
      throw IntegrityError(
        description: "integrity_check: \(found.prefix(3).joined(separator: "; "))")
    }
    if !rows.isEmpty { content["the rows that constraints forbid"] = rows.sorted().hashValue }
  }

  private mutating func readContent(of connection: Connection) throws {
    for object in try Schema(connection, without: VersionStore.bookkeepingTables).objects {
      let name = "the \(object.kind) “\(object.name)”"
      content[name] = object.sql.hashValue
      if object.kind == .table { try readRows(of: object.name, connection) }
    }
    if connection.hasTable("sqlite_sequence") { try readRows(of: "sqlite_sequence", connection) }
    let orphans = try Self.reading {
      let rows = try connection.rows("PRAGMA foreign_key_check")
      return rows.isEmpty ? 0 : rows.hashValue
    }
    // An empty database has no content, whether there is a file or not.
    if orphans != 0 { content["the rows that foreign keys refer to"] = orphans }
  }

  private mutating func readRows(of table: String, _ connection: Connection) throws {
    let quoted = table.quotedName
    let ordered = try? connection.prepare("SELECT rowid, * FROM main.\(quoted) ORDER BY rowid")
    var columns: [String] = []
    var hashers: [Hasher] = []
    var count = 0
    let problem = try Self.reading {
      let rows = try ordered ?? connection.prepare("SELECT * FROM main.\(quoted)")
      columns = rows.columnNames
      if ordered != nil { columns[0] = "rowid" }
      hashers = columns.map { _ in Hasher() }
      while try rows.step() {
        count += 1
        for index in columns.indices { hashers[index].combine(rows.value(index)) }
      }
      return 0
    }
    content["the rows of “\(table)”"] = count ^ problem
    for (column, hasher) in zip(columns, hashers) {
      content["“\(column)” of “\(table)”"] = hasher.finalize()
    }
  }

  /// If SQLite cannot check something in this schema (a reference to columns that are not unique, a missing module), it
  /// cannot in a fault-free run either. Then its message is compared instead of the result.
  private static func reading(_ body: () throws -> Int) throws -> Int {
    do {
      return try body()
    } catch let error as SQLiteError where error.code.primary == .error {
      return error.message.hashValue
    }
  }
}
