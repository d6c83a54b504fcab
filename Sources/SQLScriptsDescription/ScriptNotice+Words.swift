import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation

extension ScriptNotice {
  /// Why a migration ignores a statement of a script.
  func words(in script: RehearsedScript) -> Words {
    switch self {
    case .connection(let name): "PRAGMA \(name) does not change the file"
    case .encoding: "a script cannot choose how the file stores texts"
    case .deprecated(let name): "SQLite no longer supports PRAGMA \(name)"
    case .transaction(let name): "PRAGMA \(name) has no effect while a script runs"
    case .foreignKeys:
      script.script.foreignKeys == .checked
        ? "references between tables are checked at the end anyway"
        : "this script does not check references between tables anyway"
    case .version: "the version is stored when the script ends"
    case .attached(let name): "PRAGMA \(name) would also affect other databases"
    case .transactionControl: "each script runs as a whole or not at all anyway"
    case .vacuum: "VACUUM cannot run while a script could still be undone"
    case .absent(let name): "the main database has no \(name: name)"
    }
  }
}
