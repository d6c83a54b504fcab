import SQLScriptsReporting
import TestSupport
import Testing

/// Misspelled keywords in statements with a second mistake.
struct SeveralTyposTests {
  private static let start = "[\"CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)\"]"

  @Test(arguments: [
    (
      "UPDTE user SET name = 'y' WHER id = 1;", ["UPDATE", "WHERE"],
      "UPDATE user SET name = 'y' WHERE id = 1;"
    ),
    ("craete tabel a (b INTEGER);", ["create", "table"], "create table a (b INTEGER);"),
    (
      "CREATE TRIGER t AFTER INSERT ON user BEGIN\n  DELETE FROM user WHERE id = 1;\nEND;",
      ["TRIGGER"],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN\n  DELETE FROM user WHERE id = 1;\nEND;"
    ),
  ])
  func `each misspelled keyword has a button, also if another mistake follows`(
    wrong: String, words: [String], right: String
  ) async throws {
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.sql": wrong])
    for word in words {
      let errors = try await page.version(2)["findings"].values.filter {
        $0["severity"] == "error"
      }
      let finding = try #require(errors.first)
      #expect(finding["suggestions"] == .array([.string("Write \(word)")]))
      try await page.edit([
        "kind": "suggestion", "script": 2, "choice": 0,
        "finding": ["id": finding["id"], "offset": finding["offset"]],
      ])
    }
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.sql") == right)
  }
}
