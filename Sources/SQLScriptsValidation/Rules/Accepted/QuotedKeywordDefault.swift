import SQLScriptsDiagnostics

/// `DEFAULT 'CURRENT_TIMESTAMP'`
package struct QuotedKeywordDefault: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A default in quotes is stored as it stands, also where it looks like a command.",
    severity: .warning,
    why: "DEFAULT 'CURRENT_TIMESTAMP' stores these letters in each row, and not the time.",
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
        "This stores the text “\(value)” in “\(definition.column.name)”", at: statement.span(token),
        label: "a text, not its value", help: help)
    }
  }

  private static func help(_ value: String) -> String? {
    switch value {
    case "NULL": "Write DEFAULT NULL, or leave it out: it is the same."
    case "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME": "Write DEFAULT \(value)."
    case "NOW()", "CURRENT_TIMESTAMP()", "GETDATE()", "SYSDATE()":
      "Write DEFAULT CURRENT_TIMESTAMP."
    default:
      ["DATETIME(", "DATE(", "STRFTIME(", "UNIXEPOCH("].contains(where: value.hasPrefix)
        ? "Write the function in brackets and without quotes: DEFAULT (datetime('now'))." : nil
    }
  }
}
