import SQLScriptsAdvice
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// `pragma_table_info('usr')`, where no table has this name
package struct NoSuchTableInPragma: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A pragma function has the name of a table that does not exist.", severity: .warning,
    why: "It returns no rows, so a condition with it is never true.",
    wrong: [
      .init(
        before: user,
        "UPDATE user SET name = '' WHERE EXISTS (SELECT 1 FROM pragma_table_info(«'usr'») WHERE name = 'x')"
      )
    ],
    right: [
      .init(
        before: user,
        "UPDATE user SET name = '' WHERE EXISTS (SELECT 1 FROM pragma_table_info('user') WHERE name = 'x')"
      ),
      .init(
        before: user,
        "UPDATE user SET name = '' WHERE EXISTS (SELECT 1 FROM pragma_table_info('legacy'))"),
    ])

  package init() {}

  private static let functions: Set = [
    "PRAGMA_TABLE_INFO", "PRAGMA_TABLE_XINFO", "PRAGMA_INDEX_LIST", "PRAGMA_FOREIGN_KEY_LIST",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where Self.functions.contains(statement.word(index)) {
      guard statement.kind(index + 1) == .leftParenthesis, statement.kind(index + 2) == .string
      else { continue }
      let name = statement.name(index + 2)
      // Another name may be that of a table that existed once.
      guard statement.before[name] == nil,
        let near = Spelling.closest(to: name, among: statement.before.names)
      else { continue }
      findings.report(
        "no table is named “\(name.forMessage)”", at: statement.span(index + 2...index + 2),
        label: "did you mean “\(near)”?", help: "Write \(near.quoted(by: "'")).")
    }
  }
}
