import SQLScriptsSQL

/// A column that is dropped together with its values.
package struct DropColumn: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, nick TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A column is dropped together with its value in every row.", severity: .warning,
    why: RuleDocumentation.deletesUserData,
    wrong: [
      .init(before: user, "ALTER TABLE user DROP COLUMN «nick»"),
      .init(before: user, "alter table user drop «[nick]»"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user", "«DROP TABLE user»",
        "ALTER TABLE new_user RENAME TO user"),
    ],
    right: [
      .init(
        before: user, "ALTER TABLE user ADD COLUMN alias TEXT",
        "UPDATE user SET alias = nick WHERE nick <> ''", "ALTER TABLE user DROP COLUMN nick"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT, alias TEXT)",
        "INSERT INTO new_user (id, name, alias) SELECT id, name, nick FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    // The name of each column before the script, by its name now.
    var originals: [[SQLName]: String] = [:]
    // The columns of ALTER TABLE, by their names before the script. A rebuild after it loses nothing more.
    var dropped: Set<[SQLName]> = []
    let copied = findings.copiedColumns
    if script.script.file.kind != .default { noteCopies(script, &findings) }
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      if let (table, old, new, _) = statement.renamedColumn {
        originals[[table, SQLName(new)]] = originals[[table, SQLName(old)]] ?? old
      }
      guard let (table, column, token) = statement.droppedColumn,
        case let original = originals[[table, SQLName(column)]] ?? column,
        script.before[table]?.column(original) != nil
      else { continue }
      dropped.insert([table, SQLName(original)])
      guard !isUsed(column, of: [table], in: script.statements[..<index]),
        !copied.contains([table, SQLName(original)])
      else { continue }
      findings.report(
        "deletes column “\(column)” of “\(table)” and its value in every row",
        at: statement.span(token),
        help: "Copy the values first if the app needs them, or " + Suppressions.howTo("drop-column")
      )
    }
    guard script.isComplete else { return }
    for lineage in script.lineages
    where lineage.kind == .rebuilt && !lineage.copies.isEmpty && lineage.rest(in: script) == nil {
      check(lineage, script, originals, dropped, &findings)
    }
  }

  /// Remembers what this update stores elsewhere. A later one often deletes the column.
  private func noteCopies(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded && statement.hasExpressions {
      let values = statement.storedValues
      guard !values.isEmpty else { continue }
      for source in statement.namedTables(in: statement.indices) {
        let table = SQLName(source.table.name)
        for (target, value) in values {
          for index in value where statement.isName(index) {
            let name = SQLName(statement.name(index))
            guard SQLName(target) != name || statement.writtenTable != table,
              source.table.column(name.text) != nil
            else { continue }
            findings.copiedColumns.insert([table, name])
          }
        }
      }
    }
  }

  private func check(
    _ lineage: TableLineage, _ script: RehearsedScript, _ originals: [[SQLName]: String],
    _ dropped: Set<[SQLName]>, _ findings: inout Findings
  ) {
    guard let after = lineage.after else { return }
    let lost = lineage.before.columns.filter { column in
      let names =
        [column.name]
        + originals
        .filter { lineage.names.contains($0.key[0]) && $0.value.isSameName(as: column.name) }
        .map { $0.key[1].text }
      return !column.isGenerated
        && !dropped.contains([SQLName(lineage.before.name), SQLName(column.name)])
        && !names.contains { after.column($0) != nil }
        && !names.contains { isUsed($0, of: lineage.names, in: script.statements[...]) }
    }.map { "“\($0.name)”" }
    guard let first = lost.first else { return }
    let list = lost.count < 5 ? lost.joined(separator: ", ") : "\(first) and \(lost.count - 1) more"
    findings.report(
      "the new “\(after.name)” does not have \(list), "
        + "so the values in \(lost.count == 1 ? "that column" : "those columns") are deleted",
      at: script.statements[lineage.statement].span,
      help: "Copy the values into the new table, or " + Suppressions.howTo("drop-column")
    )
  }

  /// Whether a statement copies the column elsewhere.
  private func isUsed(
    _ column: String, of tables: Set<SQLName>, in statements: ArraySlice<RehearsedStatement>
  ) -> Bool {
    statements.contains { statement in
      guard statement.writtenTable != nil else { return false }
      let changed = statement.actions.filter { $0.kind == .update }
      let isOnlyItself =
        !changed.isEmpty && changed.allSatisfy { $0.detail.isSameName(as: column) }
      return !isOnlyItself && statement.reads(column, of: tables)
        && !statement.storesOnlyInItself(column)
    }
  }
}

extension RehearsedStatement {
  /// The table and column of ALTER TABLE … DROP COLUMN, and the index of the column.
  var droppedColumn: (table: SQLName, column: String, token: SQLToken)? {
    guard has("ALTER", "TABLE", at: 0),
      let table = actions.first(where: { $0.kind == .alterTable })?.name,
      let drop = tokens.indices.dropFirst(3).first(where: { word($0) == "DROP" })
    else { return nil }
    let place = tokens.count > drop + 2 && word(drop + 1) == "COLUMN" ? drop + 2 : drop + 1
    guard tokens.indices.contains(place), let structure = before[table],
      let column = structure.column(name(tokens[place])), after[table]?.column(column.name) == nil
    else { return nil }
    return (SQLName(structure.name), SQLName(column.name).folded, tokens[place])
  }
}
