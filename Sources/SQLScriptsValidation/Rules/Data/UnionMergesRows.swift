import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO payment … SELECT … FROM cash UNION SELECT … FROM card`, before both tables are dropped
package struct UnionMergesRows: Rule {
  private static let tables = [
    "CREATE TABLE cash (day TEXT NOT NULL, cents INTEGER NOT NULL)",
    "CREATE TABLE card (day TEXT NOT NULL, cents INTEGER NOT NULL)",
  ]
  private static let payment =
    "CREATE TABLE payment (id INTEGER PRIMARY KEY, day TEXT NOT NULL, cents INTEGER NOT NULL)"

  package static let documentation = RuleDocumentation(
    summary: "A copy of tables that are then dropped uses UNION instead of UNION ALL.",
    severity: .error, why: "UNION keeps only one of several equal rows. The others are lost.",
    wrong: [
      .init(
        before: tables, payment,
        "INSERT INTO payment (day, cents) SELECT day, cents FROM cash «UNION» SELECT day, cents FROM card",
        "DROP TABLE cash", "DROP TABLE card")
    ],
    right: [
      .init(
        before: tables, payment,
        "INSERT INTO payment (day, cents) SELECT day, cents FROM cash UNION ALL SELECT day, cents FROM card",
        "DROP TABLE cash", "DROP TABLE card"),
      .init(
        before: tables, "CREATE TABLE day (day TEXT PRIMARY KEY)",
        "INSERT INTO day SELECT day FROM cash UNION SELECT day FROM card", "DROP TABLE cash",
        "DROP TABLE card"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    var dropped: Set<SQLName> = []
    // Only what is dropped later counts.
    for statement in script.statements.reversed() {
      if let name = statement.droppedTable { dropped.insert(name) }
      guard !dropped.isEmpty, let union = place(in: statement, dropped, script) else { continue }
      findings.report(
        "UNION keeps only one of several equal rows, and the script drops the tables",
        at: statement.span(union...union), help: "Write UNION ALL.")
    }
  }

  /// The index of UNION in a copy of dropped tables that may have equal rows.
  private func place(
    in statement: RehearsedStatement, _ dropped: Set<SQLName>, _ script: RehearsedScript
  ) -> Int? {
    guard let target = statement.targetIndex, statement.word(statement.verb ?? 0) != "UPDATE",
      let select = statement.outerIndex(of: "SELECT", from: target),
      let union = statement.outerIndex(of: "UNION", from: select),
      statement.word(union + 1) != "ALL",
      let table = statement.before[statement.name(target)], table.kind == .table
    else { return nil }
    let columns = statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    let outer = statement.outerIndices(from: select)
    let words: Set = ["GROUP", "DISTINCT", "INTERSECT", "EXCEPT", "VALUES", "JOIN"]
    let froms = outer.filter { statement.word($0) == "FROM" }
    guard !table.isUnique(in: Set(columns.map { SQLName($0) })),
      !outer.contains(where: { words.contains(statement.word($0)) }),
      froms.count == outer.count(where: { statement.word($0) == "SELECT" })
    else { return nil }
    let sources = froms.compactMap { statement.namedTable(at: $0 + 1) }
    let rebuilt = Set(
      script.lineages.filter { $0.kind == .rebuilt }.map { SQLName($0.before.name) })
    guard sources.count == froms.count,
      sources.allSatisfy({ source in
        let name = SQLName(source.table.name)
        return dropped.contains(name) && !rebuilt.contains(name)
      })
    else { return nil }
    // Rows with a key are never equal, unless the tables share keys on purpose.
    let hasKeys = zip(froms, sources).allSatisfy { from, source in
      let start = outer.last { $0 < from && statement.word($0) == "SELECT" } ?? select
      let chosen = Set(
        (start + 1..<from).filter(statement.isName).map { SQLName(statement.name($0)) })
      return statement.word(start + 1) == "*" && !source.table.primaryKey.isEmpty
        || source.table.isUnique(in: chosen)
    }
    return hasKeys ? nil : union
  }
}
