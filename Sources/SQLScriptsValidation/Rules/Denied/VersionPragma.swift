import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A PRAGMA that sets a version number in the database file.
package struct VersionPragma: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script sets a version number of the database file.", severity: .warning,
    why:
      "SQLScripts already stores the version in the database. A second number soon differs, and "
      + "the app may read the wrong one.",
    wrong: [
      .init("«PRAGMA user_version = 3»"),
      .init("«pragma main.user_version(3)»"),
      .init("«PRAGMA schema_version = 3»"),
    ],
    right: [.init("PRAGMA user_version", "PRAGMA application_id = 1234")])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    switch statement.denial {
    case .pragma(let name)
    where ["user_version", "schema_version", "data_version"].contains(name.asciiLowercased):
      report(name.asciiLowercased, at: statement, .error, &findings)
    case nil where statement.succeeded:
      guard
        statement.actions.contains(where: {
          $0.kind == .pragma && $0.name.asciiLowercased == "user_version" && !$0.detail.isEmpty
        })
      else { return }
      report("user_version", at: statement, .warning, &findings)
    default: return
    }
  }

  private func report(
    _ name: String, at statement: RehearsedStatement, _ severity: Diagnostic.Severity,
    _ findings: inout Findings
  ) {
    let why =
      name == "user_version"
      ? "SQLScripts stores the version itself" : "SQLite maintains it"
    findings.report(
      "PRAGMA \(name) does not belong in a script: \(why)", at: statement.span,
      help: "Remove this statement.", severity: severity)
  }
}
