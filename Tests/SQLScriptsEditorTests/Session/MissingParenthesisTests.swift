import SQLScriptsReporting
import TestSupport
import Testing

/// Closing parentheses and brackets that are missing.
struct MissingParenthesisTests {
  private static let start =
    "[\"CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)\"]"

  @Test(arguments: [
    ("CREATE TABLE a (b TEXT, c INTEGER;", "CREATE TABLE a (b TEXT, c INTEGER);", "at the end"),
    ("CREATE TABLE a (b TEXT, c INTEGER", "CREATE TABLE a (b TEXT, c INTEGER)", "at the end"),
    (
      "INSERT INTO user VALUES (1, 'x', 3; -- Ann", "INSERT INTO user VALUES (1, 'x', 3); -- Ann",
      "at the end"
    ),
    (
      "INSERT INTO user (id, name VALUES (1, 'x');", "INSERT INTO user (id, name) VALUES (1, 'x');",
      "before “VALUES”"
    ),
    (
      "CREATE TABLE a (b VARCHAR(20, c INTEGER);", "CREATE TABLE a (b VARCHAR(20), c INTEGER);",
      "before “,”"
    ),
  ])
  func `a missing parenthesis is written where it makes the statement valid`(
    wrong: String, right: String, place: String
  ) async throws {
    let text = try await Page.repaired(
      "sql_update_2.sql", wrong, as: "Write “)” \(place)", after: Self.start)
    #expect(text == right)
  }

  @Test(arguments: [
    "DELETE FROM user WHERE id IN (SELECT id FROM user WHERE age < 3",
    "UPDATE user SET age = (age + 1 * 2", "CREATE TABLE a (b TEXT DEFAULT (lower('x'",
  ])
  func `a parenthesis that fits in several places, or that is not enough, is not offered`(
    wrong: String
  ) async throws {
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.sql": wrong])
    let finding = try await page.version(2)["findings"][0]
    #expect(finding["id"] == "unclosed-bracket")
    #expect(finding["suggestions"] == .array([]))
  }

  @Test(arguments: [
    (
      "{\n  \"statements\": [\n    \"@\"\n}\n", "{\n  \"statements\": [\n    \"@\"\n  ]\n}\n",
      "Write “]” before this"
    ),
    (
      "{\r\n\t\"statements\": [\r\n\t\t\"@\"\r\n}\r\n",
      "{\r\n\t\"statements\": [\r\n\t\t\"@\"\r\n\t]\r\n}\r\n", "Write “]” before this"
    ),
    (
      "{\n  \"statements\": [\n    \"@\",\n  \"verify\": []\n}\n",
      "{\n  \"statements\": [\n    \"@\"\n  ],\n  \"verify\": []\n}\n", "Write “]” here"
    ),
    (
      "[\n  {\n    \"sql\": \"@\",\n  \"@\"\n]\n", "[\n  {\n    \"sql\": \"@\"\n  },\n  \"@\"\n]\n",
      "Write “}” here"
    ),
    ("{\"statements\": [\"@\"}\n", "{\"statements\": [\"@\"]}\n", "Write “]” before this"),
  ])
  func `a missing bracket of JSON is written as the file is laid out`(
    wrong: String, right: String, button: String
  ) async throws {
    let sql = "DELETE FROM user WHERE id = 1"
    let text = try await Page.repaired(
      "sql_update_2.json", wrong.replacing("@", with: sql), as: button, after: Self.start)
    #expect(text == right.replacing("@", with: sql))
  }
}
