import SQLScripts

/// Statements that open other files or load code.
package struct AttachOrExtension: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script opens another file or loads code.", severity: .error,
    why:
      "A script may only change its own database. SQLScripts refuses everything else (law 28).",
    wrong: [
      .init("«ATTACH DATABASE 'other.sqlite' AS other»"),
      .init("«detach other»"),
      .init("«SELECT load_extension('mod')»"),
    ],
    right: [
      .init(
        "CREATE TABLE attach (id INTEGER)",
        "INSERT INTO attach (id) VALUES (length('load_extension(1)'))")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let what: String
    switch statement.denial {
    case .attach: what = "open another database"
    case .detach: what = "close a database"
    case .loadExtension: what = "load an extension"
    default: return
    }
    findings.report(
      "a script may not \(what)", at: statement.span,
      help: "Remove this statement, and do this in a code step of the app.")
  }
}
