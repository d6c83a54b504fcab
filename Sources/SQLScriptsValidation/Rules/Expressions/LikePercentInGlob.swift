import SQLScriptsSQL

/// `GLOB '%.jpg'`
package struct LikePercentInGlob: Rule {
  private static let file = ["CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT, kind TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A GLOB pattern uses the % wildcard of LIKE.", severity: .warning,
    why:
      "The wildcards of GLOB are * and ?, so the pattern contains a literal %, which usually matches "
      + "nothing.",
    wrong: [
      .init(before: file, "UPDATE file SET kind = 'image' WHERE name GLOB «'%.jpg'»"),
      .init(before: file, "CREATE VIEW v AS SELECT id FROM file WHERE name NOT GLOB «'tmp%'»"),
    ],
    right: [
      .init(before: file, "UPDATE file SET kind = 'image' WHERE name GLOB '*.jpg'"),
      .init(before: file, "UPDATE file SET kind = 'image' WHERE name LIKE '%.jpg'"),
      .init(before: file, "UPDATE file SET kind = 'discount' WHERE name GLOB '*%'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where statement.kind(index) == .string && statement.word(index - 1) == "GLOB" {
      let pattern = statement.name(index)
      guard pattern.hasPrefix("%") || pattern.hasSuffix("%"),
        !pattern.contains(where: { "*?[".contains($0) })
      else { continue }
      let better = String(pattern.map { $0 == "%" ? "*" : $0 }).quoted(by: "'")
      findings.report(
        "“%” in \(statement.text(statement.tokens[index])) is not a wildcard in GLOB",
        at: statement.span(index...index), help: "Write GLOB \(better).")
    }
  }
}
