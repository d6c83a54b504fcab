import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// `NOT_NULL`, `UNIQE`
package struct ConstraintTypo: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A misspelled constraint such as NOT NULL is parsed as part of the type.",
    severity: .error,
    why:
      "SQLite accepts any words as a type. The table is silently created without the "
      + "constraint, so it accepts NULLs or duplicates.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER «PRIMARY_KEY», name TEXT)"),
      .init("CREATE TABLE user (id INTEGER, name TEXT «NOT_NULL»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT «UNIQE»)"),
      .init("create table user (id integer «primery» key, name text)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT «NO» NULL)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "ALTER TABLE user ADD COLUMN kind TEXT «DEFUALT» 'free'"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)"),
      .init("CREATE TABLE user (uniqe TEXT, not_null TEXT, primary_key INTEGER)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NULL)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard !statement.columnDefinitions.isEmpty else { return }
    if let option = statement.tableOptionInside {
      let range = statement.words(from: option)
      let words = statement.words(in: range)
      findings.report(
        "“\(words)” is before the closing parenthesis, so SQLite parses it as part of a column",
        at: statement.span(range), label: "this option is missing",
        help: statement.kind(option.lowerBound - 1) == .comma
          ? "Write \(words) after the closing parenthesis, and delete the comma before it."
          : "Write \(words) after the closing parenthesis.")
    }
    for definition in statement.columnDefinitions {
      for token in definition.type {
        guard let meant = statement.constraintMeant(by: token, in: definition) else { continue }
        let written = statement.text(token)
        findings.report(
          "“\(written)” is not \(meant): SQLite parses it as part of the type of “\(definition.column.name)”",
          at: statement.span(token), label: "this constraint is missing",
          help: "Write \(meant).")
      }
    }
  }
}

extension RehearsedStatement {
  /// Whether a word of a type was probably meant as a constraint, or as an option of the table.
  func isConstraintTypo(_ token: SQLToken, in definition: ColumnDefinition) -> Bool {
    constraintMeant(by: token, in: definition) != nil
      || tableOptionInside.map { words(from: $0).contains(token.range.lowerBound) } ?? false
  }

  /// The constraint that a word of a type is probably a misspelling of.
  fileprivate func constraintMeant(
    by token: SQLToken, in definition: ColumnDefinition
  ) -> String? {
    guard token.kind == .word else { return nil }
    let word = upper(token)
    guard !TypeNames.isKnown(word) else { return nil }
    let isLast = definition.type.last == token && definition.length == nil
    if isLast, definition.constraints.first.map({ upper($0) }) == "NULL",
      ["NO", "NON", "NOTT", "NTO", "NOOT"].contains(word)
    {
      return "NOT NULL"
    }
    switch word.filter({ $0 != "_" && $0 != "-" }) {
    case "NOTNULL": return "NOT NULL"
    case "PRIMARYKEY", "PRIMARY", "PK": return "PRIMARY KEY"
    case "UNIQUEKEY", "UNIQ": return "UNIQUE"
    default: break
    }
    guard word.utf8.count >= 5, word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let keywords = [
      "NOTNULL", "PRIMARY", "UNIQUE", "DEFAULT", "REFERENCES", "COLLATE", "AUTOINCREMENT",
      "GENERATED",
    ]
    guard let near = Spelling.closest(to: word, among: keywords) else { return nil }
    if near == "AUTOINCREMENT", word == "AUTO_INCREMENT" { return nil }
    return ["PRIMARY": "PRIMARY KEY", "NOTNULL": "NOT NULL"][near] ?? near
  }
}
