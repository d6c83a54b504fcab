import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSchema

/// `STRING`
package struct UnknownType: Rule {
  package static let documentation = RuleDocumentation(
    summary: "In a column with an unknown type, strings that look like numbers become numbers.",
    severity: .warning,
    why:
      "A column of the type STRING has numeric affinity: it stores '007' as 7 and '1e3' as 1000.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, phone «STRING»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, phone «TXET» NOT NULL)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "alter table user add zip «string»"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, phone TEXT, seen DATETIME, ok BOOLEAN)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, string TEXT, phone VARCHAR(20))"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      guard definition.type.count == 1, let token = definition.type.first,
        !statement.isConstraintTypo(token, in: definition)
      else { continue }
      let word = statement.name(token).uppercased()
      guard word.utf8.allSatisfy({ $0 < 0x80 }), Affinity(word) == .numeric,
        !TypeNames.isKnown(word)
      else { continue }
      let near =
        TypeNames.texts.contains(word)
        ? "TEXT" : Spelling.closest(to: word, among: TypeNames.known.sorted())
      let written = statement.text(token)
      findings.report(
        "“\(written)” is not an SQLite type: “\(definition.column.name)” stores '007' as the number 7",
        at: statement.span(token), label: near.map { "did you mean \($0)?" },
        help: near.map { "Write \($0)." } ?? "Write TEXT for strings, INTEGER or REAL for numbers.",
        severity: near == nil ? .info : nil)
    }
  }
}
