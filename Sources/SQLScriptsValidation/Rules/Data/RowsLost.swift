import SQLScriptsDiagnostics
import SQLScriptsSQL

/// Rows that a script deletes without a DELETE statement.
package struct RowsLost: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, nick TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A script silently loses rows.", severity: .error,
    why: RuleDocumentation.deletesUserData,
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "«DROP TABLE user»", "ALTER TABLE new_user RENAME TO user"),
      .init(before: user, "«DROP TABLE user»", "CREATE TABLE user (id INTEGER PRIMARY KEY)"),
      .init(
        before: user, "«ALTER TABLE user RENAME TO old_user»",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "«INSERT INTO new_user (id, name) SELECT id, name FROM user WHERE nick = 'x'»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "«INSERT INTO new_user (id, name) SELECT id, name FROM user WHERE id > 0»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "«INSERT INTO new_user (id, name) SELECT id, name FROM user LIMIT 1»",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, nick TEXT)",
        "INSERT INTO new_user (id, name, nick) SELECT id, name, nick FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE user_old (id INTEGER PRIMARY KEY, name TEXT, nick TEXT)",
        "INSERT INTO user_old SELECT * FROM user", "DROP TABLE user",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT)",
        "INSERT INTO user SELECT * FROM user_old", "DROP TABLE user_old"),
      .init(before: user, "DELETE FROM user WHERE name LIKE 'name~%'"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, !script.changes.isEmpty else { return }
    var judged: Set<SQLName> = []
    for lineage in script.lineages where lineage.kind == .rebuilt {
      judged.insert(SQLName(lineage.before.name))
      guard let after = lineage.after else { continue }
      check(lineage, SQLName(after.name), in: script, &findings)
    }
    // A DELETE is explicit, and a trigger may delete more rows.
    guard !script.statements.contains(where: { $0.emptiedTable != nil }) else { return }
    for (table, outcome) in script.rows.sorted(by: { $0.key < $1.key })
    where !judged.contains(table) && script.lineage(of: table) == nil {
      guard let after = outcome.after, after < outcome.before, !script.allowsRowLoss(of: table),
        let last = script.statements.last(where: { $0.writtenTable == table })
      else { continue }
      report(table.text, outcome.before, after, in: script, at: last, nil, &findings)
    }
  }

  private func check(
    _ lineage: TableLineage, _ table: SQLName, in script: RehearsedScript,
    _ findings: inout Findings
  ) {
    let name = lineage.before.name
    guard let before = script.rows[SQLName(name)]?.before,
      let after = script.rows[table]?.after, before > 0,
      case let drop = script.statements[lineage.statement], !drop.neverRuns,
      !lineage.names.contains(where: { script.allowsRowLoss(of: $0) })
    else { return }
    var deleted = 0
    for (index, statement) in script.statements.enumerated() {
      guard let table = statement.emptiedTable, lineage.names.contains(table) else { continue }
      deleted += script.changes[index]
    }
    let copies = lineage.copies.map { script.statements[$0] }
    // Sample rows may not match a condition that all real rows match.
    let filtered = copies.last { $0.hasFilter || $0.joins }
    guard after + deleted < before else {
      if copies.count == 1, deleted == 0,
        copies[0].mayBeSkipped(withRowsOf: copies[0].sources(of: lineage)),
        !drop.mayBeSkipped(withRowsOf: drop.droppedTable.map { [$0] } ?? [])
      {
        findings.report(
          "“\(name)” loses all its rows if the onlyIf of this copy is not true",
          at: copies[0].span,
          help: "Copy the rows in any case, or " + Suppressions.howTo("rows-lost"),
          severity: .warning)
      }
      // One of several copies may take the rows that another one leaves out.
      // Real rows have shown that all of them match.
      if copies.count == 1, deleted == 0, script.real == nil, let copy = filtered,
        copy.hasFilter
      {
        findings.report(
          "“\(name)” keeps only the rows that match the WHERE of this copy", at: copy.span,
          help: "Copy all rows, or " + Suppressions.howTo("rows-lost"),
          severity: .warning)
      }
      return
    }
    guard let place = filtered ?? copies.last else {
      guard drop.droppedTable != nil else {
        findings.report(
          "the new “\(name)” is empty: its rows stay in the renamed table",
          at: drop.span,
          help: "Copy the rows: INSERT INTO \(name.quotedIfNeeded) … SELECT …, or "
            + Suppressions.howTo("rows-lost"),
          severity: .warning)
        return
      }
      // The check of the script with this copy judges its condition.
      let skipped = script.ruledOut.filter { statement in
        statement.conditionReadsRows && !statement.sources(of: lineage).isEmpty
          && statement.writtenTable.map(lineage.namesOfReplacement.contains) == true
      }
      if skipped.count == 1 { return }
      guard skipped.isEmpty else {
        findings.report(
          "“\(name)” loses all its rows if no onlyIf of its copies is true", at: drop.span,
          help: "Copy the rows in any case, or " + Suppressions.howTo("rows-lost"),
          severity: .warning)
        return
      }
      findings.report(
        "“\(name)” loses all its rows: a new table replaces it, and no rows are copied",
        at: drop.span, label: "the rows are deleted here",
        help: "Before this statement, write: INSERT INTO … SELECT … FROM \(name.quotedIfNeeded)")
      return
    }
    if filtered != nil {
      findings.report(
        "“\(name)” keeps only the rows that match the WHERE or JOIN of this copy"
          + script.wordsAboutMissing(in: lineage),
        at: place.span,
        why: "In the rehearsal, \(after) of \(before) \(script.wordForRows) were left.",
        help: "Copy all rows, or " + Suppressions.howTo("rows-lost"),
        // Nobody filters with a JOIN, but a WHERE may be meant.
        severity: script.real != nil && !place.hasFilter ? .error : .warning)
    } else {
      report(name, before, after, in: script, at: place, lineage, &findings)
    }
  }

  private func report(
    _ name: String, _ before: Int, _ after: Int, in script: RehearsedScript,
    at statement: RehearsedStatement, _ lineage: TableLineage?, _ findings: inout Findings
  ) {
    let rows = script.wordForRows
    let missing = lineage.flatMap { script.real?.missing[SQLName($0.before.name)] }
    findings.report(
      missing.map { "“\(name)” loses \($0.words)" }
        ?? "“\(name)” loses rows: \(before) \(rows) before this statement, \(after) after it",
      at: statement.span,
      help:
        "Keep all rows. If you mean to lose some, add the table to the list \"allowsRowLoss\" of this script."
    )
  }
}

