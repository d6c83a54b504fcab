import SQLScripts
import SQLScriptsFiles

/// VACUUM and PRAGMA synchronous inside a transaction.
package struct NotAllowedInTransaction: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement cannot run inside a transaction, and a script is one.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER)", "«VACUUM»"),
      .init("«vacuum main»"),
      .init("«PRAGMA synchronous = OFF»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE vacuum (id INTEGER)"], "DELETE FROM vacuum WHERE id = 1",
        "PRAGMA incremental_vacuum(10)", "PRAGMA optimize")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    switch statement.denial {
    case .vacuum:
      findings.report(
        "VACUUM cannot run inside a transaction, and a script is one transaction",
        at: statement.span,
        help: "Take it out, or move it to a script of its own that says transaction: false.")
    case .pragma("synchronous"):
      findings.report(
        "PRAGMA synchronous cannot be changed inside a transaction, and a script is one",
        at: statement.span, help: "Take it out, and set it where the app opens the database.")
    default: return
    }
  }
}
