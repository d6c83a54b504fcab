import SQLScriptsReporting
import TestSupport
import Testing

/// Closing parentheses and brackets that are missing.
struct MissingParenthesisTests {
  private static let start =
    "[\"CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)\"]"

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
