/// A statement that a script may not contain, however it is spelled (laws 15, 28 and 30).
public enum ScriptDenial: Sendable, Hashable {
  /// BEGIN, COMMIT, END, ROLLBACK, SAVEPOINT or RELEASE.
  case transactionControl(String)
  /// The same statements in a script with `"transaction": false`.
  case transactionControlOutside(String)
  /// ATTACH, or VACUUM INTO.
  case attach
  /// DETACH.
  case detach
  /// The SQL function `load_extension`.
  case loadExtension
  /// A PRAGMA that belongs to the runner, or that changes more than the schema.
  case pragma(String)
  /// A PRAGMA or VACUUM of another database than main (law 30).
  case elsewhere(String)
  /// A journal mode that cannot roll back (law 12), however it is spelled.
  case journal(mode: String)
  /// Writing `sqlite_schema`.
  case schemaTable
  /// A name that means an object of the app in an attached database or in the TEMP schema (law 30).
  case otherDatabase(name: String, schema: String)
  /// A TEMP object in a script with `"transaction": false` (law 19).
  case temporaryOutside(String)
  /// DROP, ALTER, an index or a trigger on a table in which the runner stores versions, or a change of its history
  /// (laws 1 to 3).
  case bookkeeping(table: String)
}

extension ScriptDenial: CustomStringConvertible {
  /// The denied statement and the reason, in one line.
  public var description: String {
    switch self {
    case .transactionControl(let word):
      "\(word) is not allowed: each script already runs in a transaction"
    case .transactionControlOutside(let word):
      "\(word) is not allowed in a script with \"transaction\": false"
    case .attach: "a script may not ATTACH a database or use VACUUM INTO"
    case .detach: "a script may not DETACH a database"
    case .loadExtension: "a script may not load an extension"
    case .pragma(let name):
      "PRAGMA \(name) is not allowed: a script may only change the schema and the data"
    case .elsewhere(let statement):
      "\(statement) is only allowed for the main database"
    case .journal(let mode):
      "the journal mode “\(mode)” is not allowed: SQLite could not roll back a failed script"
    case .schemaTable: "a script may not write to sqlite_schema"
    case .otherDatabase(let name, let schema):
      "“\(name)” refers to \(schema).\(name), but a script may only use the main database"
    case .temporaryOutside(let name):
      "the TEMP object “\(name)” is not allowed in a script with \"transaction\": false"
    case .bookkeeping(let table):
      "“\(table)” is reserved: a script may not change it, index it or add a trigger to it"
    }
  }

  /// Advice, in sentences.
  public var help: String {
    switch self {
    case .transactionControl:
      "Delete the statement. To commit something separately, put it in a separate script."
    case .transactionControlOutside:
      "Delete the statement. Put statements that belong together in a separate script without"
        + " \"transaction\": false."
    case .attach, .detach, .loadExtension, .elsewhere:
      "Delete the statement, and do this in the app's code."
    case .schemaTable: "Change the schema with CREATE, ALTER and DROP."
    case .pragma("writable_schema"):
      "Change the schema with CREATE, ALTER and DROP: create a new table, copy the rows, drop the old"
        + " one, and rename the new one."
    case .pragma: "Delete the statement, and set it where the app opens the database."
    case .journal: "Use DELETE, TRUNCATE, PERSIST or WAL."
    case .otherDatabase(let name, _) where name.hasPrefix("sqlite_"):
      "Name the main database in the statement, as in ANALYZE main."
    case .otherDatabase(let name, _):
      "Write main.\(name), or run the migration before the app attaches databases or creates TEMP"
        + " objects."
    case .temporaryOutside:
      "Use an ordinary table and drop it at the end: the script may stop halfway and continue"
        + " on another connection."
    case .bookkeeping:
      "Delete the statement. SQLScripts records the version after each script."
    }
  }
}
