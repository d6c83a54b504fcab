/// What a script may not do, under any spelling (laws 15, 28 and 30).
public enum ScriptDenial: Sendable, Hashable {
  /// BEGIN, COMMIT, END, ROLLBACK, SAVEPOINT or RELEASE.
  case transactionControl(String)
  /// The same in a script that says `"transaction": false`.
  case transactionControlOutside(String)
  /// ATTACH, or VACUUM INTO.
  case attach
  /// DETACH.
  case detach
  /// The SQL function `load_extension`.
  case loadExtension
  /// A PRAGMA that the runner owns, or that changes more than the schema.
  case pragma(String)
  /// A PRAGMA or VACUUM of another database than main (law 30).
  case elsewhere(String)
  /// A journal mode in which nothing can be rolled back (law 12), whatever its spelling.
  case journal(mode: String)
  /// Writing `sqlite_schema`.
  case schemaTable
  /// A name that means something of the app's in an attached database or in the TEMP schema (law 30).
  case otherDatabase(name: String, schema: String)
  /// A TEMP object in a script that says `"transaction": false` (law 19).
  case temporaryOutside(String)
  /// DROP, ALTER, an index or a trigger on a table in which the runner keeps versions, or a row of its history
  /// (laws 1 to 3).
  case bookkeeping(table: String)
}

extension ScriptDenial: CustomStringConvertible {
  /// What was denied and why, in one line.
  public var description: String {
    switch self {
    case .transactionControl(let word):
      "\(word) is not allowed in a script: the runner makes each script one transaction by itself"
    case .transactionControlOutside(let word):
      "\(word) is not allowed in a script with \"transaction\": false"
    case .attach: "a script may not ATTACH another database, nor write one with VACUUM INTO"
    case .detach: "a script may not DETACH a database"
    case .loadExtension: "a script may not load an extension"
    case .pragma(let name):
      "PRAGMA \(name) is not allowed in a script: scripts change the schema and the data, nothing else"
    case .elsewhere(let statement):
      "\(statement) is only allowed for the main database"
    case .journal(let mode):
      "the journal mode “\(mode)” is not allowed: nothing could be rolled back after a failure"
    case .schemaTable: "a script may not write SQLite's own table of the schema"
    case .otherDatabase(let name, let schema):
      "“\(name)” is \(schema).\(name) here, and a script may only use the main database"
    case .temporaryOutside(let name):
      "the TEMP object “\(name)” is not allowed in a script with \"transaction\": false"
    case .bookkeeping(let table):
      "“\(table)” belongs to the runner: a script may not change it, index it or put a trigger on it"
    }
  }

  /// What to do about it, in sentences.
  public var help: String {
    switch self {
    case .transactionControl:
      "Take the statement out. What is to be committed separately belongs in a script of its own."
    case .transactionControlOutside:
      "Take the statement out. Statements that belong together go into a script of their own without"
        + " \"transaction\": false."
    case .attach, .detach, .loadExtension, .elsewhere:
      "Take the statement out, and do this in the app's own code."
    case .schemaTable: "Change the schema with CREATE, ALTER and DROP."
    case .pragma("writable_schema"):
      "Change the schema with CREATE, ALTER and DROP: make a new table, copy the rows, drop the old"
        + " one, and rename the new one."
    case .pragma: "Take the statement out. Set it where the app opens the database."
    case .journal: "Use DELETE, TRUNCATE, PERSIST or WAL."
    case .otherDatabase(let name, _) where name.hasPrefix("sqlite_"):
      "Name the main database in the statement, as in ANALYZE main."
    case .otherDatabase(let name, _):
      "Write main.\(name), or run the migration before the app attaches databases or makes TEMP"
        + " objects."
    case .temporaryOutside:
      "Use an ordinary table and drop it at the end: the script may stop halfway and continue"
        + " on another connection."
    case .bookkeeping:
      "Take the statement out. The runner records the version after each script by itself."
    }
  }
}
