import SQLScriptsSQL
import SQLScriptsSchema

/// Rows that reference missing rows.
package struct ForeignKeyViolation: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A script leaves rows that reference missing rows.", severity: .error,
    why:
      "The script fails on every device that has such rows, so no later update is applied there "
      + "(law 17).",
    wrong: [
      .init(before: user, "«DELETE FROM user»"),
      .init(before: user, "«DELETE FROM user WHERE name LIKE 'name%'»"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id + 1, name FROM user", "«DROP TABLE user»",
        "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user,
        "«ALTER TABLE pet ADD COLUMN vet INTEGER NOT NULL DEFAULT 0 REFERENCES user (id)»"),
      .init(before: user, "«DELETE FROM user»", "UPDATE pet SET id = id + 100"),
      .init(before: user, "«insert into pet (id, owner) values (1, 99)»"),
      .init(
        before: user, "«INSERT INTO pet (id, owner) VALUES (1, 99)»",
        "EXPLAIN DELETE FROM user", "EXPLAIN QUERY PLAN DROP TABLE user"),
      .init(
        before: user, "PRAGMA foreign_keys = OFF",
        "«INSERT INTO pet (id, owner) VALUES (1, 99)»"),
    ],
    right: [
      .init(
        before: user, "DELETE FROM pet WHERE owner IN (SELECT id FROM user WHERE name LIKE 'n%')",
        "DELETE FROM user WHERE name LIKE 'n%'"),
      .init(before: user, "INSERT INTO pet (id, owner) VALUES (1, NULL)"),
      .init(
        before: user, "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO kind (id, name) VALUES (1, 'cat')",
        "ALTER TABLE pet ADD COLUMN kind INTEGER NOT NULL DEFAULT 1 REFERENCES kind (id)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.script.foreignKeys == .checked else { return }
    if script.orphans.isEmpty, script.orphansWithoutSamples.isEmpty, script.real == nil {
      for statement in script.statements { check(delete: statement, in: script, &findings) }
    }
    let certain = Set(script.orphansWithoutSamples)
    for orphan in script.orphans + certain.subtracting(script.orphans).sorted(by: <) {
      guard let parent = script.after[orphan.parent],
        let statement = culprit(orphan, parent, script)
      else { continue }
      // The cure is to copy the IDs, as another rule says.
      let isRenumbered = script.lineages.contains { lineage in
        lineage.kind == .rebuilt && SQLName(lineage.before.name) == SQLName(parent.name)
          && script.renumberingCopy(of: lineage) != nil
      }
      if isRenumbered { continue }
      if certain.contains(orphan) || isTornApart(orphan, script) {
        let rows = script.real?.orphans[orphan]?.words ?? "rows"
        let passes = !certain.contains(orphan) && script.passesOnRealRows(orphan)
        findings.report(
          (passes ? "the real rows pass, but with sample rows, this " : "")
            + "leaves \(rows) in “\(orphan.table)” that reference missing rows in “\(parent.name)”",
          at: statement.span,
          help: statement.addsReference(in: script.names(of: orphan.table))
            ? "Remove the default: a NULL foreign key references nothing."
            : "Delete or correct the rows of “\(orphan.table)” in the same script.",
          severity: passes || isKept(orphan, script) ? .warning : nil)
      } else if mayTearApart(orphan, script) {
        findings.report(
          "fails if rows in “\(orphan.table)” reference missing rows in “\(parent.name)”",
          at: statement.span,
          help: "Delete or correct such rows of “\(orphan.table)” in the same script.",
          severity: .warning)
      }
    }
  }

  /// A DELETE of some rows that others may reference. ON DELETE actions do not run in scripts (law 17).
  private func check(
    delete statement: RehearsedStatement, in script: RehearsedScript, _ findings: inout Findings
  ) {
    guard statement.succeeded, let parent = statement.emptiedTable, script.after[parent] != nil,
      statement.outerIndex(of: "WHERE") != nil
    else { return }
    let mentioned = Set(statement.tokens.map { SQLName(statement.name($0)) })
    let children = script.after.tables.values.filter { child in
      let name = SQLName(child.name)
      return name != parent && !mentioned.contains(name)
        && child.foreignKeys.contains { SQLName($0.parent) == parent }
        && !script.statements.contains { other in
          other.succeeded && other.verb != nil
            && (other.emptiedTable == name || other.writtenTable == name)
        }
    }
    guard let child = children.min(by: { $0.name < $1.name }) else { return }
    findings.report(
      "fails if a row of “\(child.name)” references one of the deleted rows", at: statement.span,
      why: "ON DELETE actions do not run in scripts.",
      help: "First delete such rows of “\(child.name)”, or set their reference to NULL.",
      severity: .warning)
  }

  /// The last statement that can have caused it, otherwise the last one that involves the tables.
  private func culprit(
    _ orphan: ForeignKeyOrphan, _ parent: SchemaTable, _ script: RehearsedScript
  ) -> RehearsedStatement? {
    let tables: Set = [SQLName(orphan.table), SQLName(parent.name)]
    let keys = script.after[orphan.table]?.foreignKeys.filter {
      $0.parent.isSameName(as: parent.name)
    }
    let children = Set((keys ?? []).flatMap(\.columns).map { SQLName($0) })
    let parents = Set(
      (keys ?? []).flatMap { $0.keys.isEmpty ? parent.primaryKey : $0.keys }
        .map { SQLName($0) })
    let last = script.lastStatement(touching: tables) { statement in
      guard let verb = statement.verb, statement.word(verb) == "UPDATE" else { return true }
      return statement.actions.contains { action in
        let columns = action.name.isSameName(as: parent.name) ? parents : children
        return action.kind == .update && columns.contains(SQLName(action.detail))
      }
    }
    return last ?? script.lastStatement(touching: tables)
  }

  /// Whether the runner keeps such rows and reports them (law 17): the script copies the old values of a column
  /// into one of the same name that did not reference anything before.
  private func isKept(_ orphan: ForeignKeyOrphan, _ script: RehearsedScript) -> Bool {
    guard !isTornApart(orphan, script) else { return false }
    let names = script.names(of: orphan.table)
    let columns = (script.after[orphan.table]?.foreignKeys ?? [])
      .filter { $0.parent.isSameName(as: orphan.parent) }.flatMap(\.columns)
    return !script.hadReference(orphan)
      && script.statements.contains { statement in
        statement.succeeded && statement.writtenTable.map(names.contains) ?? false
          && columns.allSatisfy(statement.copies)
      }
  }

  /// Whether the script does more to the tables than insert its own rows.
  private func mayTearApart(_ orphan: ForeignKeyOrphan, _ script: RehearsedScript) -> Bool {
    let names = script.names(of: orphan.parent).union(script.names(of: orphan.table))
    return script.statements.contains { statement in
      let table = statement.emptiedTable ?? statement.droppedTable ?? statement.writtenTable
      return statement.succeeded && table.map(names.contains) ?? false
        && statement.madeTable == nil && !statement.insertsConstants
    }
  }

  /// Whether the rows matched before the script, and the script did more than add some.
  private func isTornApart(_ orphan: ForeignKeyOrphan, _ script: RehearsedScript) -> Bool {
    let parents = script.names(of: orphan.parent)
    let children = script.names(of: orphan.table)
    return (script.hadReference(orphan) || script.addsReference(in: children))
      && script.statements.contains { statement in
        guard statement.succeeded else { return false }
        if statement.word(0) == "ALTER", statement.addsReference(in: children) { return true }
        if let gone = statement.droppedTable { return parents.contains(gone) }
        // A WHERE may select other sample rows than real rows.
        guard statement.outerIndex(of: "WHERE") == nil else { return false }
        if let emptied = statement.emptiedTable { return parents.contains(emptied) }
        guard let verb = statement.verb, statement.word(verb) == "UPDATE",
          let table = statement.writtenTable
        else { return false }
        return parents.contains(table) || children.contains(table)
      }
  }
}

