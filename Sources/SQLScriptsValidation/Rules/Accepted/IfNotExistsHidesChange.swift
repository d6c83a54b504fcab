import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// `CREATE TABLE IF NOT EXISTS` of a table that has other columns.
package struct IfNotExistsHidesChange: Rule {
  package static let documentation = RuleDocumentation(
    summary: "IF NOT EXISTS leaves what is there as it is, and what is there is something else.",
    severity: .error,
    why:
      "SQLite sees the name and does nothing. The new column is not there, and the app fails on it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "CREATE TABLE IF NOT EXISTS «user» (id INTEGER PRIMARY KEY, name TEXT)"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)",
          "CREATE INDEX user_index ON user (a)",
        ],
        "create unique index if not exists «user_index» on user (a)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE VIEW v AS SELECT 1 AS n"],
        "CREATE VIEW IF NOT EXISTS «v» AS SELECT id FROM user"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TABLE IF NOT EXISTS \"user\" (id INTEGER PRIMARY KEY, NAME text)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TEMP TABLE IF NOT EXISTS user (id INTEGER, copy TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE VIEW v AS SELECT 1 AS n"],
        "CREATE VIEW IF NOT EXISTS v AS\n  SELECT 1 AS n"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let change = statement.hiddenChange, let name = statement.createdName else { return }
    let token = statement.token(named: name, from: 2)
    let missing = change.missing.map { "“\($0)”" }.joined(separator: ", ")
    findings.report(
      missing.isEmpty
        ? "“\(name)” is there already and is another: this does nothing"
        : "“\(name)” is there already without \(missing): this does nothing",
      at: token.map { statement.span($0) } ?? statement.span, label: "stays as it is",
      help: missing.isEmpty
        ? "Write DROP … before it, if the new one is meant."
        : "Write ALTER TABLE \(name) ADD COLUMN … for what is new.")
  }
}

extension RehearsedStatement {
  /// What a CREATE … IF NOT EXISTS does not do because something of the name is there.
  struct HiddenChange {
    /// The columns that are not there.
    var missing: [String] = []
  }

  /// What CREATE … IF NOT EXISTS would have made, where that differs from what is there.
  var hiddenChange: HiddenChange? {
    guard succeeded, !changesSchema, word(0) == "CREATE", let name = createdName,
      !["TEMP", "TEMPORARY"].contains(word(1))
    else { return nil }
    if let table = before[name], table.kind == .table {
      let missing = columnParts.map { self.name($0.lowerBound) }
        .filter { table.column($0) == nil }
      return missing.isEmpty ? nil : HiddenChange(missing: missing)
    }
    let lowered = name.asciiLowercased
    let sql =
      before[name].map(\.sql)
      ?? before.table(ofIndex: name)?.indexes.first { $0.name.asciiLowercased == lowered }?.sql
      ?? before.tables.values.flatMap(\.triggers).first { $0.name.asciiLowercased == lowered }?.sql
    guard let sql, before[name]?.kind != .virtual else { return nil }
    return Self.normalized(sql) == Self.normalized(text) ? nil : HiddenChange()
  }

  /// The statement without what makes no difference: blanks, case, quotes of names, IF NOT EXISTS.
  private static func normalized(_ sql: String) -> [String] {
    let sql = SQLText(sql)
    var words = sql.tokens.map { token in
      token.kind == .string ? sql.text(token) : sql.name(token).asciiLowercased
    }
    for index in words.indices.dropLast(2).prefix(5)
    where words[index...].starts(with: ["if", "not", "exists"]) {
      words.removeSubrange(index..<index + 3)
      break
    }
    return words
  }
}
