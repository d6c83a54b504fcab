import SQLScriptsDiagnostics
import SQLScriptsFiles

extension ScriptKey: DocumentedKey {
  package var documentation: KeyDocumentation {
    switch self {
    case .statements:
      KeyDocumentation(
        .statements, type: "list, required", "the statements in order",
        examples: [["ALTER TABLE user_info ADD COLUMN age INTEGER NOT NULL DEFAULT 0"]])
    case .version:
      KeyDocumentation(
        .wholeNumber(from: 1), type: "whole number, `sql_default` only",
        "the version that it creates; 1 by default", assumed: 1, examples: [7])
    case .description:
      KeyDocumentation(.text, type: "string", "one line for people", examples: ["add age to users"])
    case .transaction:
      KeyDocumentation(
        .flag, type: "true or false",
        "false: the statements run outside a transaction, for `VACUUM` and the like. Such a script can stop halfway",
        assumed: true, examples: [false])
    case .foreignKeys:
      KeyDocumentation(
        .choice(Script.ForeignKeys.allCases.map(\.rawValue)),
        type: "`\"checked\"`, `\"unchecked\"`",
        "whether new foreign key violations fail the script; `\"checked\"` by default",
        assumed: "checked", examples: ["unchecked"])
    case .allowsRowLoss:
      KeyDocumentation(
        .texts, type: "list of tables", "tables that the script may empty or shrink",
        examples: [["visit"]])
    case .require:
      KeyDocumentation(
        .queries, type: "list of queries",
        "each must return no row before the first statement; the rows it returns are reported as the error",
        examples: [["SELECT id, email FROM user_info WHERE email IS NULL"]])
    case .verify:
      KeyDocumentation(
        .queries, type: "list of queries",
        "each must return no row before the commit; the rows it returns are reported as the error",
        examples: [["SELECT name FROM user_info WHERE age < 0"]])
    }
  }
}

extension StatementKey: DocumentedKey {
  package var documentation: KeyDocumentation {
    switch self {
    case .sql:
      KeyDocumentation(
        .statement, "the statement, as a string or a list of strings",
        examples: ["UPDATE user_info SET age = 0", ["UPDATE user_info", "SET age = 0"]])
    case .note:
      KeyDocumentation(.text, "a comment for people", examples: ["until the app asks for it"])
    case .onlyIf:
      KeyDocumentation(
        .text,
        "a query: the statement runs only if its first value is true (not 0, not NULL, not empty)",
        examples: ["SELECT count(*) = 0 FROM app_data"])
    case .ignore:
      KeyDocumentation(
        .dictionary(["type": "string"]), "the rules to ignore here, each with the reason",
        examples: [["drop-table": "nobody has filled it"]])
    }
  }
}
