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
    guard case .apostrophe(let range, let corrected) = statement.refusal else { return }
    findings.report(
      "This apostrophe ends the text too early", at: statement.span(range),
      label: "write '' here", why: "In SQL an apostrophe inside a text is written twice.",
      help: corrected.map { "Write \($0)" } ?? "Write '' in its place.",
      fixIt: corrected.flatMap { statement.fixIt(textAround: range, corrected: $0) })
  }
}

extension RehearsedStatement {
  /// Writes a text as it should be, which has all its apostrophes twice.
  fileprivate func fixIt(textAround place: Range<Int>, corrected: String) -> FixIt? {
    guard let text = tokens.first(where: { $0.range.contains(place.lowerBound) }) else {
      return nil
    }
    let written = bytes(after: [])
    var edits: [StatementEdit] = []
    var index = text.range.lowerBound
    for byte in corrected.utf8 {
      guard index < written.count else { return nil }
      if written[index] == byte {
        index += 1
      } else if written[index] == UInt8(ascii: "\\") {
        edits.append(StatementEdit(index..<index + 1, "'"))
        index += 1
      } else {
        edits.append(StatementEdit(index - 1..<index, "''"))
      }
    }
    return provedFixIt("Write ''", edits)
  }
}
