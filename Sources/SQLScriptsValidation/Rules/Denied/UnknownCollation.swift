import SQLScriptsFiles
import SQLScriptsSQL

/// A collation that SQLite does not have.
package struct UnknownCollation: Rule {
  package static let documentation = RuleDocumentation(
    summary: "COLLATE names a collation that SQLite does not have.", severity: .error,
    why: """
      This script fails on every device, unless the app adds the collation. Then write in sqlscripts.json what stands \
      in for it during checks: `"collations": { "by_length": "BINARY" }`.
      """,
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
      "no collation named “\(name)”",
      at: index.map { statement.span(statement.tokens[$0]) } ?? statement.span,
      why:
        "The collations are BINARY, NOCASE (ignores the case of ASCII letters) and RTRIM "
        + "(ignores trailing spaces).",
      help: near.map { "Write COLLATE \($0)." }
        ?? "Remove COLLATE, or write COLLATE NOCASE. If the app adds this one, add to "
        + "\(BundleSettings.fileName): \"collations\": { \"\(name)\": \"NOCASE\" }")
  }
}
