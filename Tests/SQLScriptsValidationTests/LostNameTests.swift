import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Names in double quotes become strings when their column is dropped, and SQLite does not report it.
struct LostNameTests {
  private static let first = [
    "CREATE TABLE cache (id INTEGER PRIMARY KEY, keep INTEGER, body TEXT)",
    "CREATE TABLE note (body TEXT)",
    "CREATE TRIGGER clean AFTER INSERT ON note BEGIN DELETE FROM cache WHERE \"keep\" <> 1; END",
    "CREATE VIEW kept AS SELECT id, \"keep\" AS k FROM cache",
    "CREATE VIEW words AS SELECT id, \"no column\" AS w FROM cache",
  ]
  private static let rebuild = [
    "CREATE TABLE new_cache (id INTEGER PRIMARY KEY, body TEXT)",
    "INSERT INTO new_cache (id, body) SELECT id, body FROM cache", "DROP TABLE cache",
    "ALTER TABLE new_cache RENAME TO cache",
  ]

  private func errors(_ updates: [String]...) -> [[String]] {
    let files = updates.enumerated().map { InMemoryScript.update(Int64($0 + 2), $1) }
    let bundle = ScriptBundle(scripts: [.default(Self.first)] + files)
    let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
    return updates.indices.map { index in
      found.filter { $0.severity == .error && $0.span.file.name.contains("_\(index + 2).") }.map(
        \.id
      )
      .sorted()
    }
  }

  @Test(arguments: [
    ["ALTER TABLE cache DROP COLUMN keep"], Self.rebuild,
    // Other objects may have the name of the table by now.
    Self.rebuild + ["CREATE VIEW other AS SELECT body FROM cache"],
    ["ALTER TABLE cache RENAME TO store", "ALTER TABLE store DROP COLUMN keep"],
  ])
  func `a view and a trigger whose column was removed are errors, once`(update: [String]) {
    #expect(
      errors(
        update, ["UPDATE note SET body = 'x' WHERE body IS NULL"], ["CREATE TABLE other_table (a)"])
        == [["broken-trigger", "broken-view"], [], []])
  }

  @Test func `recreating them with the same text is the same error`() {
    let again = Self.first[2...3].map { $0 }
    let update = ["DROP TRIGGER clean", "DROP VIEW kept"] + Self.rebuild + again
    let found = errors(update)[0]
    #expect(found.contains("broken-trigger") && found.contains("broken-view"))
  }

  @Test func `a renamed column, and a quoted name that was a string before, are not errors`() {
    #expect(
      errors(
        ["ALTER TABLE cache RENAME COLUMN keep TO \"is kept\""],
        ["ALTER TABLE cache DROP COLUMN body", "ALTER TABLE note ADD COLUMN at TEXT"],
        ["DROP VIEW words", "CREATE VIEW words AS SELECT id, \"none\" AS w FROM cache"]
      ) == [[], [], []])
  }
}
