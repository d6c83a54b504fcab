import SQLScriptsFiles
import SQLScriptsSQL

/// A COLLATE that SQLite does not have.
package struct UnknownCollation: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A COLLATE names an order of texts that SQLite does not have.", severity: .error,
    why: "The update stops here for every user, unless the app adds the collation itself.",
    wrong: [
      .init("CREATE TABLE user (name TEXT COLLATE «utf8_general_ci»)"),
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "CREATE INDEX user_name ON user (name collate «nocse»)"),
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "DELETE FROM user WHERE name = 'a' COLLATE «[C]» AND name <> ''"),
    ],
    right: [
      .init(
        "CREATE TABLE user (name TEXT COLLATE NoCase, utf8_bin TEXT COLLATE \"binary\")",
        "CREATE INDEX user_name ON user (name COLLATE rtrim)")
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .noSuchCollation(let name) = statement.error?.said,
      !RehearsedStatement.hasMisleadingCharacters(name)
    else { return }
    let index = statement.tokens.indices.dropFirst().first { index in
      statement.word(index - 1) == "COLLATE"
        && statement.name(statement.tokens[index]).asciiLowercased == name.asciiLowercased
    }
    let known = ["NOCASE", "BINARY", "RTRIM"]
    let ending = name.asciiLowercased
    let near =
      Spelling.closest(to: name, among: known) ?? (ending.hasSuffix("_ci") ? "NOCASE" : nil)
      ?? (ending.hasSuffix("_bin") || ending.hasSuffix("_cs") ? "BINARY" : nil)
    findings.report(
      "SQLite has no collation “\(name)”",
      at: index.map { statement.span(statement.tokens[$0]) } ?? statement.span,
      why: "It has BINARY, NOCASE (A is a, in ASCII only) and RTRIM.",
      help: near.map { "Write COLLATE \($0)." } ?? "Take COLLATE out, or write COLLATE NOCASE.")
  }
}
