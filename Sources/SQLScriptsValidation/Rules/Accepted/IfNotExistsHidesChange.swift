import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// `CREATE TABLE IF NOT EXISTS` for a table that exists with other columns.
package struct IfNotExistsHidesChange: Rule {
  package static let documentation = RuleDocumentation(
    summary: "IF NOT EXISTS skips the statement, although the existing object is different.",
    severity: .error,
    why:
      "SQLite finds the name and does nothing. The new column is missing, so the app fails when "
      + "it uses it.",
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
        ? "“\(name)” already exists with another definition, so IF NOT EXISTS skips this statement"
        : "“\(name)” already exists, so IF NOT EXISTS skips this statement "
          + "and \(missing) \(change.missing.count == 1 ? "is" : "are") never added",
      at: token.map { statement.span($0) } ?? statement.span, label: "not changed",
      help: missing.isEmpty
        ? "If you want the new definition, drop the old object first."
        : "Write ALTER TABLE \(name) ADD COLUMN … for each new column.")
  }
}

extension RehearsedStatement {
  /// What a CREATE … IF NOT EXISTS skips because the name already exists.
  struct HiddenChange {
    /// The columns that are missing.
    var missing: [String] = []
  }

  /// What CREATE … IF NOT EXISTS would have created, if it differs from what exists.
  var hiddenChange: HiddenChange? {
    guard succeeded, !changesSchema, word(0) == "CREATE", let name = createdName,
      !["TEMP", "TEMPORARY"].contains(word(1))
    else { return nil }
    if let table = before[name], table.kind == .table {
      let missing = columnParts.map { self.name($0.lowerBound) }
        .filter { table.column($0) == nil }
      return missing.isEmpty ? nil : HiddenChange(missing: missing)
    }
    guard let sql = definition(of: name), before[name]?.kind != .virtual else { return nil }
    return Self.normalized(sql) == Self.normalized(text) ? nil : HiddenChange()
  }

  /// Whether CREATE fails only because there is the same object already.
  var repeatsDefinition: Bool {
    guard !succeeded, word(0) == "CREATE", let name = createdName, let sql = definition(of: name)
    else { return false }
    return Self.normalized(sql) == Self.normalized(text)
  }

  /// The statement that created a table, view, index or trigger.
  private func definition(of name: String) -> String? {
    let lowered = name.asciiLowercased
    return before[name].map(\.sql)
      ?? before.table(ofIndex: name)?.indexes.first { $0.name.asciiLowercased == lowered }?.sql
      ?? before.tables.values.flatMap(\.triggers).first { $0.name.asciiLowercased == lowered }?.sql
  }

  /// The statement without whitespace, case, quotes around names and IF NOT EXISTS, which make no difference.
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
