import SQLScriptsDiagnostics

/// `DEFAULT 'CURRENT_TIMESTAMP'`
package struct QuotedKeywordDefault: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A keyword or function in quotes is stored as a string.",
    severity: .warning,
    why: "DEFAULT 'CURRENT_TIMESTAMP' stores this string in each row, not the time.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT «'CURRENT_TIMESTAMP'»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT «'now()'»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT DEFAULT «'null'»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN made TEXT DEFAULT «\"current_date\"»"),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT «'datetime(''now'')'»)"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT CURRENT_TIMESTAMP)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, state TEXT DEFAULT 'now or never')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      guard let token = statement.defaultToken(of: definition), token.kind != .word else {
        continue
      }
      let value = statement.name(token)
      guard let help = Self.help(value.uppercased()) else { continue }
      findings.report(
        "the default of “\(definition.column.name)” is the string “\(value)”",
        at: statement.span(token),
        label: "a string, not a function call", help: help)
    }
  }

  private static func help(_ value: String) -> String? {
    switch value {
    case "NULL": "Write DEFAULT NULL, or remove the default, which means the same."
    case "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME": "Write DEFAULT \(value)."
    case "NOW()", "CURRENT_TIMESTAMP()", "GETDATE()", "SYSDATE()":
      "Write DEFAULT CURRENT_TIMESTAMP."
    default:
      ["DATETIME(", "DATE(", "STRFTIME(", "UNIXEPOCH("].contains(where: value.hasPrefix)
        ? "Write the function in parentheses and without quotes: DEFAULT (datetime('now'))." : nil
    }
  }
}
