import SQLScriptsSQL
import SQLScriptsSchema

/// A trigger that does not keep a full-text index up to date
package struct FtsTrigger: Rule {
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, text TEXT)",
    "CREATE VIRTUAL TABLE note_fts USING fts5 (title, text, content='note', content_rowid='id')",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A trigger does not keep a full-text index up to date.", severity: .warning,
    why:
      "Searches do not find the new text, or find rows that no longer have it. Later changes may "
      + "fail because the index is damaged.",
    wrong: [
      .init(
        before: note,
        "«CREATE TRIGGER note_ai AFTER INSERT ON note BEGIN INSERT INTO note_fts (rowid, title) VALUES (new.id, new.title); END»"
      ),
      .init(
        before: note,
        "«CREATE TRIGGER note_ad AFTER DELETE ON note BEGIN DELETE FROM note_fts WHERE rowid = old.id; END»"
      ),
      .init(
        before: note,
        "«CREATE TRIGGER note_av AFTER UPDATE ON note BEGIN INSERT INTO note_fts (note_fts, rowid, title, text) VALUES ('delete', new.id, new.title, new.text); INSERT INTO note_fts (rowid, title, text) VALUES (new.id, new.title, new.text); END»"
      ),
      .init(
        before: note,
        "«CREATE TRIGGER note_au AFTER UPDATE OF title ON note BEGIN INSERT INTO note_fts (note_fts, rowid, title, text) VALUES ('delete', old.id, old.title, old.text); INSERT INTO note_fts (rowid, title, text) VALUES (new.id, new.title, new.text); END»"
      ),
      .init(
        before: note,
        "CREATE TRIGGER note_ai AFTER INSERT ON note BEGIN INSERT INTO note_fts (rowid, title, text) VALUES (new.id, new.title, new.text); END",
        "«CREATE TRIGGER note_ad AFTER DELETE ON note BEGIN INSERT INTO note_fts (note_fts, rowid, title, text) VALUES ('delete', old.id, old.title, old.text); END»"
      ),
    ],
    right: [
      .init(
        before: note,
        "CREATE TRIGGER note_ai AFTER INSERT ON note BEGIN INSERT INTO note_fts (rowid, title, text) VALUES (new.id, new.title, new.text); END",
        "CREATE TRIGGER note_ad AFTER DELETE ON note BEGIN INSERT INTO note_fts (note_fts, rowid, title, text) VALUES ('delete', old.id, old.title, old.text); END",
        "CREATE TRIGGER note_au AFTER UPDATE OF title, text ON note BEGIN INSERT INTO note_fts (note_fts, rowid, title, text) VALUES ('delete', old.id, old.title, old.text); INSERT INTO note_fts (rowid, title, text) VALUES (new.id, new.title, new.text); END"
      )
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements
    where statement.succeeded && statement.created?.kind == .trigger {
      guard let trigger = TriggerText(statement.text), let table = script.after[trigger.table],
        table.triggers.contains(where: { $0.name.isSameName(as: trigger.name) })
      else { continue }
      let written = Set(trigger.statements.compactMap { $0.writtenName.map { SQLName($0) } })
      for index in written.sorted().compactMap({ FullTextIndex(script.after[$0]) }) {
        guard let problem = problem(of: trigger, on: table, for: index) else { continue }
        findings.report(problem.words, at: statement.span, help: problem.help)
        break
      }
    }
    checkEvents(script, &findings)
  }

  /// An index that has triggers for some changes of a table, but not for all.
  private func checkEvents(_ script: RehearsedScript, _ findings: inout Findings) {
    var checked: Set<SQLName> = []
    for statement in script.statements.reversed()
    where statement.succeeded && statement.created?.kind == .trigger {
      guard let trigger = TriggerText(statement.text), let table = script.after[trigger.table],
        table.kind == .table, checked.insert(SQLName(table.name)).inserted,
        table.triggers.contains(where: { $0.name.isSameName(as: trigger.name) })
      else { continue }
      for (index, triggers) in FullTextIndex.fed(by: table, in: script.after)
      where triggers.contains(where: { $0.name.isSameName(as: trigger.name) }) {
        // The rows of several tables may be in one index, and a log only grows.
        guard index.source?.isSameName(as: table.name) ?? false else { continue }
        let events = triggers.map(\.event)
        let missing = ["INSERT", "UPDATE", "DELETE"].filter { !events.contains($0) }
        guard missing.count == 1, let event = missing.first,
          // Another trigger may stop these changes.
          !table.triggers.contains(where: {
            TriggerText($0)?.event == event && $0.sql.uppercased().contains("RAISE")
          })
        else { continue }
        findings.report(
          "“\(index.name)” has no trigger for \(event) on “\(table.name)”, only for other changes",
          at: statement.span, help: index.adviceForTrigger(on: table, event))
      }
    }
  }

  private typealias Problem = (words: String, help: String)

  private func problem(
    of trigger: TriggerText, on table: SchemaTable, for index: FullTextIndex
  ) -> Problem? {
    for write in trigger.statements(writing: SQLName(index.name)) {
      if let problem = removal(write, trigger, index) ?? insertion(write, trigger, table, index) {
        return problem
      }
    }
    if trigger.event == "UPDATE", let problem = doubling(trigger, table, index) { return problem }
    guard trigger.event == "UPDATE", !trigger.columns.isEmpty else { return nil }
    let others = table.triggers.compactMap { TriggerText($0) }.filter { other in
      other.event == "UPDATE" && !other.statements(writing: SQLName(index.name)).isEmpty
    }
    guard !others.contains(where: \.columns.isEmpty) else { return nil }
    let covered = others.reduce(into: trigger.columns) { $0.formUnion($1.columns) }
    let forgotten = index.columns.first { column in
      table.column(column) != nil && !covered.contains(SQLName(column))
    }
    return forgotten.map {
      (
        "“\(trigger.name)” does not update the full-text index “\(index.name)” if “\($0)” changes",
        "Add “\($0)” after UPDATE OF."
      )
    }
  }

  /// A plain DELETE or UPDATE, which makes SQLite read the old text from a row that has changed.
  private func removal(
    _ write: SQLText, _ trigger: TriggerText, _ index: FullTextIndex
  ) -> Problem? {
    let verb = write.word(0)
    guard verb == "DELETE" || verb == "UPDATE", trigger.event != "INSERT" else { return nil }
    let list = index.columns + index.storedColumns
    let names = ([index.name, "rowid"] + list).joined(separator: ", ")
    let id = index.rowID.isSameName(as: "rowid") ? "rowid" : index.rowID
    let values = (["'delete'", "old.\(id)"] + list.map { "old.\($0)" }).joined(separator: ", ")
    let command = "INSERT INTO \(index.name) (\(names)) VALUES (\(values))"
    switch index.content {
    case .own: return nil
    case .none:
      guard !index.deletesWithoutContent else { return nil }
      return (
        "“\(trigger.name)” fails: SQLite cannot \(verb) rows of “\(index.name)”, which stores no text",
        "Write instead: \(command)"
      )
    case .table(let source):
      guard trigger.timing == "AFTER", source.isSameName(as: trigger.table) else { return nil }
      return (
        "“\(trigger.name)” does not remove the old text from the full-text index “\(index.name)”, because the row of “\(source)” has already changed",
        index.version == 5
          ? "Instead of this \(verb), write: \(command)"
          : "Make it a BEFORE trigger that deletes from “\(index.name)”."
      )
    }
  }

  /// The new text, beside the old one.
  private func doubling(
    _ trigger: TriggerText, _ table: SchemaTable, _ index: FullTextIndex
  ) -> Problem? {
    let name = SQLName(index.name)
    let adds = trigger.statements(writing: name).contains { write in
      write.word(0) == "INSERT" && !write.has("OR", "REPLACE", at: 1)
        && !(write.columnList ?? []).contains { SQLName($0) == name }
    }
    let removes = table.triggers.compactMap { TriggerText($0) }.contains { other in
      other.event == "UPDATE"
        && other.statements(writing: name).contains { write in
          write.word(0) != "INSERT" || (write.columnList ?? []).contains { SQLName($0) == name }
        }
    }
    guard adds, !removes else { return nil }
    return (
      "“\(trigger.name)” adds the new text to “\(index.name)” and does not remove the old one",
      "Before this INSERT, delete the entry of OLD from “\(index.name)”."
    )
  }

  private func insertion(
    _ write: SQLText, _ trigger: TriggerText, _ table: SchemaTable, _ index: FullTextIndex
  ) -> Problem? {
    guard ["INSERT", "REPLACE"].contains(write.word(0)), let columns = write.columnList else {
      return nil
    }
    let given = Set(columns.map { SQLName($0) })
    if given.contains(SQLName(index.name)) {
      let values = write.valueRows.first.map { write.arguments($0) } ?? []
      let isDelete = values.contains { part in
        part.count == 1 && write.name(part.lowerBound).asciiLowercased == "delete"
      }
      guard isDelete else { return nil }
      let readsNew = values.contains { part in part.contains { write.has("NEW", ".", at: $0) } }
      if trigger.event == "UPDATE", readsNew {
        return (
          "“\(trigger.name)” removes the new text from “\(index.name)” instead of the old one",
          "After 'delete', write old. instead of new."
        )
      }
    }
    let forgotten = index.columns.first { column in
      !given.contains(SQLName(column)) && (index.source != nil || table.column(column) != nil)
    }
    return forgotten.map {
      (
        "“\(trigger.name)” leaves out “\($0)” of the full-text index “\(index.name)”",
        "Add “\($0)” to both lists of this INSERT."
      )
    }
  }
}

