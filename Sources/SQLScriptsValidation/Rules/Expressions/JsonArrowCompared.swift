import SQLScriptsSQL

/// `meta -> '$.kind' = 'photo'`
package struct JsonArrowCompared: Rule {
  private static let file = ["CREATE TABLE file (id INTEGER PRIMARY KEY, meta TEXT NOT NULL)"]

  package static let documentation = RuleDocumentation(
    summary: "The JSON that -> gives is compared with a plain text.", severity: .warning,
    why: "-> gives JSON, in which a text has double quotes. ->> gives the text itself.",
    wrong: [
      .init(before: file, "DELETE FROM file WHERE meta «->» '$.kind' = 'photo'"),
      .init(before: file, "CREATE VIEW v AS SELECT id FROM file WHERE meta «->» 'kind' <> 'photo'"),
    ],
    right: [
      .init(before: file, "DELETE FROM file WHERE meta ->> '$.kind' = 'photo'"),
      .init(before: file, "DELETE FROM file WHERE meta -> '$.kind' = '\"photo\"'"),
      .init(before: file, "DELETE FROM file WHERE meta -> '$.tags' = '[]'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.word(index) == "->" {
      guard [.string, .integer].contains(statement.kind(index + 1)),
        ["=", "==", "<>", "!="].contains(statement.word(index + 2)),
        statement.kind(index + 3) == .string,
        statement.name(index + 3).first.map({ $0.isLetter }) ?? true,
        !["true", "false", "null"].contains(statement.name(index + 3))
      else { continue }
      let text = statement.text(statement.tokens[index + 3])
      findings.report(
        "-> gives a text with its double quotes, so it is never equal to \(text)",
        at: statement.span(index...index), help: "Write ->>.")
    }
  }
}
