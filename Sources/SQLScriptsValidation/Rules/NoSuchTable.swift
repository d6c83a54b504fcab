import SQLScriptsFiles

/// A name of a table that is not there.
package struct NoSuchTable: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement names a table that is not there at this point.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user_info (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE «usr_info» ADD COLUMN age INTEGER")
    ],
    right: [
      .init(
        before: ["CREATE TABLE user_info (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user_info ADD COLUMN age INTEGER")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let error = statement.error, let missing = error.missingTable else { return }
    let names = statement.before.names
    let near = Spelling.closest(to: missing, among: names)
    findings.report(
      "There is no table “\(missing)” at this point", at: statement.errorSpan,
      label: near.map { "did you mean “\($0)”?" },
      why: names.isEmpty ? "There are no tables yet." : "The tables here are: \(Self.list(names)).",
      help: near.map { "Write \($0)." } ?? "Create it before this statement, or correct the name.")
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }
}
