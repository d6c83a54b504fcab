import SQLScriptsSQL
import SQLScriptsSchema

/// `WHERE version < '9.5'`
package struct TextVersionComparison: Rule {
  private static let app = ["CREATE TABLE app (id INTEGER PRIMARY KEY, version TEXT, n REAL)"]

  package static let documentation = RuleDocumentation(
    summary: "Version numbers are compared as text.", severity: .warning,
    why: "Text is compared letter by letter, so '10.0' is less than '9.5'.",
    wrong: [
      .init(before: app, "DELETE FROM app WHERE version «< '9.5'»"),
      .init(before: app, "UPDATE app SET n = 1 WHERE app.version «>= '2.10.0'»"),
    ],
    right: [
      .init(before: app, "DELETE FROM app WHERE version = '9.5' OR n < '9.5'"),
      .init(before: app, "DELETE FROM app WHERE CAST(version AS REAL) < 9.5"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .string {
      let parts = statement.name(index).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
        ["<", "<=", ">", ">="].contains(statement.word(index - 1)), statement.isName(index - 2),
        DayFirstDate.sortable(statement.name(index)) == nil
      else { continue }
      let name = statement.name(index - 2)
      let columns = statement.readColumns(named: name)
      guard parts.count > 2 || name.asciiLowercased.contains("version"), !columns.isEmpty,
        columns.allSatisfy({ Affinity($0.type) == .text })
      else { continue }
      findings.report(
        "this compares text, not version numbers: '10.0' is less than '9.5'",
        at: statement.span(index - 1...index),
        help: "Compare the parts as numbers, or list the versions: \(name) IN ('…', '…').")
    }
  }
}