extension RehearsedScript {
  /// Whether a foreign key column was added to a table, with a default for all its rows.
  fileprivate func addsReference(in tables: Set<SQLName>) -> Bool {
    statements.contains { $0.succeeded && $0.addsReference(in: tables) }
  }

  /// All names that a table had in the script, in lowercase.
  func names(of table: String) -> Set<SQLName> {
    let lineage = lineages.first { $0.names.contains(SQLName(table)) }
    return (lineage?.names ?? []).union([SQLName(table)])
  }

  /// Whether the rows already had the reference before the script.
  fileprivate func hadReference(_ orphan: ForeignKeyOrphan) -> Bool {
    let parents = names(of: orphan.parent)
    return names(of: orphan.table).contains { child in
      before[child]?.foreignKeys.contains { key in
        before[key.parent] != nil && parents.contains(SQLName(key.parent))
      } == true
    }
  }
}

extension RehearsedStatement {
  /// Whether it is ALTER TABLE … ADD COLUMN … DEFAULT … REFERENCES.
  fileprivate func addsReference(in tables: Set<SQLName>) -> Bool {
    guard word(0) == "ALTER", let table = definedTable, tables.contains(SQLName(table.name))
    else { return false }
    return columnDefinitions.contains { definition in
      guard let value = definition.column.defaultValue, value.uppercased() != "NULL" else {
        return false
      }
      return definition.constraints.contains { $0.kind == .word && upper($0) == "REFERENCES" }
    }
  }

  /// Whether INSERT … SELECT copies a column to the column of the same name.
  fileprivate func copies(_ column: String) -> Bool {
    if copiedTable != nil { return true }
    guard let select = outerIndex(of: "SELECT"), let table = writtenTable else { return false }
    let names = columnList ?? after[table]?.columns.map(\.name) ?? []
    let items = outerIndices(from: select + 1)
      .prefix { word($0) != "FROM" }
      .split(omittingEmptySubsequences: false) { tokens[$0].kind == .comma }
    guard let place = names.firstIndex(where: { $0.isSameName(as: column) }),
      items.indices.contains(place), let last = items[place].last
    else { return false }
    return (items[place].count == 1 || items[place].count == 3 && word(last - 1) == ".")
      && name(tokens[last]).isSameName(as: column)
  }
}
