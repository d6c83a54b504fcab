import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A column that a table would have twice.
package struct DuplicateColumn: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table would have two columns of one name.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
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
        "The column “\(name)” is there twice", at: span, label: "the second one",
        help: "Take one of the two out, or give it another name.")
      return
    }
    findings.report(
      "“\(table)” has a column “\(name)” already", at: span, label: "this name is taken",
      help: statement.addedColumn == nil
        ? "Choose another name." : "Take the statement out, or choose another name.",
      related: statement.madeBefore.map {
        [Diagnostic.Related(span: $0, message: "“\(name)” was made here")]
      } ?? [])
  }
}

extension RehearsedStatement {
  /// The token of the column that ALTER TABLE adds.
  fileprivate var addedColumnToken: SQLToken? {
    addedColumn.map { tokens[$0.index] }
  }

  /// The second time that a column's name begins a part of a list; of a RENAME, the new name.
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
