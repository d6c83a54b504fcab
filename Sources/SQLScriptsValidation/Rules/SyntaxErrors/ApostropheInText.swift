import SQLScriptsDiagnostics
import SQLScriptsFiles

/// An apostrophe inside a string, which ends the string.
package struct ApostropheInText: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An apostrophe inside a string ends the string.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
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
    guard case .apostrophe(let range, let readings) = statement.syntaxErrorCause else { return }
    guard !readings.isEmpty else {
      return findings.report(
        "the string ends at this quote, but more text follows", at: statement.span(range),
        why: Self.why,
        help:
          "If this is an apostrophe, write it twice: ''. Otherwise add the quote that is "
          + "missing before it."
      )
    }
    for reading in readings {
      findings.report(
        "this apostrophe ends the string too early", at: statement.span(reading.edits[0].range),
        label: "write '' here", why: Self.why, help: "Write \(reading.text)",
        fixIt: reading.isCertain ? statement.fixIt("Write ''", reading.edits) : nil)
    }
  }

  private static let why = "In SQL, an apostrophe inside a string is written twice."
}
