import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// `STRING`
package struct UnknownType: Rule {
  package static let documentation = RuleDocumentation(
    summary: "The type of a column is unknown or misspelled, which SQLite accepts.",
    severity: .warning,
    why:
      "A column of the type STRING has numeric affinity: it stores '007' as 7 and '1e3' as 1000. "
      + "A misspelled type such as INTGER stays in the schema, and a later table copies it.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, phone «STRING»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, phone «TXET» NOT NULL)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "alter table user add zip «string»"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, age «INTGER» NOT NULL)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, bio «TEXTT»)"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, phone TEXT, seen DATETIME, ok BOOLEAN)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, string TEXT, phone VARCHAR(20))"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      guard definition.type.count == 1, let token = definition.type.first,
        !statement.isConstraintTypo(token, in: definition)
      else { continue }
      let word = statement.name(token).uppercased()
      guard word.utf8.allSatisfy({ $0 < 0x80 }), !TypeNames.isKnown(word) else { continue }
      guard Affinity(word) == .numeric else {
        reportMisspelled(token, definition, statement, &findings)
        continue
      }
      let near =
        TypeNames.texts.contains(word)
        ? "TEXT" : Spelling.closest(to: word, among: TypeNames.known.sorted())
      let written = statement.text(token)
      findings.report(
        "“\(written)” is not an SQLite type: “\(definition.column.name)” stores '007' as the number 7",
        at: statement.span(token), label: near.map { "did you mean \($0)?" },
        help: near.map { "Write \($0)." } ?? "Write TEXT for strings, INTEGER or REAL for numbers.",
        severity: near == nil ? .info : nil)
    }
  }

  /// A misspelled type that stores the same values as the type that is meant.
  private func reportMisspelled(
    _ token: SQLToken, _ definition: ColumnDefinition, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    let written = statement.text(token)
    // The first letter is seldom wrong, and SINT or LONGCHAR are types of other systems.
    guard let meant = Self.onlyType(near: written.uppercased()),
      meant.first == written.uppercased().first, Affinity(meant) == Affinity(written),
      definition.column.primaryKeyPosition == 0
    else { return }
    findings.report(
      "“\(written)” is not an SQLite type", at: statement.span(token),
      label: "did you mean \(meant)?", help: "Write \(meant).", severity: .info,
      fixIt: Self.writing(meant, insteadOf: token, in: statement))
  }

  private static func onlyType(near word: String) -> String? {
    Spelling.onlyClosest(to: word, among: TypeNames.known.sorted())
  }

  private static func writing(
    _ type: String, insteadOf token: SQLToken, in statement: RehearsedStatement
  ) -> FixIt? {
    let isLower = statement.text(token) == statement.text(token).lowercased()
    let text = isLower ? type.lowercased() : type
    return statement.provedFixIt("Write \(text)", [StatementEdit(token.range, text)])
  }

  /// The type that is probably meant, which stores other values than the word that is there.
  func suggestion(for finding: SourceSpan, in statement: RehearsedStatement) -> FixIt? {
    guard let token = statement.tokens.first(where: { statement.span($0) == finding }),
      case let word = statement.upper(token),
      let meant = TypeNames.texts.contains(word) ? "TEXT" : Self.onlyType(near: word)
    else { return nil }
    return Self.writing(meant, insteadOf: token, in: statement)
  }
}
