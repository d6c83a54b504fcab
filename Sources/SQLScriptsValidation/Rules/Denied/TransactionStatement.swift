import SQLScripts

/// BEGIN, COMMIT, ROLLBACK and similar statements.
package struct TransactionStatement: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script begins or ends a transaction.", severity: .error,
    why:
      "SQLScripts runs each script in one transaction, so that it is applied completely or not "
      + "at all (law 12). It ignores BEGIN and COMMIT around a whole script, and refuses a "
      + "COMMIT in the middle (law 15).",
    wrong: [
      .init("«BEGIN TRANSACTION»", "CREATE TABLE user (id INTEGER)"),
      .init("CREATE TABLE user (id INTEGER)", "«commit»"),
      .init("«SAVEPOINT one»"),
      .init("/* all or nothing */ «BEGIN IMMEDIATE»;"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)", "CREATE TABLE \"commit\" (id INTEGER)"],
        "CREATE TRIGGER copied AFTER INSERT ON user BEGIN INSERT INTO \"commit\" VALUES (new.id); END"
      )
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let denial = statement.denial else { return }
    switch denial {
    case .transactionControl, .transactionControlOutside:
      findings.report("\(denial)", at: statement.span, help: denial.help)
    default: return
    }
  }
}
