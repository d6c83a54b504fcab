/// A reserved keyword used as the name of a table or column.
package struct ReservedWord: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table or column has a reserved keyword as its name.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init("CREATE TABLE «order» (id INTEGER PRIMARY KEY)"),
      .init("CREATE TABLE item (id INTEGER PRIMARY KEY, «group» TEXT, name TEXT)"),
      .init(
        before: ["CREATE TABLE item (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE item ADD COLUMN «index» INTEGER"),
      .init(
        before: ["CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, \"to\" TEXT)"],
        "INSERT INTO «order» (id, to) VALUES (1, 'x')"),
      .init("CREATE TABLE item (id INTEGER, «unique» INTEGER)"),
    ],
    right: [
      .init("CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, [group] TEXT, key TEXT, desc TEXT)")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .reservedWord(let range) = statement.syntaxErrorCause else { return }
    let word = statement.words(in: range)
    findings.report(
      "“\(word)” is a reserved keyword", at: statement.span(range),
      label: "write it in double quotes",
      help:
        "Write \"\(word)\" in double quotes here and wherever it is used, or choose another name.")
  }
}
