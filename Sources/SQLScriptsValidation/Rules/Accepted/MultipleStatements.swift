import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Two statements in one item.
package struct MultipleStatements: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An item contains more than one statement.", severity: .warning,
    why:
      "All of them run, one after another (law 16). But an error names only the item, and other "
      + "programs that read these files run only the first statement.",
    wrong: [
      .init("CREATE TABLE a (id INTEGER); «CREATE TABLE b (id INTEGER)»"),
      .init("CREATE TABLE a (id INTEGER);\n«CREATE TABLE b (id INTEGER)»;\n"),
      .init(
        "CREATE TABLE a (id INTEGER); «CREATE TABLE b (id INTEGER)»; CREATE TABLE c (id INTEGER)"),
    ],
    right: [
      .init("CREATE TABLE a (id INTEGER);", "CREATE TABLE b (id INTEGER); -- the second"),
      .init(
        before: ["CREATE TABLE a (id INTEGER, n INTEGER)"],
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE a SET n = 1 WHERE id = new.id; END"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    // A second part that fails is what a stray `;` cut off.
    guard statement.succeeded, statement.ordinal == 2, statement.script.file.format != .sql,
      statement.hasWholeStatements
    else { return }
    findings.report(
      "this item contains more than one statement", at: statement.span,
      label: "the second statement starts here", help: "Put each statement in a separate item.",
      fixIt: statement.splitItem)
  }
}