extension RehearsedScript {
  fileprivate var wordForRows: String { real == nil ? "sample rows" : "real rows" }

  /// The real rows of a rebuilt table whose keys no longer exist.
  fileprivate func wordsAboutMissing(in lineage: TableLineage) -> String {
    real?.missing[SQLName(lineage.before.name)].map { ", and loses \($0.words)" } ?? ""
  }
}

extension RehearsedStatement {
  /// Whether it has a WHERE other than WHERE true, which SQLite needs before ON CONFLICT.
  fileprivate var hasFilter: Bool {
    guard let place = outerIndex(of: "WHERE") else { return false }
    let value = word(place + 1)
    let isTrue = value == "TRUE" || kind(place + 1) == .integer && value != "0"
    let next = place + 2
    return !isTrue
      || next < tokens.count && !["ON", "ORDER", "RETURNING", ";"].contains(word(next))
  }

  /// The tables from which it copies rows of a rebuilt table.
  fileprivate func sources(of lineage: TableLineage) -> Set<SQLName> {
    readTables.intersection(lineage.names.union([SQLName(lineage.before.name)]))
      .subtracting(writtenTable.map { [$0] } ?? [])
  }

  /// Whether it reads more than one table.
  fileprivate var joins: Bool {
    readTables.count > 1 || tokens.indices.contains { word($0) == "JOIN" }
  }
}
