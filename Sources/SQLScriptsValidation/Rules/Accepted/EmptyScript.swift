import SQLScriptsDiagnostics

/// `[]`
package struct EmptyScript: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An update has no statement.", severity: .warning,
    why:
      "The version moves and nothing else happens. Something was deleted, or has not been written yet.",
    wrong: [.init(before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"])],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN name TEXT")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard case .update = script.script.file.kind, script.statements.isEmpty,
      script.script.items.isEmpty
    else { return }
    findings.report(
      "This script does nothing", at: script.script.file.nameSpan,
      help: "Write its statements, or delete it if it is the latest update.")
  }
}
