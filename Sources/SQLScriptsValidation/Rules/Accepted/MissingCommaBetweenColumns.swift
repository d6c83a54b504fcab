import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `id INTEGER name TEXT`
package struct MissingCommaBetweenColumns: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A comma is missing between two columns, so SQLite creates only one.",
    severity: .error,
    why:
      "SQLite accepts any words as a type, so it reports no error. The second column is "
      + "missing, so the app fails when it uses it.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER «name» TEXT)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT «age» INTEGER)"),
      .init("create table \"user\" (\"id\" integer «\"name\"» text, age integer)"),
      .init("CREATE TABLE user (id INTEGER «date» TEXT NOT NULL)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL «age» INTEGER)"),
      .init("CREATE TABLE 用户 (编号 INTEGER «名字» TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "ALTER TABLE user ADD COLUMN a TEXT «b» TEXT"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name varchar[10], place FLOAT[512])"),
      .init("CREATE TABLE user (id INTEGER, name TEXT)"),
      .init("CREATE TABLE user (a UNSIGNED BIG INT, b DOUBLE PRECISION, c CHARACTER VARYING(20))"),
      .init("CREATE TABLE user (seen TIMESTAMP WITH TIME ZONE, b BIGINT UNSIGNED, c INT8)"),
      .init("CREATE TABLE user (id, name, age)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    // After a constraint, SQLite reports the error itself.
    if case .syntax(let range, .missingComma(let further)) = statement.syntaxErrorCause,
      statement.word(0) == "CREATE",
      statement.tokens.prefix(3).contains(where: { statement.text($0).uppercased() == "TABLE" })
    {
      for range in [range] + further {
        let word = statement.words(in: range)
        findings.report(
          "missing comma before “\(word)”", at: statement.span(range),
          label: "not expected here", why: statement.error.map { "SQLite said “\($0.message)”." },
          help: "Write a comma before “\(word)”.")
      }
      return
    }
    // Another rule reports the word.
    if statement.word(0) == "ALTER", statement.misreadAlias != nil { return }
    for definition in statement.columnDefinitions where definition.type.count > 1 {
      // Other rules report these words.
      if definition.type.contains(where: { statement.isConstraintTypo($0, in: definition) })
        || !statement.mysqlOptions(of: definition).isEmpty
      {
        continue
      }
      check(definition, statement, &findings)
    }
  }

  private func check(
    _ definition: ColumnDefinition, _ statement: RehearsedStatement, _ findings: inout Findings
  ) {
    let words = definition.type.map { statement.upper($0) }
    // Another rule reports full-width commas.
    let hasStray = words.contains { word in
      word.unicodeScalars.contains { StrayCharacter.kind(of: $0) != nil }
    }
    guard !hasStray else { return }
    let isAddition = statement.word(0) == "ALTER"
    // ADD COLUMM nick TEXT: the misspelled COLUMN became the name.
    if isAddition, statement.isMisspelledColumnKeyword(definition) { return }
    var index = max(1, TypeNames.phrase(words[...]))
    while index < words.count {
      let token = definition.type[index]
      guard token.kind != .string, !isLength(statement.text(token)) else { return }
      let first = statement.name(definition.name)
      let second = statement.name(token)
      let next = index + 1 + TypeNames.phrase(words[(index + 1)...])
      let isColumn = next > index + 1 || token.kind == .quotedName
      if index == 1, !TypeNames.isKnown(words[0]), isAddition || next == words.count {
        let name = "\(first) \(statement.name(definition.type[0]))"
        findings.report(
          "“\(name)” is not a valid name: SQLite parses the second word as part of the type of “\(first)”",
          at: statement.span(definition.type[0]),
          why: "SQLite creates one column “\(first)” of the type “\(definition.column.type)”.",
          help: "Write \"\(name)\" in double quotes, or replace the space with _.")
        return
      }
      findings.report(
        "“\(second)” is parsed as part of the type of “\(first)”; a comma may be missing before it",
        at: statement.span(token), label: "no column “\(second)” is created",
        why: "SQLite creates one column “\(first)” of the type “\(definition.column.type)”.",
        help: isColumn
          ? "Write a comma before \(statement.text(token))."
          : "Write a comma before it, or delete it: “\(definition.column.type)” is not an SQLite type.",
        severity: isColumn ? nil : .warning)
      index = max(next, index + 1)
      if !isColumn { return }
    }
  }

  /// `[]`, or a length as in `varchar[10]`
  private func isLength(_ text: String) -> Bool {
    text.hasPrefix("[") && text.dropFirst().dropLast().allSatisfy(\.isNumber)
  }
}
