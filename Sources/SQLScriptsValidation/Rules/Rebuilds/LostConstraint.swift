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
      .init(
        before: [
          "CREATE TABLE team (id INTEGER PRIMARY KEY)",
          "CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT COLLATE NOCASE CHECK (name <> 'a'), "
            + "team INTEGER REFERENCES team (id) ON DELETE CASCADE) STRICT",
        ],
        "«CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> 'b'), "
          + "team INTEGER REFERENCES team (id))»",
        "INSERT INTO new_user (id, name, team) SELECT id, name, team FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user + ["CREATE UNIQUE INDEX by_nick ON user (nick)"], "DROP INDEX by_nick",
        "«CREATE INDEX by_nick ON user (nick)»"),
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
        !creation.isCreateTableAs
      else { continue }
      let losses = ConstraintLoss.all(from: lineage.before, to: after, in: script.after)
      guard !losses.isEmpty, hasOtherPurpose(losses, lineage.before, after, script) else {
        continue
      }
      findings.report(
        "the new “\(after.name)” no longer has \(losses.map(\.words).joined(separator: ", "))",
        at: creation.span,
        help: "Add it to the new table, or " + Suppressions.howTo("lost-constraint")
      )
    }
    for statement in script.statements { check(statement, in: script, &findings) }
  }

  /// An index that is created again, but without UNIQUE.
  private func check(
    _ statement: RehearsedStatement, in script: RehearsedScript, _ findings: inout Findings
  ) {
    guard statement.created?.kind == .index,
      let action = statement.actions.first(where: { $0.kind == .createIndex }),
      let table = script.after[action.detail],
      let index = table.indexes.first(where: { $0.name.isSameName(as: action.name) }),
      !index.isUnique,
      let old = script.before[action.detail]?.indexes.first(where: { old in
        old.origin == .created && old.isUnique && !old.columns.contains(nil)
          && old.columns.map { $0?.asciiLowercased } == index.columns.map { $0?.asciiLowercased }
          && (script.drops("INDEX", old.name)
            || script.lineages.contains { lineage in
              lineage.kind == .rebuilt && lineage.before.name.isSameName(as: action.detail)
            })
          && !table.keepsUnique(old, by: table.indexes)
      })
    else { return }
    findings.report(
      "the new “\(index.name)” is not UNIQUE, but “\(old.name)” was", at: statement.span,
      help: "Write CREATE UNIQUE INDEX, or " + Suppressions.howTo("lost-constraint"))
  }

  /// Removing a constraint needs a rebuild. A rebuild that changes nothing else is for that purpose.
  private func hasOtherPurpose(
    _ losses: [ConstraintLoss], _ before: SchemaTable, _ after: SchemaTable,
    _ script: RehearsedScript
  ) -> Bool {
    if Set(losses.map(\.kind)).count > 1 { return true }
    // Nobody rebuilds a table to get a rowid.
    if losses[0].kind == "WITHOUT ROWID" { return true }
    // One change of a column can have several parts.
    let hasNewPart = after.columns.contains { column in
      guard let old = before.column(column.name) else { return true }
      return column.type.uppercased() != old.type.uppercased()
        || column.isNotNull && !old.isNotNull
    }
    if hasNewPart { return true }
    let changes = SchemaDifference(
      from: before, in: script.before, to: after, in: script.after
    ).changes.filter { ![.index, .trigger, .columnOrder].contains($0.subject) }
    // Each loss is one change, except that the actions of a foreign key are two.
    return changes.count > losses.count * (losses[0].kind == "ON DELETE" ? 2 : 1)
  }
}
