import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Two statements in one item.
package struct MultipleStatements: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An item of a list holds more than one statement.", severity: .warning,
    why:
      "They are all run, one after the other (law 16). But an error names the item, and other programs"
      + " that read these files run only the first.",
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
    // A second part that does not run is what a stray `;` cut off.
    guard statement.succeeded, statement.ordinal == 2, statement.script.file.format != .sql else {
      return
    }
    findings.report(
      "Item \(statement.item.number) holds more than one statement", at: statement.span,
      label: "the second starts here", help: "Give every statement an item of its own.")
  }
}
