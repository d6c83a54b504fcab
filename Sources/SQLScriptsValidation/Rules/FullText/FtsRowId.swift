import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO note_fts (text) SELECT text FROM note`, although triggers use `rowid = old.id`
package struct FtsRowId: Rule {
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
    "CREATE VIRTUAL TABLE note_fts USING fts5 (text)",
  ]
  private static let delete =
    "CREATE TRIGGER note_ad AFTER DELETE ON note BEGIN DELETE FROM note_fts WHERE rowid = old.id; END"

  package static let documentation = RuleDocumentation(
    summary: "A full-text index is filled without the rowids of the rows.", severity: .warning,
    why:
      "SQLite numbers the entries itself. Searches find other rows, and triggers change other entries.",
    wrong: [.init(before: note, "INSERT INTO «note_fts» (text) SELECT text FROM note", delete)],
    right: [
      .init(before: note, "INSERT INTO note_fts (rowid, text) SELECT id, text FROM note", delete),
      .init(before: note, "INSERT INTO note_fts (text) SELECT text FROM note"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded {
      guard let target = statement.targetIndex, statement.word(statement.verb ?? 0) != "UPDATE",
        let name = statement.writtenTable, let index = FullTextIndex(script.after[name]),
        statement.outerIndex(of: "SELECT", from: target) != nil
      else { continue }
      let given = Set((statement.columnList ?? []).map { SQLName($0) })
      let ids: [SQLName] = ["rowid", "docid", SQLName(index.name)]
      guard given.isDisjoint(with: ids),
        let source = source(of: index, read: statement.readTables, in: script.after)
      else { continue }
      let id = index.version == 5 ? "rowid" : "docid"
      let key = source.rowIDAlias?.name ?? "rowid"
      findings.report(
        "“\(index.name)” does not get the rowids of “\(source.name)”, which its triggers use",
        at: statement.span(target...target),
        help: "Write \(id) in the list of columns, and \(key) after SELECT.")
    }
  }

  /// The table whose triggers find the entries of an index by their rowids.
  private func source(
    of index: FullTextIndex, read: Set<SQLName>, in schema: SchemaSnapshot
  ) -> SchemaTable? {
    let tables = read.sorted().compactMap { schema[$0] }
    return tables.first { table in
      table.triggers.compactMap { TriggerText($0) }.contains { trigger in
        trigger.statements(writing: SQLName(index.name)).contains { write in
          write.indices.contains { at in
            ["ROWID", "DOCID"].contains(write.word(at))
          }
        }
      }
    }
  }
}
