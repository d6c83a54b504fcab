import SQLScriptsSQL
import SQLScriptsSchema

/// `SET label_id = 0 WHERE label_id IS NULL`, where `label_id` is a foreign key
package struct DanglingReference: Rule {
  private static let tables = [
    "CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE card (id INTEGER PRIMARY KEY, label INTEGER REFERENCES label (id), text TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A foreign key gets 0, a negative number or '' for “no row”.", severity: .warning,
    why:
      "Unless the app inserts such a row, the script fails on every device that has a row to change. Only NULL "
      + "refers to nothing.",
    wrong: [
      .init(before: tables, "UPDATE card SET label = «0» WHERE label IS NULL"),
      .init(before: tables, "UPDATE card SET text = '', label = «-1» WHERE label IS NULL"),
    ],
    right: [
      .init(before: tables, "UPDATE card SET label = NULL WHERE label = 7"),
      .init(
        before: tables, "UPDATE card SET label = 0 WHERE label IS NULL",
        "INSERT INTO label (id, name) VALUES (0, 'none')"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.script.foreignKeys == .checked,
      // The rows themselves prove more.
      script.orphans.isEmpty, script.orphansWithoutSamples.isEmpty
    else { return }
    for (place, statement) in script.statements.enumerated() where statement.word(0) == "UPDATE" {
      for value in statement.danglingValues {
        let isInsertedLater = script.statements[place...].contains {
          ["INSERT", "REPLACE"].contains($0.word(0)) && $0.writtenTable == value.parent
        }
        guard !isInsertedLater, script.after[value.parent] != nil else { continue }
        let written = statement.text(ofTokens: value.tokens)
        findings.report(
          "“\(value.parent.text)” has no row \(written), to which “\(value.column)” would refer",
          at: statement.span(value.tokens.lowerBound...value.tokens.upperBound - 1),
          help: "Write NULL, or insert the row \(written) into “\(value.parent.text)” first.")
      }
    }
  }
}
