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
        ? "TEXT" : Self.nearest(to: word)
      let written = statement.text(token)
      findings.report(
        "“\(written)” is not an SQLite type: “\(definition.column.name)” stores '007' as the number 7",
        at: statement.span(token), label: near.map { "did you mean \($0)?" },
        help: near.map { "Write \($0)." } ?? "Write TEXT for strings, INTEGER or REAL for numbers.",
        severity: near == nil ? .info : nil)
    }
  }

  /// A misspelled type that stores the same values as the type that is meant. A certain correction would be made
  /// unattended, and it changes the schema, which may be meant to stay.
  private func reportMisspelled(
    _ token: SQLToken, _ definition: ColumnDefinition, _ statement: RehearsedStatement,
    _ findings: inout Findings
  ) {
    let written = statement.text(token)
    guard definition.column.primaryKeyPosition == 0, let meant = Self.misspelledType(written) else {
      return
    }
    findings.report(
      "“\(written)” is not an SQLite type", at: statement.span(token),
      label: "did you mean \(meant)?", help: "Write \(meant).", severity: .info)
  }

  /// The type that SQLite's documentation names, is one letter away and stores the same values. LVARCHAR, TIMETEXT and
  /// BIGUINT are types of other systems, and TEXTS or TEXT_ may be a name that somebody chose.
  private static func misspelledType(_ written: String) -> String? {
    let word = written.uppercased()
    let types = ["INTEGER", "TEXT", "BLOB", "REAL", "DOUBLE", "FLOAT", "CHARACTER", "VARCHAR"]
    return types.first { type in
      let more = word.dropFirst(type.count)
      return Spelling.distance(word, type) == 1 && word.first == type.first
        && Affinity(type) == Affinity(word)
        && (!word.hasPrefix(type) || more.first == type.last)
    }
  }

  private static func nearest(to word: String, isOnlyOne: Bool = false) -> String? {
    if TypeNames.otherWords.contains(word) { return nil }
    let known = TypeNames.known.sorted()
    return isOnlyOne
      ? Spelling.onlyClosest(to: word, among: known) : Spelling.closest(to: word, among: known)
  }

  /// The type that is probably meant. The author has to confirm it, because it changes the schema.
  func suggestion(for finding: SourceSpan, in statement: RehearsedStatement) -> FixIt? {
    guard let token = statement.tokens.first(where: { statement.span($0) == finding }) else {
      return nil
    }
    let word = statement.upper(token)
    let near =
      Affinity(word) == .numeric
      ? Self.nearest(to: word, isOnlyOne: true) : Self.misspelledType(word)
    guard let meant = TypeNames.texts.contains(word) ? "TEXT" : near else { return nil }
    let isLower = statement.text(token) == statement.text(token).lowercased()
    let text = isLower ? meant.lowercased() : meant
    return statement.provedFixIt("Write \(text)", [StatementEdit(token.range, text)])
  }
}
