/// A statement that the runner ignores, because the outcome is the same without it (law 15).
package enum ScriptNotice: Sendable, Hashable {
  /// A PRAGMA that only affects the connection.
  case connection(pragma: String)
  /// The PRAGMA that chooses the encoding of a new file.
  case encoding
  /// A PRAGMA that changes the file, and that SQLite has deprecated.
  case deprecated(pragma: String)
  /// A PRAGMA that has no effect inside a transaction.
  case transaction(pragma: String)
  /// `foreign_keys` and `defer_foreign_keys`: see law 17.
  case foreignKeys(pragma: String)
  /// The PRAGMA that sets the version to the number that the runner sets anyway.
  case version(pragma: String)
  /// A PRAGMA without a schema name, while other databases are attached (law 30).
  case attached(pragma: String)
  /// BEGIN and COMMIT around statements that are one transaction anyway.
  case transactionControl
  /// VACUUM inside a transaction.
  case vacuum
  /// DROP … IF EXISTS of an object that only an attached database has (law 30).
  case absent(name: String)
}

extension ScriptNotice: CustomStringConvertible {
  package var description: String {
    switch self {
    case .connection(let name): "ignored PRAGMA \(name): it only affects this connection"
    case .encoding:
      "ignored PRAGMA encoding: a script cannot choose the text encoding of the file; queries return the same text"
    case .deprecated(let name): "ignored PRAGMA \(name): SQLite has deprecated it"
    case .transaction(let name): "ignored PRAGMA \(name): it has no effect inside a transaction"
    case .foreignKeys(let name):
      "ignored PRAGMA \(name): the runner checks foreign keys itself before it commits a script"
    case .version(let name): "ignored PRAGMA \(name): the runner sets the same number"
    case .attached(let name):
      "ignored PRAGMA \(name): without a schema name it also affects attached databases"
    case .transactionControl: "ignored BEGIN and COMMIT: each script runs as one transaction anyway"
    case .vacuum: "ignored VACUUM: it cannot run inside a transaction"
    case .absent(let name): "ignored DROP: the main database has nothing named “\(name)”"
    }
  }
}
