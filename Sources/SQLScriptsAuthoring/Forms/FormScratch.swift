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
  func broken(quotedText: Bool) throws(SQLiteError) -> [SQLName: String] {
    connection.setDoubleQuotedText(allowed: quotedText)
    defer { connection.setDoubleQuotedText(allowed: true) }
    return try SchemaHealth.broken(connection)
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
