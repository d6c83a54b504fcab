import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `[]`
package struct EmptyScript: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An update script has no statements.", severity: .warning,
    why:
      "It changes only the version. Its statements may have been deleted, or not written yet.",
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
    if let comment = script.script.commentWithSQL {
      findings.report(
        "this script has no statements: its SQL is in a comment",
        at: SourceSpan(file: script.script.document.source, range: comment.range),
        help: comment.help)
      return
    }
    findings.report(
      "this script has no statements yet", at: script.script.file.nameSpan,
      help:
        "\(Self.advice(script.script)) If it is the latest update and has no code step, you can delete it."
    )
  }

  private static func advice(_ script: Script) -> String {
    switch script.file.format {
    case .plist: "Write each statement in a <string>, between <array> and </array>."
    case .json: "Write each statement in double quotes, between “[” and “]”."
    case .sql: "Write each statement at the end of the file, followed by a semicolon."
    }
  }
}
