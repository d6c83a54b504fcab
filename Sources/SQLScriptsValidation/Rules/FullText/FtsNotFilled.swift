import SQLScriptsSQL
import SQLScriptsSchema

/// A full-text index over a table that has rows, without `INSERT INTO note_fts (note_fts) VALUES ('rebuild')`
package struct FtsNotFilled: Rule {
  private static let note = ["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"]
  private static let insert =
    "CREATE TRIGGER note_ai AFTER INSERT ON note BEGIN INSERT INTO note_fts (rowid, text) VALUES (new.id, new.text); END"

  package static let documentation = RuleDocumentation(
    summary:
      "A new full-text index or R*Tree does not contain the rows that users already have.",
    severity: .warning,
    why: "Users cannot find anything that they wrote before the update.",
    wrong: [
      .init(
        before: note,
        "«CREATE VIRTUAL TABLE note_fts USING fts5 (text, content='note', content_rowid='id')»",
        insert),
      .init(before: note, "«CREATE VIRTUAL TABLE note_fts USING fts5 (text)»", insert),
      .init(
        before: ["CREATE TABLE place (id INTEGER PRIMARY KEY, x REAL)"],
        "«CREATE VIRTUAL TABLE place_box USING rtree (id, low, high)»",
        "CREATE TRIGGER place_ai AFTER INSERT ON place BEGIN INSERT INTO place_box VALUES (new.id, new.x, new.x); END"
      ),
    ],
    right: [
      .init(
        before: note,
        "CREATE VIRTUAL TABLE note_fts USING fts5 (text, content='note', content_rowid='id')",
        insert, "INSERT INTO note_fts (note_fts) VALUES ('rebuild')"),
      .init(
        before: note, "CREATE VIRTUAL TABLE note_fts USING fts5 (text)",
        "INSERT INTO note_fts (rowid, text) SELECT id, text FROM note", insert),
      .init(
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
        "CREATE VIRTUAL TABLE note_fts USING fts5 (text, content='note', content_rowid='id')",
        insert),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for (place, statement) in script.statements.enumerated()
    where statement.has("CREATE", "VIRTUAL", at: 0) {
      guard let created = statement.createdName else { continue }
      let later = script.statements[(place + 1)...]
      var names: Set<SQLName> = [SQLName(created)]
      for rename in later.compactMap(\.renamedTable) where names.contains(rename.old) {
        names.insert(rename.new)
      }
      guard
        let index = names.sorted().lazy.compactMap({ FilledIndex(script.after[$0]) }).first,
        !later.contains(where: { other in
          names.contains { other.fills($0) } || other.isCopy && names.contains { other.feeds($0) }
        })
      else { continue }
      let feeder = script.feeder(of: index)
      guard let source = index.source ?? feeder?.table, let table = script.after[source],
        script.hasRows(SQLName(source), before: place, without: index)
      else { continue }
      let filling = index.rebuild ?? feeder.flatMap { index.filling(by: $0) }
      findings.report(
        "“\(index.name)” is not filled with the rows of “\(table.name)”", at: statement.span,
        help: filling.map { "After this statement, write: \($0)" }
          ?? "After this statement, insert the existing rows into “\(index.name)”.")
    }
  }
}

/// A virtual table that repeats the rows of another.
private struct FilledIndex {
  let name: String
  /// The table with its text; nil if it has its own.
  let source: String?
  /// The statement that fills it from that table.
  let rebuild: String?

  init?(_ table: SchemaTable?) {
    if let index = FullTextIndex(table) {
      (name, source) = (index.name, index.source)
      rebuild = source == nil ? nil : index.rebuild
    } else if let table, table.isRTree {
      (name, source, rebuild) = (table.name, nil, nil)
    } else {
      return nil
    }
  }

  func filling(by trigger: TriggerText) -> String? {
    FullTextIndex.filling(of: name, by: trigger)
  }
}

extension RehearsedStatement {
  /// Whether it may change all rows of a table.
  fileprivate var isCopy: Bool {
    guard let verb else { return false }
    return word(verb) == "UPDATE" || outerIndex(of: "SELECT", from: verb) != nil
  }
}

extension RehearsedScript {
  /// The trigger that fills an index from a table.
  fileprivate func feeder(of index: FilledIndex) -> TriggerText? {
    let name = SQLName(index.name)
    for statement in statements.reversed() where statement.created?.kind == .trigger {
      guard let trigger = TriggerText(statement.text), trigger.event == "INSERT",
        trigger.statements(writing: name).contains(where: { $0.word(0) == "INSERT" })
      else { continue }
      return trigger
    }
    return nil
  }

  /// Whether a table may have rows that the index does not contain.
  fileprivate func hasRows(
    _ table: SQLName, before place: Int, without index: FilledIndex
  ) -> Bool {
    if before[table] != nil { return true }
    return statements.contains { statement in
      statement.verb != nil && statement.writtenTable == table
        && !statement.feeds(SQLName(index.name))
    }
  }
}
