import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE note SET text = …` while the trigger that keeps the full-text index up to date is dropped
package struct FtsOutOfStep: Rule {
  private static let update =
    "CREATE TRIGGER note_au AFTER UPDATE ON note BEGIN INSERT INTO note_fts (note_fts, rowid, text) VALUES ('delete', old.id, old.text); INSERT INTO note_fts (rowid, text) VALUES (new.id, new.text); END"
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, stars INTEGER)",
    "CREATE VIRTUAL TABLE note_fts USING fts5 (text, content='note', content_rowid='id')", update,
  ]
  private static let rebuild = "INSERT INTO note_fts (note_fts) VALUES ('rebuild')"

  package static let documentation = RuleDocumentation(
    summary: "Rows change, and the full-text index over them does not.", severity: .warning,
    why:
      "Searches find the old text and not the new one, and later changes of these rows damage the "
      + "index.",
    wrong: [
      .init(
        before: note, "DROP TRIGGER note_au",
        "«UPDATE note SET text = trim(text) WHERE text LIKE ' %'»", update),
      .init(
        before: note, "CREATE TABLE new_note (id INTEGER PRIMARY KEY, text TEXT, stars INTEGER)",
        "«INSERT INTO new_note (id, text, stars) SELECT id, trim(text), stars FROM note»",
        "DROP TABLE note", "ALTER TABLE new_note RENAME TO note", update),
    ],
    right: [
      .init(
        before: note, "DROP TRIGGER note_au",
        "UPDATE note SET text = trim(text) WHERE text LIKE ' %'", update, rebuild),
      .init(
        before: note, "DROP TRIGGER note_au", "UPDATE note SET stars = 5 WHERE stars > 5", update),
      .init(before: note, "UPDATE note SET text = trim(text) WHERE text LIKE ' %'"),
      .init(
        before: note, "CREATE TABLE new_note (id INTEGER PRIMARY KEY, text TEXT, stars REAL)",
        "INSERT INTO new_note (id, text, stars) SELECT id, text, stars FROM note",
        "DROP TABLE note", "ALTER TABLE new_note RENAME TO note", update),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    var reported: Set<SQLName> = []
    for (place, statement) in script.statements.enumerated() {
      guard let target = statement.changedTarget else { continue }
      for fed in FullTextIndex.fed(by: script.before[target], in: script.before)
      where script.isStale(fed.index, after: place) && !statement.feeds(SQLName(fed.index.name)) {
        guard let words = statement.textChange(of: fed.index),
          reported.insert(SQLName(fed.index.name)).inserted
        else { continue }
        report(fed, "\(words) of “\(target)”", statement, &findings)
      }
    }
    for lineage in script.lineages where lineage.kind == .rebuilt {
      for fed in FullTextIndex.fed(by: lineage.before, in: script.before) {
        guard let copy = lineage.copies.last, script.isStale(fed.index, after: copy),
          let words = script.statements[copy].textChange(of: fed.index, inCopyOf: lineage.before),
          reported.insert(SQLName(fed.index.name)).inserted
        else { continue }
        report(
          fed, "\(words) of “\(lineage.before.name)”", script.statements[copy], &findings)
      }
    }
  }

  private func report(
    _ fed: (index: FullTextIndex, triggers: [TriggerText]), _ words: String,
    _ statement: RehearsedStatement, _ findings: inout Findings
  ) {
    let name = fed.index.name
    let filling = fed.triggers.lazy.compactMap { FullTextIndex.filling(of: name, by: $0) }.first
    let help =
      if fed.index.source != nil {
        "After it, write: \(fed.index.rebuild)"
      } else {
        "After it, fill “\(name)” again: DELETE FROM \(name), then "
          + (filling ?? "insert all rows")
      }
    findings.report(
      "\(words), and the full-text index “\(name)” does not follow", at: statement.span,
      help: help)
  }
}

extension RehearsedStatement {
  /// The name of the table that INSERT, UPDATE or DELETE changes.
  fileprivate var changedTarget: String? {
    guard succeeded, verb != nil, let target else { return nil }
    return name(target.name)
  }

  /// What it changes in the rows of an index, in words; nil if it does not concern the index.
  fileprivate func textChange(of index: FullTextIndex) -> String? {
    guard let verb else { return nil }
    switch word(verb) {
    case "DELETE": return "this DELETE removes rows"
    case "UPDATE":
      let names = index.columns + (index.source == nil ? [] : [index.rowID])
      let column = assignments.map { name($0.column) }.first { column in
        names.contains { $0.isSameName(as: column) }
      }
      return column.map { "this UPDATE changes “\($0)”" }
    default: return "this INSERT adds rows"
    }
  }

  /// What a copy changes in the rows of an index.
  fileprivate func textChange(of index: FullTextIndex, inCopyOf table: SchemaTable) -> String? {
    let values = storedValues
    guard !values.isEmpty else { return nil }
    if let key = table.rowIDAlias?.name,
      !values.contains(where: { $0.column.isSameName(as: key) })
    {
      return "this copy gives new IDs to the rows"
    }
    for (column, value) in values
    where index.columns.contains(where: { $0.isSameName(as: column) }) {
      guard let last = value.last else { continue }
      let isPlain = value.count == 1 || value.count == 3 && kind(last - 1) == .dot
      let isSame = isPlain && name(last).isSameName(as: column)
      if !isSame, table.column(column) != nil { return "this copy changes “\(column)”" }
    }
    return nil
  }
}

extension RehearsedScript {
  /// Whether nothing fills the index after a statement.
  fileprivate func isStale(_ index: FullTextIndex, after place: Int) -> Bool {
    let name = SQLName(index.name)
    guard after[name] != nil else { return false }
    return !statements[(place + 1)...].contains {
      $0.fills(name) || $0.createdName.map { SQLName($0) } == name
    }
  }
}