extension FullTextIndex {
  /// The trigger that is missing.
  fileprivate func adviceForTrigger(on table: SchemaTable, _ event: String) -> String {
    let columns = (self.columns + storedColumns)
    let list = (["rowid"] + columns).joined(separator: ", ")
    let values = { (row: String) in
      ([self.rowID] + columns).map { "\(row).\($0)" }.joined(separator: ", ")
    }
    let removal =
      version == 5
      ? "INSERT INTO \(name) (\(name), \(list)) VALUES ('delete', \(values("OLD"))); "
      : "DELETE FROM \(name) WHERE docid = OLD.\(rowID); "
    let addition = "INSERT INTO \(name) (\(list)) VALUES (\(values("NEW"))); "
    let body = (event == "INSERT" ? "" : removal) + (event == "DELETE" ? "" : addition)
    if version != 5, event == "UPDATE" {
      return "Add two triggers: BEFORE UPDATE with \(removal)AFTER UPDATE with \(addition)"
    }
    let time = version == 5 || event == "INSERT" ? "AFTER" : "BEFORE"
    let suffix = ["INSERT": "ai", "UPDATE": "au", "DELETE": "ad"][event] ?? "fts"
    return
      "Add: CREATE TRIGGER \(table.name)_\(suffix) \(time) \(event) ON \(table.name) BEGIN \(body)END"
  }
}
