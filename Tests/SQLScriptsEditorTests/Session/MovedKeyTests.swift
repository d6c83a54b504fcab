import SQLScriptsReporting
import TestSupport
import Testing

/// Keys of a script that are written at another level.
struct MovedKeyTests {
  private static let start = """
    ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

    """
  private static let sql = "DELETE FROM user WHERE id = 1"

  @Test(arguments: [
    (
      "{\"statements\": [{\"sql\": \"@\", \"verify\": [\"SELECT 1 FROM user WHERE id = 1\"]}]}",
      "{\n  \"verify\": [\"SELECT 1 FROM user WHERE id = 1\"],\"statements\": [{\"sql\": \"@\"}]}",
      "Move “verify” out of the statement, because it is a key of the script"
    ),
    (
      "[{\"foreignKeys\": \"unchecked\", \"sql\": \"@\"}]",
      "{\n  \"foreignKeys\": \"unchecked\",\n  \"statements\": [{ \"sql\": \"@\"}]\n}",
      "Move “foreignKeys” out of the statement, because it is a key of the script"
    ),
    (
      "{\"statements\": [{\"sql\": \"@\", \"description\": \"why\"}]}",
      "{\"statements\": [{\"sql\": \"@\", \"note\": \"why\"}]}", "Write “note”"
    ),
    (
      "{\"note\": \"why\", \"statements\": [\"@\"]}",
      "{\"description\": \"why\", \"statements\": [\"@\"]}", "Write “description”"
    ),
    (
      "{\"statements\": [\"@\"], \"onlyIf\": \"SELECT 1\"}",
      "{\"statements\": [{ \"sql\": \"@\", \"onlyIf\": \"SELECT 1\" }]}",
      "Move “onlyIf” into the statement"
    ),
  ])
  func `a key of another level has a button that moves it`(
    wrong: String, right: String, button: String
  ) async throws {
    let text = try await Page.repaired(
      "sql_update_2.json", wrong.replacing("@", with: Self.sql), as: button)
    #expect(text == right.replacing("@", with: Self.sql))
  }

  @Test(arguments: [
    "{\"statements\": [\"@\", \"@\"], \"onlyIf\": \"SELECT 1\"}",
    "{\"verify\": [], \"statements\": [{\"sql\": \"@\", \"verify\": [\"SELECT 1\"]}]}",
    "[{\"sql\": \"@\", \"version\": 3}]", "[{\"sql\": \"@\", \"statements\": [\"@\"]}]",
  ])
  func `a key is not moved if its place is not certain, or taken`(wrong: String) async throws {
    let page = try Page([
      "sql_default.json": Self.start, "sql_update_2.json": wrong.replacing("@", with: Self.sql),
    ])
    let findings = try await page.version(2)["findings"].values.filter { $0["id"] == "unknown-key" }
    #expect(findings.map { $0["suggestions"].values.count } == [0])
  }
}
