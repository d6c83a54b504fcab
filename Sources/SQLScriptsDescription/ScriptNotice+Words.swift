import SQLScripts

extension ScriptNotice {
  /// Why the runner ignores a statement.
  var words: Words {
    switch self {
    case .connection(let name): "PRAGMA \(name) only affects the connection"
    case .encoding: "a script cannot choose the encoding of the file"
    case .deprecated(let name): "SQLite no longer supports PRAGMA \(name)"
    case .transaction(let name): "PRAGMA \(name) has no effect inside a transaction"
    case .foreignKeys: "the runner checks foreign keys itself when the script ends"
    case .version: "the runner sets the version itself"
    case .attached(let name): "PRAGMA \(name) would also affect attached databases"
    case .transactionControl: "the runner puts each script into one transaction"
    case .vacuum: "VACUUM cannot run inside a transaction"
    case .absent(let name): "the main database has no \(name: name)"
    }
  }
}
