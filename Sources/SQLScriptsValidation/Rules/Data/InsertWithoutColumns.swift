import SQLScriptsDatabase

/// INSERT … VALUES that relies on the column order.
package struct InsertWithoutColumns: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An INSERT does not name its columns.", severity: .info,
    why:
      "A change of the table's columns makes this statement fail or store values in the wrong columns.",
    wrong: [
      .init(
        before: ["CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO «kind» VALUES (1, 'a')", "INSERT INTO kind VALUES (2, 'b')"),
      .init("CREATE TABLE kind (id INTEGER)", "replace into «[kind]» values (1)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO kind (id, name) VALUES (1, 'a')", "INSERT INTO kind DEFAULT VALUES"),
      .init(
        before: ["CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO kind AS k (id, name) VALUES (1, 'a')"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded {
      guard let target = statement.targetIndex, let table = statement.writtenTable,
        statement.columnList == nil, let verb = statement.verb, statement.word(verb) != "UPDATE",
        let structure = statement.before[table], structure.kind == .table,
        statement.outerIndex(of: "VALUES", from: target) != nil,
        statement.word(target + 1) != "DEFAULT",
        // Reported once for each table of a script.
        findings.reportsFirst(table, in: script.script)
      else { continue }
      let names = structure.columns.filter { !$0.isGenerated }.map(\.name)
      let first = names.prefix(6).map(\.quotedIfNeeded).joined(separator: ", ")
      let list = first + (names.count > 6 ? ", …" : "")
      findings.report(
        "INSERT into “\(structure.name)” does not name its columns",
        at: statement.span(statement.tokens[target]),
        help: "Write INSERT INTO \(structure.name.quotedIfNeeded) (\(list)) VALUES …")
    }
  }
}
