import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// A database without rows in which SQLite itself makes the schema that a form wants.
struct FormScratch {
  private let connection: Connection

  /// - Parameter statements: what creates the schema.
  init(_ statements: [String], _ standIns: StandIns) throws(SQLiteError) {
    connection = try Connection(repeatableAt: .first)
    try connection.setScratchLimits()
    try standIns.add(to: connection)
    try run(statements)
  }

  /// - Parameter quotedText: whether a text may be in double quotes.
  func run(_ statements: [String], quotedText: Bool = true) throws(SQLiteError) {
    connection.setDoubleQuotedText(allowed: quotedText)
    defer { connection.setDoubleQuotedText(allowed: true) }
    try ScratchGuard.watching(connection, running: nil) { (_) throws(SQLiteError) in
      for sql in statements { try connection.prepareOnly(sql).execute() }
    }
  }

  var schema: SchemaSnapshot {
    get throws(SQLiteError) { try WantedUpdate.snapshot(of: connection) }
  }

  /// The views and triggers that do not compile.
  ///
  /// - Parameter quotedText: whether a name in double quotes that no column has is a text.
  func broken(quotedText: Bool) throws(SQLiteError) -> [SchemaHealth.Key: String] {
    connection.setDoubleQuotedText(allowed: quotedText)
    defer { connection.setDoubleQuotedText(allowed: true) }
    var broken = try SchemaHealth.brokenObjects(connection)
    let triggers = Set(broken.keys.filter { $0.kind == .trigger })
    guard triggers.count > 1 else { return broken }
    // SQLite compiles all triggers that a statement fires, so each is looked at without the others.
    let sql = try connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      .compactMap { row in
        row[0].string.flatMap { name in row[1].string.map { (SQLName(name), $0) } }
      }
    try begin()
    defer { rollBack() }
    for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name.quotedName)") }
    for (name, sql) in sql where triggers.contains(SchemaHealth.Key(.trigger, name)) {
      guard (try? connection.execute(sql)) != nil else { continue }
      broken[SchemaHealth.Key(.trigger, name)] = try SchemaHealth.errorOfNewest(connection)
      try connection.execute("DROP TRIGGER \(name.quotedName)")
    }
    return broken
  }

  /// The functions that make one row of many, also those that are window functions.
  var aggregates: Set<SQLName> {
    get throws(SQLiteError) {
      let rows = try connection.rows(
        "SELECT DISTINCT name FROM pragma_function_list WHERE type IN ('a', 'w')")
      return Set(rows.compactMap { $0.first?.string.map { SQLName($0) } })
    }
  }

  /// Compiles a statement that is not run.
  ///
  /// - Parameter quotedText: whether a text may be in double quotes. A misspelled name there must not become one.
  func check(_ sql: String, quotedText: Bool = false) throws(SQLiteError) {
    connection.setDoubleQuotedText(allowed: quotedText)
    defer { connection.setDoubleQuotedText(allowed: true) }
    _ = try connection.prepareOnly(sql)
  }

  // MARK: Steps

  func begin() throws(SQLiteError) { try connection.execute("SAVEPOINT step") }

  /// Takes back what has run since the last `begin`.
  func rollBack() {
    try? connection.execute("ROLLBACK TO step")
    try? connection.execute("RELEASE step")
  }

  func keep() { try? connection.execute("RELEASE step") }
}
