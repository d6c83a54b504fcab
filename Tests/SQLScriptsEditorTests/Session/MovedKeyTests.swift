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

  @Test func `a comment inside the value moves along`() async throws {
    let value =
      "<array><!-- never loosen this --><string>SELECT 1 FROM user WHERE id = 1</string></array>"
    let text = try await Page.repaired(
      "sql_update_2.plist",
      "<plist><array><dict><key>sql</key><string>\(Self.sql)</string><key>verify</key>\(value)</dict></array></plist>",
      as: "Move “verify” out of the statement, because it is a key of the script")
    #expect(text.contains("<key>verify</key>\n\t\(value)") || text.contains(value))
  }

  @Test(arguments: [
    "<key>verify</key><!-- never loosen this --><array/>",
    "<!-- never loosen this -->\n<key>verify</key><array/>",
    "<key>verify</key><array/> <!-- never loosen this -->",
    "<key>ver<!-- never loosen this -->ify</key><array/>",
  ])
  func `a key with a comment that would stay or be lost is not moved`(entry: String) async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2.plist":
        "<plist><array><dict><key>sql</key><string>\(Self.sql)</string>\(entry)</dict></array></plist>",
    ])
    let findings = try await page.version(2)["findings"].values.filter { $0["id"] == "unknown-key" }
    #expect(findings.map { $0["suggestions"].values.count } == [0])
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
