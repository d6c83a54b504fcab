import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The tables of keys in Documentation/ScriptFormat.md.
package enum KeyTable {
  /// Each table with the name of its marker on the page.
  package static let all: [(name: String, markdown: String)] = [
    ("script", table(ScriptKey.self, hasType: true)),
    ("statement", table(StatementKey.self)),
    ("settings", table(SettingsKey.self)),
    ("header", header),
  ]

  private static func table<Key: DocumentedKey>(_ keys: Key.Type, hasType: Bool = false) -> String {
    var lines =
      hasType ? ["| key | type | meaning |", "|---|---|---|"] : ["| key | meaning |", "|---|---|"]
    for key in Key.allCases {
      let type = hasType ? " \(key.documentation.type) |" : ""
      lines.append("| `\(key.name)` |\(type) \(key.documentation.meaning) |")
    }
    return lines.joined(separator: "\n")
  }

  private static var header: String {
    let roles =
      ScriptKey.allCases.map { ($0.name, $0.headerRole) }
      + StatementKey.allCases.map { ($0.name, $0.headerRole) }
    let list = { (role: HeaderRole, word: String) in
      roles.filter { $0.1 == role }.map { "`\($0.0)`" }.list(word)
    }
    return """
      These keys are \(list(.sets, "and")). A line such as `-- verify: SELECT …` is an error:
      a `.sql` file cannot contain \(list(.refused, "or")), and the script would not be safe without them.
      All other comments are ordinary comments.
      """
  }
}
