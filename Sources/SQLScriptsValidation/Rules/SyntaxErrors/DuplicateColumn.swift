import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A column that would appear twice in a table.
package struct DuplicateColumn: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table would have two columns with the same name.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "ALTER TABLE user ADD COLUMN «Name» TEXT"),
      .init("CREATE TABLE user (id INTEGER, name TEXT, «[NAME]» TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "ALTER TABLE user RENAME COLUMN name TO «id»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER, name TEXT)"],
        "ALTER TABLE user ADD COLUMN name2 TEXT DEFAULT 'name'",
        "CREATE TABLE name (name TEXT, CHECK (name <> ''))")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let name = statement.error?.said.duplicateColumn, statement.denial == nil else {
      return
    }
    let place = statement.addedColumnToken ?? statement.secondColumnToken(name)
    let span = place.map { statement.span($0) } ?? statement.errorSpan
    guard let table = statement.alteredTable else {
      findings.report(
        "“\(name)” appears twice in the column list", at: span, label: "the second one",
        help: "Remove one of the two columns, or rename it.")
      return
    }
    findings.report(
      "“\(name)” already exists in table “\(table)”", at: span,
      label: "this name is already in use", help: help(for: statement, table, name),
      related: statement.firstCreation.map {
        [Diagnostic.Related(span: $0, message: "“\(name)” was created here")]
      } ?? [])
  }
}

extension DuplicateColumn {
  /// Removing the update would be wrong if sql_default was edited after its release: existing users would never get the
  /// column.
  private func help(
    for statement: RehearsedStatement, _ table: String, _ name: String
  ) -> String {
    guard statement.addedColumn != nil else { return "Choose another name." }
    guard let source = statement.firstCreation?.file,
      case let file = source.baseName, file.hasPrefix("sql_default."),
      case .update(let version) = statement.script.file.kind
    else { return "Remove the statement, or choose another name." }
    return
      "If users already have “\(name)”, delete this statement. If not, keep it for existing databases, and "
      + "remove “\(name)” from \(file), which creates new databases before this update runs. Or "
      + "\(source.setting(version)), so that new databases skip this update."
  }
}

extension RehearsedStatement {
  /// The token of the column that ALTER TABLE adds.
  fileprivate var addedColumnToken: SQLToken? {
    addedColumn.map { tokens[$0.index] }
  }

  /// The second column of that name in a list; for RENAME, the new name.
  fileprivate func secondColumnToken(_ name: String) -> SQLToken? {
    if alteredTable != nil { return lastToken(named: name) }
    let places = tokens.indices.filter { index in
      guard index > 0, self.name(tokens[index]).asciiLowercased == name.asciiLowercased else {
        return false
      }
      return tokens[index - 1].kind == .comma || tokens[index - 1].kind == .leftParenthesis
    }
    return places.count > 1 ? tokens[places[1]] : lastToken(named: name)
  }
}
