import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// `INTEGER DEFAULT ''`
package struct TextDefaultForNumber: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A numeric column has a string as its default.", severity: .warning,
    why: "SQLite stores the string. The app reads it as 0, and SQLite sorts it after all numbers.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER NOT NULL DEFAULT «''»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN size REAL DEFAULT «'none'»"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER NOT NULL DEFAULT 0)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER NOT NULL DEFAULT '0')"),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, made DATETIME DEFAULT '', n TEXT DEFAULT '')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      guard let token = statement.defaultToken(of: definition), token.kind == .string,
        [.integer, .real].contains(Affinity(definition.column.type)),
        // Other rules report Booleans and functions in quotes.
        Double(statement.name(token).trimmedBlanks) == nil, !statement.isToldOtherwise(token)
      else { continue }
      findings.report(
        "the default of the numeric column “\(definition.column.name)” is the string \(statement.text(token))",
        at: statement.span(token), help: "Write a number, such as DEFAULT 0, or DEFAULT NULL.")
    }
  }
}

extension String {
  fileprivate var trimmedBlanks: Substring {
    let end = reversed().prefix { $0 == " " }.count
    return drop { $0 == " " }.dropLast(end)
  }
}

extension RehearsedStatement {
  fileprivate func isToldOtherwise(_ token: SQLToken) -> Bool {
    let word = name(token).asciiLowercased
    let known = ["true", "false", "yes", "no", "t", "f", "y", "n", "on", "off", "null"]
    return known.contains(word) || word.hasPrefix("current_") || word.contains("(")
  }
}
