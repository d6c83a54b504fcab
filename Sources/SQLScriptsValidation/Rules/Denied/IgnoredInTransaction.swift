import SQLScripts
import SQLScriptsDiagnostics

/// A statement that SQLScripts ignores, because the script has the same effect without it.
package struct IgnoredInTransaction: Rule {
  package static let documentation = RuleDocumentation(
    summary: "SQLScripts ignores a statement.", severity: .info,
    why:
      "It only affects the connection, cannot run inside a transaction, or does what SQLScripts "
      + "does anyway. The script has the same effect without it.",
    wrong: [
      .init("«PRAGMA foreign_keys = OFF»", "CREATE TABLE user (id INTEGER)"),
      .init("«PRAGMA journal_mode = WAL»"),
      .init("«pragma main.page_size(8192)»"),
      .init("«PRAGMA cache_size = -4000»"),
      .init("CREATE TABLE user (id INTEGER)", "«VACUUM»"),
      .init("«vacuum main»"),
      .init("«PRAGMA synchronous = OFF»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "PRAGMA foreign_key_check",
        "PRAGMA table_info(user)", "PRAGMA foreign_keys", "PRAGMA optimize",
        "PRAGMA incremental_vacuum(10)")
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let notice = statement.notice else { return }
    findings.report("\(notice)", at: statement.span, help: notice.help)
  }

  /// The numbers of the items to delete for a finding: the ignored statement, and with a BEGIN its COMMIT. Empty if an item
  /// has something else, or if the statement does something without SQLScripts.
  package static func needless(for finding: Diagnostic, in script: RehearsedScript) -> [Int] {
    let found = script.statements.first { $0.span == finding.span }
    guard let notice = found?.notice, notice.isNeedless else { return [] }
    let same = script.statements.filter { statement in
      statement.span == finding.span
        || notice == .transactionControl && statement.notice == notice
    }
    let numbers = Set(same.map(\.number))
    let others = script.statements.filter { statement in
      numbers.contains(statement.number) && !same.contains { $0.span == statement.span }
    }
    return others.isEmpty ? numbers.sorted() : []
  }
}

extension ScriptNotice {
  /// Whether the script is the same without the statement, also for an app that attaches databases.
  fileprivate var isNeedless: Bool {
    switch self {
    case .attached, .absent: false
    default: true
    }
  }

  /// Advice in the imperative; nil if there is nothing to do.
  fileprivate var help: String? {
    switch self {
    case .connection: "Remove it, and set it where the app opens the database."
    case .transaction, .vacuum:
      "Remove it, or move it to a separate script with \"transaction\": false."
    case .foreignKeys, .version, .transactionControl, .encoding, .deprecated: "Remove it."
    case .attached(let name): "Write PRAGMA main.\(name)."
    case .absent: nil
    }
  }
}
