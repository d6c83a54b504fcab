import SQLScriptsSQL
import SQLScriptsSchema

/// `ALTER TABLE note RENAME COLUMN text TO body`, if a full-text index reads `text`
package struct FtsContentMissing: Rule {
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
    "CREATE VIRTUAL TABLE note_fts USING fts5 (text, content='note', content_rowid='id')",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A full-text index reads a table or column that no longer exists.", severity: .error,
    why: "SQLite does not rename columns in a full-text index, and every search in it fails.",
    wrong: [
      .init(before: note, "«ALTER TABLE note RENAME COLUMN text TO body»"),
      .init(before: note, "«ALTER TABLE note RENAME TO message»"),
      .init(before: note, "«ALTER TABLE note DROP COLUMN text»"),
    ],
    right: [
      .init(
        before: note, "DROP TABLE note_fts", "ALTER TABLE note RENAME COLUMN text TO body",
        "CREATE VIRTUAL TABLE note_fts USING fts5 (body, content='note', content_rowid='id')",
        "INSERT INTO note_fts (note_fts) VALUES ('rebuild')")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    // Only these statements can take something away, and reading all tables takes time.
    let changes = script.statements.filter { statement in
      statement.succeeded && statement.changesSchema
        && (statement.word(0) == "ALTER" || statement.word(0) == "DROP"
          || statement.word(1) == "VIRTUAL")
    }
    guard !changes.isEmpty else { return }
    let indexes = script.after.tables.values.compactMap { FullTextIndex($0) }
    for index in indexes.sorted(by: { SQLName($0.name) < SQLName($1.name) }) {
      guard let missing = index.missing(in: script.after), index.missing(in: script.before) == nil,
        let place = changes.last(where: { statement in
          index.missing(in: statement.before) == nil && index.missing(in: statement.after) != nil
        }) ?? changes.last(where: { $0.createdName?.isSameName(as: index.name) ?? false })
      else { continue }
      findings.report(
        "the full-text index “\(index.name)” stops working: \(missing)", at: place.span,
        help: "Drop “\(index.name)” and create it again for the new schema. Then fill it: "
          + index.rebuild)
    }
  }
}
