import SQLScriptsSQL
import SQLScriptsSchema

/// A rebuild for another purpose that drops a constraint of the old table.
package struct LostConstraint: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, age INTEGER DEFAULT 0, nick TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A rebuild changes a table and also drops one of its constraints or defaults.",
    severity: .warning,
    why: "The app can silently store values that the old table refused.",
    wrong: [
      .init(
        before: user,
        "«CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT UNIQUE, age INTEGER DEFAULT 0)»",
        "INSERT INTO new_user (id, email, age) SELECT id, email, age FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "«CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT NOT NULL, age INTEGER, nick TEXT, city TEXT)»",
        "INSERT INTO new_user (id, email, age, nick) SELECT id, email, age, nick FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ],
    right: [
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, age INTEGER DEFAULT 0)",
        "INSERT INTO new_user (id, email, age) SELECT id, email, age FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT UNIQUE, age INTEGER DEFAULT 0, nick TEXT)",
        "INSERT INTO new_user (id, email, age, nick) SELECT id, email, age, nick FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for lineage in script.lineages where lineage.kind == .rebuilt && !lineage.copies.isEmpty {
      guard let after = lineage.after, let creation = script.creation(of: lineage),
        !creation.isCreateTableAs, hasOtherPurpose(lineage.before, after)
      else { continue }
      let lost = Self.lost(lineage.before, after, script.after)
      guard !lost.isEmpty else { continue }
      findings.report(
        "the new “\(after.name)” no longer has \(lost.joined(separator: ", "))",
        at: creation.span,
        help: "Add it to the new table, or " + Suppressions.howTo("lost-constraint")
      )
    }
  }

  /// Removing a constraint needs a rebuild. A rebuild that changes nothing else is for that purpose.
  private func hasOtherPurpose(_ before: SchemaTable, _ after: SchemaTable) -> Bool {
    let names = { (table: SchemaTable) in Set(table.columns.map { $0.name.asciiLowercased }) }
    if names(before) != names(after) { return true }
    return after.columns.contains { column in
      guard let old = before.column(column.name) else { return true }
      return column.type.uppercased() != old.type.uppercased()
        || (column.isNotNull && !old.isNotNull)
    }
  }

  private static func lost(
    _ before: SchemaTable, _ after: SchemaTable, _ schema: SchemaSnapshot
  ) -> [String] {
    var lost: [String] = []
    let key = before.primaryKey.compactMap { after.column($0) }
    if !key.isEmpty, key.count == before.primaryKey.count, after.primaryKey.isEmpty {
      lost.append("PRIMARY KEY on \(Self.list(before.primaryKey))")
    }
    for old in before.columns {
      guard let new = after.column(old.name) else { continue }
      if old.isNotNull, !new.isNotNull, new.primaryKeyPosition == 0 {
        lost.append("NOT NULL on “\(new.name)”")
      }
      if let value = old.defaultValue, new.defaultValue == nil, value.uppercased() != "NULL" {
        lost.append("DEFAULT \(value.oneLine) on “\(new.name)”")
      }
    }
    let unique = after.indexes.filter(\.isUnique).map { Self.names($0.columns) }
    for index in before.indexes where index.origin == .unique {
      let names = Self.names(index.columns)
      guard names.allSatisfy({ after.column($0) != nil }), !unique.contains(where: names.isSuperset)
      else { continue }
      lost.append("UNIQUE on \(Self.list(index.columns.compactMap { $0 }))")
    }
    for key in before.foreignKeys {
      let names = Self.names(key.columns)
      guard names.allSatisfy({ after.column($0) != nil }), schema[key.parent] != nil,
        !after.foreignKeys.contains(where: { Self.names($0.columns) == names })
      else { continue }
      lost.append("REFERENCES “\(key.parent)” on \(Self.list(key.columns))")
    }
    let checks = Self.checks(after)
    for check in Self.checks(before) {
      guard check.columns.allSatisfy({ after.column($0) != nil }),
        !checks.contains(where: { !Set($0.columns).isDisjoint(with: check.columns) })
      else { continue }
      lost.append("CHECK (\(check.text.oneLine))")
    }
    return lost
  }

  private static func names(_ columns: [String?]) -> Set<String> {
    Set(columns.compactMap { $0?.asciiLowercased })
  }

  private static func list(_ columns: [String]) -> String {
    columns.map { "“\($0)”" }.joined(separator: ", ")
  }

  private static func checks(_ table: SchemaTable) -> [SampleCheck] {
    SampleCheck.all(in: table.sql, columns: table.columns.map(\.name))
  }
}
