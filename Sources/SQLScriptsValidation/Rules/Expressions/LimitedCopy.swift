import SQLScriptsSQL

/// `INSERT INTO new_user SELECT … FROM user LIMIT 1000` in a rebuild
package struct LimitedCopy: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "The copy of a rebuild has LIMIT or GROUP BY.", severity: .warning,
    why: "Tables with more rows than the author expected lose the others.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user «LIMIT 1000»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT min(id), name FROM user «GROUP BY» name",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user ORDER BY id",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for lineage in script.lineages where lineage.kind == .rebuilt {
      let name = lineage.before.name
      guard !script.allowsRowLoss(of: SQLName(name)) else { continue }
      for statement in lineage.copies.map({ script.statements[$0] }) {
        guard let select = statement.outerIndex(of: "SELECT") else { continue }
        if let limit = statement.outerIndex(of: "LIMIT", from: select) {
          let last = statement.kind(limit + 1) == .integer ? limit + 1 : limit
          findings.report(
            "LIMIT leaves out the other rows of “\(name)”", at: statement.span(limit...last),
            help: "Remove LIMIT. \(Self.advice(name))")
        } else if let group = statement.outerIndex(of: "GROUP", from: select) {
          findings.report(
            "GROUP BY leaves one row of each group of “\(name)”",
            at: statement.span(group...group + 1),
            help: "Remove GROUP BY. \(Self.advice(name))")
        }
      }
    }
  }

  private static func advice(_ name: String) -> String {
    "If you mean to delete rows, add “\(name)” to \"allowsRowLoss\"."
  }
}
