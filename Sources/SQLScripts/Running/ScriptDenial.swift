/// What a script may not do, under any spelling (laws 15 and 28).
public enum ScriptDenial: Sendable, Hashable {
  /// BEGIN, COMMIT, END, ROLLBACK, SAVEPOINT or RELEASE.
  case transactionControl(String)
  /// ATTACH, or VACUUM INTO.
  case attach
  /// DETACH.
  case detach
  /// The SQL function `load_extension`.
  case loadExtension
  /// A PRAGMA that the runner owns, or that changes more than the schema.
  case pragma(String)
  /// A PRAGMA that has no effect, or is refused, inside a transaction.
  case pragmaInTransaction(String)
  /// VACUUM inside a transaction.
  case vacuum
  /// Writing `sqlite_schema`.
  case schemaTable
}

extension ScriptDenial: CustomStringConvertible {
  /// What was denied and why, in one line.
  public var description: String {
    switch self {
    case .transactionControl(let word):
      "\(word) is not allowed in a script: the runner makes each script one transaction by itself"
    case .attach: "a script may not ATTACH another database, nor write one with VACUUM INTO"
    case .detach: "a script may not DETACH a database"
    case .loadExtension: "a script may not load an extension"
    case .pragma(let name):
      "PRAGMA \(name) is not allowed in a script: scripts change the schema and the data, nothing else"
    case .pragmaInTransaction(let name):
      "PRAGMA \(name) does nothing inside a transaction, and a script is one transaction"
    case .schemaTable: "a script may not write SQLite's own table of the schema"
    case .vacuum: "VACUUM cannot run inside a transaction, and a script is one transaction"
    }
  }

  /// What to do about it: an order.
  public var help: String {
    switch self {
    case .transactionControl:
      "take the statement out: what belongs together stands in one script"
    case .attach, .detach, .loadExtension:
      "take the statement out, and do this in the app's own code"
    case .schemaTable: "change the schema with CREATE, ALTER and DROP"
    case .pragma: "take the statement out; set it where the app opens the database"
    case .pragmaInTransaction, .vacuum:
      "move it into a script of its own that says transaction: false"
    }
  }
}
