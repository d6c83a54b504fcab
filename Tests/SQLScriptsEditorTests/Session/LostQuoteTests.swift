import Testing

/// Quotes of a JSON file that are missing, that are there twice, or that are not escaped.
struct LostQuoteTests {
  private static let sql = "DELETE FROM user WHERE id = 1"

  @Test(arguments: [
    ("[\n\"@,\n{\"sql\": \"@\"},\n\"@\"\n]", "[\n\"@\",\n{\"sql\": \"@\"},\n\"@\"\n]"),
    ("[\n\"@,\r\n  [\"@\", \"@\"]\n]", "[\n\"@\",\r\n  [\"@\", \"@\"]\n]"),
    ("[\"@, {\"sql\": \"@\"}]", "[\"@\", {\"sql\": \"@\"}]"),
    ("[\"@, \"@\"]", "[\"@\", \"@\"]"),
    ("[{\"sql: \"@\"}]", "[{\"sql\": \"@\"}]"),
    ("[{\"sql: [\"@\", \"@\"]}]", "[{\"sql\": [\"@\", \"@\"]}]"),
    ("[{\"sql: [\n\"@\",\n\"@\"\n]}]", "[{\"sql\": [\n\"@\",\n\"@\"\n]}]"),
    ("[{\"sql\": \"@},\n\"@\"]", "[{\"sql\": \"@\"},\n\"@\"]"),
    ("[{\"sql\": \"@ },\n\"@\"]", "[{\"sql\": \"@\" },\n\"@\"]"),
    ("[{\"sql\": \"@\n}, {\n\"sql\": \"@\"}]", "[{\"sql\": \"@\"\n}, {\n\"sql\": \"@\"}]"),
    ("[{\"sql\": \"@}, {\"sql\": \"@\"}]", "[{\"sql\": \"@\"}, {\"sql\": \"@\"}]"),
    ("[{\"sql\": \"@, \"note\": \"x\"}]", "[{\"sql\": \"@\", \"note\": \"x\"}]"),
    ("[{\"sql\": \"@\\n, \"note\": \"x\"}]", "[{\"sql\": \"@\\n\", \"note\": \"x\"}]"),
  ])
  func `a string without its closing quote ends before the structure of the file`(
    wrong: String, right: String
  ) async throws {
    try await expect(wrong, right, "Close the string here")
  }

  @Test(arguments: [
    ("[\"@\"\"]", "[\"@\"]"), ("[\"@\"\",\n\"@\"]", "[\"@\",\n\"@\"]"),
    (
      "{\"description\": \"x\"\", \"statements\": []}",
      "{\"description\": \"x\", \"statements\": []}"
    ),
    ("{\"statements\"\": [\"@\"]}", "{\"statements\": [\"@\"]}"),
  ])
  func `a second quote at the end of a string is one finding`(
    wrong: String, right: String
  ) async throws {
    try await expect(wrong, right, "Delete one quote")
  }

  @Test(arguments: [
    (
      "[{\"sql\": \"INSERT INTO user (id, name) VALUES (1, \"Ann\"), (2, 'b, c')\"}]",
      "[{\"sql\": \"INSERT INTO user (id, name) VALUES (1, \\\"Ann\\\"), (2, 'b, c')\"}]"
    ),
    (
      "[\"SELECT \"a\", \"b\" FROM t\", \"@\"]", "[\"SELECT \\\"a\\\", \\\"b\\\" FROM t\", \"@\"]"
    ),
    (
      "[\"UPDATE user SET name = ''\", \"UPDATE user SET name = (\"\")\"]",
      "[\"UPDATE user SET name = ''\", \"UPDATE user SET name = (\\\"\\\")\"]"
    ),
  ])
  func `quotes inside SQL are one finding, and only they are escaped`(
    wrong: String, right: String
  ) async throws {
    try await expect(wrong, right, "Write a backslash before the quotes")
  }

  private func expect(_ wrong: String, _ right: String, _ button: String) async throws {
    let (wrong, right) = (
      wrong.replacing("@", with: Self.sql), right.replacing("@", with: Self.sql)
    )
    let page = try Page(["sql_default.json": "[]", "sql_update_2.json": wrong])
    let errors = try await page.version(2)["findings"].values.filter { $0["severity"] == "error" }
    #expect(errors.count == 1, "\(wrong)")
    #expect(try await Page.repaired("sql_update_2.json", wrong, as: button) == right)
  }
}
