import SQLScriptsDiagnostics
import SQLScriptsFiles

/// An apostrophe inside a text, which ends it.
package struct ApostropheInText: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An apostrophe inside a text ends the text.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "INSERT INTO user (name) VALUES ('O«'»Brien')"),
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "UPDATE user SET name = 'it«'»s' WHERE name = 'x'"),
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "INSERT INTO user (name) VALUES ('rock «'»n' roll')"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "INSERT INTO user (name) VALUES ('O''Brien'), ('C:\\')")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .apostrophe(let range, let reading) = statement.refusal else { return }
    guard let reading else {
      return findings.report(
        "A text ends at this quote, and more text follows", at: statement.span(range),
        why: "In SQL an apostrophe inside a text is written twice.",
        help: "If it is an apostrophe, write it twice: ''. If not, a quote is missing before it.")
    }
    findings.report(
      "This apostrophe ends the text too early", at: statement.span(reading.edits[0].range),
      label: "write '' here", why: "In SQL an apostrophe inside a text is written twice.",
      help: "Write \(reading.text)",
      fixIt: reading.isCertain ? statement.provedFixIt("Write ''", reading.edits) : nil)
  }
}
