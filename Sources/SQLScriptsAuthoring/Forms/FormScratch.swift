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

  func run(_ statements: [String]) throws(SQLiteError) {
    try ScratchGuard.watching(connection, running: nil) { (_) throws(SQLiteError) in
      for sql in statements { try connection.prepareOnly(sql).execute() }
    }
  }

  var schema: SchemaSnapshot {
    get throws(SQLiteError) { try WantedUpdate.snapshot(of: connection) }
  }

  /// The views and triggers that do not compile.
  var broken: [SQLName: String] {
    get throws(SQLiteError) { try SchemaHealth.broken(connection) }
  }

  /// Compiles a statement that is not run.
  func check(_ sql: String) throws(SQLiteError) {
    // A misspelled name in double quotes must not become a text.
    connection.setDoubleQuotedText(allowed: false)
    defer { connection.setDoubleQuotedText(allowed: true) }
    _ = try connection.prepareOnly(sql)
  }
}
