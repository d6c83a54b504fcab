import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `WHERE "nmae" = 'x'`
package struct DoubleQuotedTypo: Rule {
  package static let documentation = RuleDocumentation(
    summary:
      "A misspelled column name in double quotes is read as a string.",
    severity: .error,
    why:
      "SQLite does not report this. It compares, copies or indexes the string itself: a "
      + "condition is always or never true, and a copy writes the same string to every row.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE «\"nmae\"» = 'x'"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE INDEX by_mail ON user («\"mail\"»)"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
          "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, nick TEXT)",
        ],
        "INSERT INTO new_user (id, name, nick) SELECT \"id\", \"name\", «\"nick\"» FROM user"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE VIEW v AS SELECT id, «\"nmae\"» FROM user"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = 'x' WHERE «\"mail\"» IS NULL"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM \"user\" WHERE \"name\" = 'nmae'",
        "CREATE INDEX \"by_name\" ON \"user\" (\"NAME\")"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (name) VALUES (\"\"), (\"nam\")",
        "UPDATE user SET name = \"names\" WHERE name = \"nmae\""),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for (token, column) in statement.textsAndColumns {
      guard let meant = column else { continue }
      let name = statement.name(token)
      let isSame = meant.name?.asciiLowercased == name.asciiLowercased
      let near = isSame ? nil : meant.name
      findings.report(
        "no column named “\(name)”: SQLite reads it as a string",
        at: statement.span(token), label: near.map { "did you mean “\($0)”?" },
        help: near.map { "Write \"\($0)\"." }
          ?? "Write the name of a column, or '\(name)' if you mean the string.",
        severity: meant.isCertain ? nil : .warning)
    }
  }
}
