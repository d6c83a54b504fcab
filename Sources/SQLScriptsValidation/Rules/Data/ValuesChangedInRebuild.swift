import SQLScriptsDatabase
import SQLScriptsSQL

/// A copy that stores a column's values in another column.
package struct ValuesChangedInRebuild: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  package static let documentation = RuleDocumentation(
    summary:
      "After a rebuild of a table, a column contains the values of another one, or no values.",
    severity: .error,
    why: "The column silently gets other values on every device, or loses its values.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)",
        "«INSERT INTO new_user SELECT * FROM user»", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT)",
        "«INSERT INTO new_user (id, name, email) SELECT id, email, name FROM user»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "«INSERT INTO new_user (id, name) SELECT id, name FROM user»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "«INSERT INTO new_user (id, name) SELECT id, name FROM user WHERE email > ''»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)",
        "INSERT INTO new_user (id, name, email) SELECT id, name, email FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT, login TEXT)",
        "INSERT INTO new_user (id, name, email, login) SELECT id, name, email, email FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "ALTER TABLE user RENAME COLUMN name TO old_name",
        "ALTER TABLE user RENAME COLUMN email TO name",
        "ALTER TABLE user RENAME COLUMN old_name TO email",
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO new_user (id, name, email) SELECT id, name, email FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    // The values are known by the names before the script.
    let renamed = Set(script.statements.compactMap { $0.renamedColumn?.table })
    for lineage in script.lineages
    where lineage.kind == .rebuilt && !renamed.contains(SQLName(lineage.before.name)) {
      guard let table = lineage.after, let copy = lineage.copies.last,
        let before = script.rows[SQLName(lineage.before.name)]?.valuesBefore,
        let after = script.rows[SQLName(table.name)]?.valuesAfter
      else { continue }
      if let column = emptied(before, after, by: script.statements[copy]) {
        let name = table.column(column.text)?.name ?? column.text
        findings.report(
          "“\(name)” of “\(table.name)” loses its values: this copy leaves it out",
          at: script.statements[copy].span, help: "List “\(name)” on both sides.")
        continue
      }
      for (column, values) in after.sorted(by: { $0.key < $1.key }) {
        guard let own = before[column], own != values, !values.isEmpty,
          let source = before.keys.sorted().first(where: { other in
            // A value that all rows share does not show which column it came from.
            other != column && before[other] == values && Set(values).count == values.count
              && after[other] != before[other] && after[other] != nil
          })
        else { continue }
        let name = table.column(column.text)?.name ?? column.text
        let other = table.column(source.text)?.name ?? source.text
        findings.report(
          "this copy stores the values of “\(other)” in “\(name)” of “\(table.name)”",
          at: script.statements[copy].span,
          help: "List the columns on both sides in the same order.")
        break
      }
    }
  }

  /// A column that lost its values because the copy does not name it.
  private func emptied(
    _ before: [SQLName: [SQLiteValue]], _ after: [SQLName: [SQLiteValue]],
    by copy: RehearsedStatement
  ) -> SQLName? {
    after.keys.sorted().first { column in
      guard let old = before[column], let new = after[column], new.count == old.count,
        Set(new).count == 1,
        // A table may have only one row.
        Set(old).count > 1 || old.count == 1 && old != new
      else { return false }
      // A condition may still mention it.
      let end = copy.outerIndex(of: "FROM") ?? copy.tokens.count
      return !copy.tokens[..<end].contains {
        copy.text($0) == "*" || SQLName(copy.name($0)) == column
      }
    }
  }
}
