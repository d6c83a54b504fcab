import SQLScripts

/// A PRAGMA that does nothing inside a transaction, or that the runner passes over.
package struct IgnoredInTransaction: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A PRAGMA does nothing in a script.", severity: .info,
    why: "SQLite ignores it inside a transaction without a word, or it concerns only the connection"
      + " that the update uses. Where it would change the file, the script is refused.",
    wrong: [
      .init("«PRAGMA foreign_keys = OFF»", "CREATE TABLE user (id INTEGER)"),
      .init("«PRAGMA journal_mode = WAL»"),
      .init("«pragma main.page_size(8192)»"),
      .init("«PRAGMA cache_size = -4000»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "PRAGMA foreign_key_check",
        "PRAGMA table_info(user)", "PRAGMA foreign_keys")
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if case .pragmaInTransaction(let name) = statement.denial {
      findings.report(
        "PRAGMA \(name) does nothing inside a transaction, and a script is one transaction",
        at: statement.span,
        help: "Move it to a script of its own that says transaction: false.", severity: .error)
      return
    }
    guard let name = statement.skippedPragma else { return }
    if name == "foreign_keys" || name == "defer_foreign_keys" {
      findings.report(
        "PRAGMA \(name) is passed over: the runner sees to foreign keys by itself",
        at: statement.span,
        why: "They are off while a script runs, and checked before it is committed.",
        help: "Take this statement out.")
    } else {
      findings.report(
        "PRAGMA \(name) is passed over: it concerns the connection, not the database",
        at: statement.span, help: "Take it out, and set it where the app opens the database.",
        severity: .warning)
    }
  }
}

extension RehearsedStatement {
  /// The name of the PRAGMA if the runner passes over it.
  fileprivate var skippedPragma: String? {
    guard word(0) == "PRAGMA", succeeded else { return nil }
    let action = actions.first { $0.kind == .pragma && !$0.detail.isEmpty }
    return action.map { $0.name.lowercased() }.flatMap {
      ScriptPragma.isSkipped($0, isTransactional: script.isTransactional) ? $0 : nil
    }
  }
}
