import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// `BOOLEAN DEFAULT 'true'`
package struct BooleanDefaultText: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A Boolean column has the string 'true' or 'false' as its default.",
    severity: .warning,
    why:
      "SQLite stores the string. In a condition, SQLite treats the string 'true' as 0, which "
      + "means false.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, ok BOOLEAN NOT NULL DEFAULT «'true'»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, ok integer default «'FALSE'»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN ok BOOL NOT NULL DEFAULT «'yes'»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN ok BOOLEAN NOT NULL DEFAULT «'f'»"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, ok BOOLEAN NOT NULL DEFAULT 1)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, ok BOOLEAN NOT NULL DEFAULT TRUE)"),
      .init("CREATE TABLE setting (id INTEGER PRIMARY KEY, value TEXT DEFAULT 'true')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      guard let token = statement.defaultToken(of: definition), token.kind == .string,
        [.integer, .numeric].contains(Affinity(definition.column.type)),
        let number = Self.number(statement.name(token).asciiLowercased, definition.column.type)
      else { continue }
      findings.report(
        "the default of “\(definition.column.name)” is the string \(statement.text(token)), "
          + "which SQLite treats as false",
        at: statement.span(token), help: "Write DEFAULT \(number).")
    }
  }

  private static func number(_ word: String, _ type: String) -> Int? {
    let isBoolean = type.uppercased().hasPrefix("BOOL")
    return numbers[word] ?? (isBoolean ? letters[word] : nil)
  }

  private static let numbers = ["true": 1, "false": 0, "yes": 1, "no": 0]
  private static let letters = ["t": 1, "f": 0, "y": 1, "n": 0, "on": 1, "off": 0]
}
