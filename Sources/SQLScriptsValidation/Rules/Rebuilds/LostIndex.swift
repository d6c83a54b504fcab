import SQLScriptsSQL
import SQLScriptsSchema

/// An index that was dropped together with its table, or that a foreign key still needs.
package struct LostIndex: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)",
    "CREATE UNIQUE INDEX user_email ON user (email)",
  ]

  private static let pet = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY)",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id), name TEXT)",
    "CREATE INDEX pet_owner ON pet (owner)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A rebuild of a table drops an index, or a foreign key loses its only index.",
    severity: .error,
    why:
      "Without a unique index the table accepts duplicates. Without other indexes the app gets slower.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT NOT NULL)",
        "INSERT INTO new_user (id, email) SELECT id, ifnull(email, '') || id FROM user",
        "«DROP TABLE user»", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "alter table user rename to old_user",
        "create table user (id integer primary key, email text, name text not null)",
        "insert into user (id, email, name) select id, email, ifnull(name, '') from old_user",
        "«drop table old_user»"),
      .init(
        before: user, "DROP INDEX user_email", "«CREATE INDEX user_email ON user (name)»"),
      .init(before: pet, "«DROP INDEX pet_owner»"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT)",
        "INSERT INTO new_user (id, email) SELECT id, email FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user", "CREATE UNIQUE INDEX user_email ON user (email)"),
      .init(
        before: user, "DROP INDEX user_email",
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT)",
        "INSERT INTO new_user (id, email) SELECT id, email FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, email TEXT UNIQUE)",
        "INSERT INTO new_user (id, email) SELECT id, email FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user"),
      .init(before: user, "DROP TABLE user"),
      .init(before: user, "DROP INDEX user_email"),
      .init(before: pet, "DROP INDEX pet_owner", "CREATE INDEX pet_by_owner ON pet (owner, name)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for statement in script.statements {
      check(statement, in: script, &findings)
      if statement.has("DROP", "INDEX", at: 0) { check(drop: statement, in: script, &findings) }
    }
    for lineage in script.lineages where lineage.kind == .rebuilt {
      guard let after = lineage.after else { continue }
      let same = Dictionary(
        after.indexes.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
      for index in lineage.before.indexes where index.origin == .created {
        // Most indexes are recreated unchanged.
        if let now = same[SQLName(index.name)], now.isUnique == index.isUnique,
          now.isPartial == index.isPartial, !index.columns.contains(nil),
          now.columns.map({ $0.map { SQLName($0) } })
            == index.columns.map({ $0.map { SQLName($0) } })
        {
          continue
        }
        guard let sql = index.sql, !isThere(index, in: after, insteadOf: lineage.before),
          !script.drops("INDEX", index.name),
          case let owner = script.after.table(ofIndex: index.name),
          owner.map({ lineage.isOther($0) }) ?? true,
          index.columns.allSatisfy({ $0.map { after.column($0) != nil } ?? true })
        else { continue }
        let last = script.lastStatement(of: lineage)
        findings.report(
          "index “\(index.name)” of “\(after.name)” is dropped and not recreated",
          at: script.statements[script.dropStatement(of: lineage)].span,
          label: "dropping a table also drops its indexes",
          why: "The script rebuilds “\(after.name)” without recreating the index.",
          help: owner.map {
            "After “\(last)”, give it another name, which “\($0.name)” does not use: \(sql.oneLine)"
          } ?? "After “\(last)”, write: \(sql.oneLine)",
          repair: owner == nil
            ? Repair(kind: "index", name: index.name, owner: after.name, sql: sql) : nil)
      }
    }
  }

  /// An index that is created again on other columns.
  private func check(
    _ statement: RehearsedStatement, in script: RehearsedScript, _ findings: inout Findings
  ) {
    guard statement.succeeded, statement.created?.kind == .index,
      let action = statement.actions.first(where: { $0.kind == .createIndex }),
      let table = script.after[action.detail], let former = script.before[action.detail],
      let index = table.indexes.first(where: { $0.name.isSameName(as: action.name) }),
      let old = former.indexes.first(where: { $0.name.isSameName(as: action.name) }),
      old.origin == .created, !old.columns.contains(nil), let sql = old.sql
    else { return }
    let wanted = old.columns.compactMap { $0?.asciiLowercased }
    let isThere = table.indexes.contains {
      $0.columns.map { $0?.asciiLowercased }.starts(with: wanted)
    }
    let isShared = index.columns.contains { $0.map { wanted.contains($0.asciiLowercased) } ?? true }
    guard !isThere, !isShared, wanted.allSatisfy({ table.column($0) != nil }) else { return }
    let columns = old.columns.compactMap { $0 }.map { "“\($0)”" }.joined(separator: ", ")
    findings.report(
      "“\(index.name)” no longer indexes \(columns)", at: statement.span,
      help: "If queries still need it, write: \(sql.oneLine), and give the new index another name.",
      severity: .warning)
  }

  /// Whether an index replaces the dropped one.
  private func isThere(
    _ lost: SchemaIndex, in table: SchemaTable, insteadOf old: SchemaTable
  ) -> Bool {
    if !lost.isUnique, !lost.isPartial, let column = lost.columns.first, lost.columns.count == 1,
      table.rowIDAlias?.name.asciiLowercased == column?.asciiLowercased
    {
      return true
    }
    return table.indexes.contains { index in
      let names = index.columns.map { $0?.asciiLowercased }
      let wanted = lost.columns.map { $0?.asciiLowercased }
      // Expressions have no name.
      guard !index.isPartial || lost.isPartial, !wanted.contains(nil) else { return false }
      guard lost.isUnique else { return names.starts(with: wanted) }
      // A new index with more columns is the author's replacement.
      let isNew = !old.indexes.contains {
        Set($0.columns.map { $0?.asciiLowercased }) == Set(names)
      }
      return index.isUnique
        && (Set(names) == Set(wanted) || isNew && Set(names).isSuperset(of: wanted))
    }
  }
}
