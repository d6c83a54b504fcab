import SQLScriptsSQL

/// Temporary tables, views, indexes and triggers.
package struct TempObject: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script creates a temporary object.", severity: .warning,
    why: "SQLScripts drops it at the end of the script, so the app never sees it (law 30).",
    wrong: [
      .init("CREATE TEMP TABLE «session» (id INTEGER)"),
      .init("create temporary view «v» as select 1"),
      .init("CREATE TABLE temp.«session» (id INTEGER)"),
    ],
    right: [
      .init("CREATE TABLE temporary (id INTEGER)"),
      .init(
        "CREATE TEMP TABLE kept (id INTEGER)", "INSERT INTO kept (id) VALUES (1)",
        "DROP TABLE temp.kept"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for (index, statement) in script.statements.enumerated() {
      guard statement.succeeded, let token = statement.createdToken, statement.isTemporary else {
        continue
      }
      // An object that the script drops again was only an intermediate step.
      let name = statement.name(token).asciiLowercased
      let isDropped = script.statements[(index + 1)...].contains { later in
        later.succeeded && later.word(0) == "DROP" && later.lastToken(named: name) != nil
      }
      if isDropped { continue }
      findings.report(
        "“\(statement.name(token))” is temporary: it is dropped at the end of the script",
        at: statement.span(token),
        help: "Remove TEMP, or drop it in the script if it is only an intermediate step.")
    }
  }
}

extension RehearsedStatement {
  /// Whether the created object is temporary: by the keyword TEMP, or by a name such as temp.user.
  fileprivate var isTemporary: Bool {
    actions.contains { $0.kind == .createTemporary }
      || created?.name.schema.map { name($0).isSameName(as: "temp") } ?? false
  }
}
