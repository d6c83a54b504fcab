import SQLScriptsDiagnostics
import SQLScriptsSchema

/// `VARCHAR(20)`
package struct VarcharLength: Rule {
  package static let documentation = RuleDocumentation(
    summary: "SQLite ignores the length of a text type.", severity: .info,
    why:
      "SQLite stores a string of any length in a VARCHAR(20). Other databases truncate or refuse it.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name VARCHAR(«20»))"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, a char(«2»), b varchar(30))"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, price DECIMAL(10, 2))"),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name VARCHAR(20) CHECK (length(name) <= 20))"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    // Reported once per statement, because the others have the same meaning.
    for definition in statement.columnDefinitions {
      guard let length = definition.length, Affinity(definition.column.type) == .text,
        !definition.constraints.contains(where: { statement.upper($0) == "LENGTH" })
      else { continue }
      findings.report(
        "length of “\(definition.column.name)” is not enforced: SQLite also stores longer strings",
        at: statement.span(length),
        help:
          "Leave it, or write CHECK (length(\(definition.column.name)) <= \(statement.text(length)))."
      )
      return
    }
  }
}
