import SQLScriptsSQL
import SQLScriptsSchema

/// `fts5 (body, content='note', content_rowid='folder_id')`
package struct FtsContentRowid: Rule {
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, folder INTEGER NOT NULL, body TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "content_rowid names a column that does not identify a row.", severity: .warning,
    why: "A search finds a value of this column, and SQLite reads the text of any row that has it.",
    wrong: [
      .init(
        before: note,
        "CREATE VIRTUAL TABLE note_fts USING fts5 (body, content='note', content_rowid=«'folder'»)",
        "INSERT INTO note_fts (note_fts) VALUES ('rebuild')")
    ],
    right: [
      .init(
        before: note,
        "CREATE VIRTUAL TABLE note_fts USING fts5 (body, content='note', content_rowid='id')",
        "INSERT INTO note_fts (note_fts) VALUES ('rebuild')"),
      .init(
        before: [
          "CREATE TABLE note (uuid TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, body TEXT)"
        ],
        "CREATE VIRTUAL TABLE note_fts USING fts5 (body, content='note', content_rowid='number')",
        "INSERT INTO note_fts (note_fts) VALUES ('rebuild')"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded && statement.word(1) == "VIRTUAL" {
      guard let name = statement.createdName, let index = FullTextIndex(script.after[name]),
        let source = index.source.flatMap({ script.after[$0] }), source.kind == .table,
        let column = source.column(index.rowID), column != source.rowIDAlias,
        !source.isUnique(in: [SQLName(column.name)]),
        let option = statement.indices.first(where: { statement.word($0) == "CONTENT_ROWID" })
      else { continue }
      let value = min(option + 2, statement.tokens.count - 1)
      findings.report(
        "content_rowid is “\(column.name)”, which several rows of “\(source.name)” may share",
        at: statement.span(value...value),
        help: source.rowIDAlias.map { "Write content_rowid='\($0.name)'." }
          ?? "Add an INTEGER PRIMARY KEY to “\(source.name)” and name it here.")
    }
  }
}
