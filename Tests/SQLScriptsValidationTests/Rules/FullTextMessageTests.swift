import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Every message about full-text indexes, as users read it.
@Suite struct FullTextMessageTests {
  private static let doc = [
    "CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT, body TEXT, lang TEXT)"
  ]
  private static let index =
    "CREATE VIRTUAL TABLE doc_fts USING fts5 (title, body, content='doc', content_rowid='id')"
  private static let plain = "CREATE VIRTUAL TABLE doc_fts USING fts5 (title, body)"
  private static let inserted =
    "CREATE TRIGGER ai AFTER INSERT ON doc BEGIN INSERT INTO doc_fts (rowid, title, body) VALUES (new.id, new.title, ifnull(new.body, '')); END"
  private static let deleted =
    "CREATE TRIGGER ad AFTER DELETE ON doc BEGIN INSERT INTO doc_fts (doc_fts, rowid, title, body) VALUES ('delete', old.id, old.title, old.body); END"
  private static let updated =
    "CREATE TRIGGER au AFTER UPDATE ON doc BEGIN INSERT INTO doc_fts (doc_fts, rowid, title, body) VALUES ('delete', old.id, old.title, old.body); INSERT INTO doc_fts (rowid, title, body) VALUES (new.id, new.title, new.body); END"
  private static let rebuild = "INSERT INTO doc_fts (doc_fts) VALUES ('rebuild')"
  private static let all = doc + [index, inserted, deleted, updated]

  static let cases: [RuleMessageCase] = [
    .init(
      doc, [index, inserted, deleted, updated],
      [
        "warning[fts-not-filled] 1:1 “doc_fts” is not filled with the rows of “doc” | After this statement, write: \(rebuild)"
      ]),
    .init(
      doc, [plain, inserted],
      [
        "warning[fts-not-filled] 1:1 “doc_fts” is not filled with the rows of “doc” | After this statement, write: INSERT INTO doc_fts (rowid, title, body) SELECT id, title, ifnull(body,'') FROM doc"
      ]),
    .init(
      doc, ["CREATE VIRTUAL TABLE doc_fts USING fts4 (content=\"doc\", title, body)"],
      [
        "warning[fts-not-filled] 1:1 “doc_fts” is not filled with the rows of “doc” | After this statement, write: \(rebuild)"
      ]),
    .init(
      doc, [index, "INSERT INTO doc_fts (doc_fts) VALUES ('optimize')"],
      [
        "warning[fts-not-filled] 1:1 “doc_fts” is not filled with the rows of “doc” | After this statement, write: \(rebuild)"
      ]),
    .init(doc, [index, inserted, deleted, updated, rebuild], []),
    .init(doc, ["CREATE VIRTUAL TABLE help USING fts5 (title, body)"], []),
    .init(doc, [index, updated, "UPDATE doc SET title = title"], []),
    .init(
      all, ["ALTER TABLE doc RENAME COLUMN body TO text"],
      [
        "error[fts-content-missing] 1:1 the full-text index “doc_fts” stops working: “doc” has no column “body” any more | Drop “doc_fts” and create it again for the new schema. Then fill it: \(rebuild)"
      ]),
    .init(
      all, ["ALTER TABLE doc RENAME TO page"],
      [
        "error[fts-content-missing] 1:1 the full-text index “doc_fts” stops working: there is no “doc” any more | Drop “doc_fts” and create it again for the new schema. Then fill it: \(rebuild)"
      ]),
    .init(all, ["ALTER TABLE doc RENAME COLUMN lang TO language"], []),
    .init(
      all, ["DROP TRIGGER au", "UPDATE doc SET title = 'x' WHERE title = 'y'", updated],
      [
        "warning[fts-out-of-step] 3:1 this UPDATE changes “title” of “doc”, and the full-text index “doc_fts” does not follow | After it, write: \(rebuild)"
      ]),
    .init(
      all, ["DROP TRIGGER ad", "DELETE FROM doc WHERE title = 'y'", deleted],
      [
        "warning[fts-out-of-step] 3:1 this DELETE removes rows of “doc”, and the full-text index “doc_fts” does not follow | After it, write: \(rebuild)"
      ]),
    .init(
      all,
      [
        "CREATE TABLE new_doc (id INTEGER PRIMARY KEY, title TEXT, body TEXT, lang TEXT)",
        "INSERT INTO new_doc (title, body, lang) SELECT title, body, lang FROM doc",
        "DROP TABLE doc", "ALTER TABLE new_doc RENAME TO doc", inserted, deleted, updated,
      ],
      [
        "warning[fts-out-of-step] 3:1 this copy gives new IDs to the rows of “doc”, and the full-text index “doc_fts” does not follow | After it, write: \(rebuild)"
      ]),
    .init(
      all, ["DROP TRIGGER au", "UPDATE doc SET title = 'x' WHERE title = 'y'", updated, rebuild], []
    ),
    .init(all, ["DROP TRIGGER au", "UPDATE doc SET lang = 'x' WHERE lang = 'y'", updated], []),
    .init(
      all,
      [
        "DROP TRIGGER au",
        "CREATE TRIGGER au AFTER UPDATE OF title ON doc BEGIN INSERT INTO doc_fts (doc_fts, rowid, title, body) VALUES ('delete', old.id, old.title, old.body); INSERT INTO doc_fts (rowid, title, body) VALUES (new.id, new.title, new.body); END",
      ],
      [
        "warning[fts-trigger] 3:1 “au” does not update the full-text index “doc_fts” if “body” changes | Add “body” after UPDATE OF."
      ]),
    .init(
      all,
      [
        "DROP TRIGGER ad",
        "CREATE TRIGGER ad AFTER DELETE ON doc BEGIN INSERT INTO doc_fts (doc_fts, rowid, title) VALUES ('delete', old.id, old.title); END",
      ],
      [
        "warning[fts-trigger] 3:1 “ad” leaves out “body” of the full-text index “doc_fts” | Add “body” to both lists of this INSERT."
      ]),
    .init(
      all,
      [
        "DROP TRIGGER ad",
        "CREATE TRIGGER ad AFTER DELETE ON doc BEGIN DELETE FROM doc_fts WHERE rowid = old.id; END",
      ],
      [
        "warning[fts-trigger] 3:1 “ad” does not remove the old text from the full-text index “doc_fts”, because the row of “doc” has already changed | Instead of this DELETE, write: INSERT INTO doc_fts (doc_fts, rowid, title, body) VALUES ('delete', old.id, old.title, old.body)"
      ]),
    .init(
      doc,
      [
        "CREATE VIRTUAL TABLE doc_fts USING fts4 (title, body, content=doc)", rebuild,
        "CREATE TRIGGER bd BEFORE DELETE ON doc BEGIN DELETE FROM doc_fts WHERE docid = old.id; END",
      ], []),
  ]

  @Test(arguments: cases)
  func `the message about a full-text index is exact`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: RuleCatalog.fullText) == example.expected)
  }
}
