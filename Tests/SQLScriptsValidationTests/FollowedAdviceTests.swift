import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Advice that suggests a text is followed literally: the suggested text replaces the marked one. Then the finding must
/// be gone, and no new error may appear.
struct FollowedAdviceTests {
  private func errors(_ scripts: [InMemoryScript]) -> [Diagnostic] {
    Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate().diagnostics
      .filter { $0.severity != .info }
  }

  /// - Returns: the number of findings whose advice was followed.
  @discardableResult
  private func follow(_ scripts: [InMemoryScript], rule: String?) -> Int {
    let before = errors(scripts)
    var count = 0
    for finding in before where rule == nil || finding.id == rule {
      guard let text = FollowedAdvice.text(of: finding) else { continue }
      count += 1
      let changed = scripts.map { script in
        script.fileName == finding.span.file.name
          ? .file(named: script.fileName, text: String(decoding: text, as: UTF8.self)) : script
      }
      let after = errors(changed)
      let place: Comment =
        "\(finding.id): \(finding.help ?? "")\n\(String(decoding: text, as: UTF8.self))"
      #expect(
        after.count { $0.id == finding.id && $0.message == finding.message }
          < before.count { $0.id == finding.id && $0.message == finding.message }, place)
      #expect(
        after.count { $0.severity == .error } < before.count { $0.severity == .error }
          || finding.severity != .error, place)
      let known = Set(before.filter { $0.severity == .error }.map(\.id))
      let new = after.filter { $0.severity == .error && !known.contains($0.id) }
      #expect(new.map { "\($0.id): \($0.message)" } == [], place)
    }
    return count
  }

  private static let wrong = RuleExampleTests.cases.filter(\.isWrong)

  @Test func `the advice of the rules can be followed`() {
    var count = 0
    for example in Self.wrong where example.example.settings == nil {
      count += follow(example.example.bundle.scripts, rule: example.rule)
    }
    #expect(count > 50)
  }

  @Test func `the advice for planted mistakes can be followed`() {
    let start = InMemoryScript.default([PlantedMistake.table])
    var count = 0
    for mistake in PlantedMistake.statements + PlantedMistake.pastedStatements {
      let format = mistake.format ?? .sql
      let text = PlantedMistake.withoutMarks(mistake.written(as: format)).text
      let update = InMemoryScript.file(named: "sql_update_2.\(format.rawValue)", text: text)
      count += follow([start, update], rule: mistake.rule)
    }
    #expect(count > 30)
  }

  private static let book =
    "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, price REAL, kind TEXT);"

  @Test(arguments: [
    "UPDATE book SET price = 2,5 WHERE id = 1", "DELETE FROM book WHERE price < 2,5",
    "UPDATE book SET price = 4.50€ WHERE id = 1",
    "INSERT INTO book (id, title) VALUES (2, 《西游记》)",
    "CREATE VIEW v AS SELECT titel FROM book", "CREATE VIEW v AS SELECT title FROM boook",
    "CREATE TRIGGER t AFTER INSERT ON book BEGIN UPDATE book SET knd = 'x' WHERE id = new.id; END",
    "UPDATE book SET price = price × 2 WHERE id = 1", "DELETE FORM book WHERE id = 1",
    "UPDATE book SET kind = novel WHERE id = 1", "UPDATE book SET kind = 31.12.2025 WHERE id = 1",
    "UPDATE book SET kind = 'novel WHERE id = 1", "DELETE FROM book WHERE kind = 'novel",
    "UPDATE book SET title = 'Salt, Fat and Acid, kind = 'novel' WHERE id = 1",
    "INSERT INTO book (title, kind) VALUES ('Salt, 'novel')",
    "INSERT INTO book (title kind) VALUES ('Salt', 'novel')",
    "CREATE INDEX i ON book (title kind)",
    "ALTER TABLE book ADD COLUMN pages REAL NOT NUL DEFAULT 0",
    "ALTER TABLE book ADD COLUMN pages REAL NOTNULL DEFALT 0",
    "UPDATE book SET title = 'a', SET kind = 'b' WHERE id = 1",
  ])
  func `the advice for a slip in a statement can be followed`(statement: String) {
    let scripts: [InMemoryScript] = [
      .file(named: "sql_default.sql", text: Self.book),
      .file(named: "sql_update_2.sql", text: statement + ";\n"),
    ]
    follow(scripts, rule: nil)
  }

  @Test(arguments: [
    "<string><string>DELETE FROM book WHERE id = 1</string>",
    "<string>DELETE FROM book WHERE id = 1</string></string>",
    "<string>UPDATE book SET kind = 'a & b' WHERE id = 1</string>",
    "<string>DELETE FROM book WHERE id < 1</string>",
  ])
  func `the advice for a slip in a property list can be followed`(item: String) {
    let scripts: [InMemoryScript] = [
      .file(named: "sql_default.sql", text: Self.book),
      .file(
        named: "sql_update_2.plist",
        text:
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<array>\n\(item)\n</array>\n</plist>\n"
      ),
    ]
    #expect(follow(scripts, rule: nil) > 0)
  }
}
