import SQLScriptsReporting
import TestSupport
import Testing

/// Brackets and tags of lists and dictionaries that are missing or wrong.
struct LostBracketTests {
  private static let sql = "DELETE FROM user WHERE id = 1"

  private static func isOneFinding(_ file: String, _ text: String) async throws -> Bool {
    let page = try Page(["sql_default.json": "[]", file: text])
    return try await page.version(2)["findings"].values.count == 1
  }

  @Test(arguments: [
    ("\"@\", \"@\"]", "[\"@\", \"@\"]", "Write “[” before this"),
    ("{\"sql\": \"@\"}, \"@\"]", "[{\"sql\": \"@\"}, \"@\"]", "Write “[” before this"),
    (
      "{\"statements\": \"@\", [\"@\", \"@\"], {\"sql\": \"@\"}, \"@\"],\n\"verify\": []}",
      "{\"statements\": [\"@\", [\"@\", \"@\"], {\"sql\": \"@\"}, \"@\"],\n\"verify\": []}",
      "Write “[” before this"
    ),
    (
      "{\"statements\": [\"@\",\n\"verify\": [\"SELECT 1\"]}",
      "{\"statements\": [\"@\"],\n\"verify\": [\"SELECT 1\"]}", "Write “]” here"
    ),
    ("[[\"@\", \"@\", {\"sql\": \"@\"}]", "[[\"@\", \"@\"], {\"sql\": \"@\"}]", "Write “]” here"),
    (
      "\"description\": \"x\", \"statements\": [\"@\"]}",
      "{\"description\": \"x\", \"statements\": [\"@\"]}", "Write “{” before this"
    ),
    (
      "[\"@\", \"sql\": \"@\", \"note\": \"x\"}, \"@\"]",
      "[\"@\", {\"sql\": \"@\", \"note\": \"x\"}, \"@\"]", "Write “{” before this"
    ),
    ("[{\"sql\": \"@\", \"@\", \"@\"]", "[{\"sql\": \"@\"}, \"@\", \"@\"]", "Write “}” here"),
    (
      "[{\"sql\": \"@\", {\"sql\": \"@\"}]", "[{\"sql\": \"@\"}, {\"sql\": \"@\"}]",
      "Write “}” here"
    ),
    (
      "{\"statements\": [\"@\"},\n\"verify\": []}", "{\"statements\": [\"@\"],\n\"verify\": []}",
      "Write “]”"
    ),
    ("[{\"sql\": \"@\"], \"@\"]", "[{\"sql\": \"@\"}, \"@\"]", "Write “}”"),
    ("[\"@\"], \"@\"]", "[\"@\", \"@\"]", "Delete this “]”"),
    ("[\"@\"]]", "[\"@\"]", "Delete this “]”"),
    ("[{\"sql\": \"@\"}}, \"@\"]", "[{\"sql\": \"@\"}, \"@\"]", "Delete this “}”"),
    (
      "{\"verify\": \"SELECT 1\"], \"statements\": []}",
      "{\"verify\": [\"SELECT 1\"], \"statements\": []}", "Write “[” before this"
    ),
    ("[\"@\", \"@\")", "[\"@\", \"@\"]", "Write “]”"),
    ("[{\"sql\": \"@\"), \"@\"]", "[{\"sql\": \"@\"}, \"@\"]", "Write “}”"),
    ("{\"statements\": (\"@\"]}", "{\"statements\": [\"@\"]}", "Write “[”"),
    ("[(\"sql\": \"@\"}, \"@\"]", "[{\"sql\": \"@\"}, \"@\"]", "Write “{”"),
    ("{\"@\", \"@\"]", "[\"@\", \"@\"]", "Write “[”"),
    (
      "[\"description\": \"x\", \"statements\": []}",
      "{\"description\": \"x\", \"statements\": []}", "Write “{”"
    ),
  ])
  func `one lost or wrong bracket is one finding with the right button`(
    wrong: String, right: String, button: String
  ) async throws {
    let (wrong, right) = (
      wrong.replacing("@", with: Self.sql), right.replacing("@", with: Self.sql)
    )
    #expect(try await Self.isOneFinding("sql_update_2.json", wrong), "\(wrong)")
    #expect(try await Page.repaired("sql_update_2.json", wrong, as: button) == right)
  }

  @Test(arguments: [
    (
      "<key>statements</key><string>@</string><string>@</string></array><key>verify</key><array></array>",
      "<key>statements</key><array>\n<string>@</string><string>@</string></array><key>verify</key><array></array>",
      "Write <array> before this"
    ),
    (
      "description</key><string>x</string><key>statements</key><array><string>@</string></array>",
      "<key>description</key><string>x</string><key>statements</key><array><string>@</string></array>",
      "Write <key> before the text"
    ),
    (
      "<key>statements</key><array><dict><key>sql</key><string>@</string><string>@</string></array>",
      "<key>statements</key><array><dict><key>sql</key><string>@</string></dict>\n<string>@</string></array>",
      "Write </dict> before this"
    ),
    (
      "<key>statements</key><array><key>sql</key><string>@</string></dict><string>@</string></array>",
      "<key>statements</key><array><dict>\n<key>sql</key><string>@</string></dict><string>@</string></array>",
      "Write <dict> before this"
    ),
    (
      "<key>statements</key><array><string>@/string><string>@</string></array>",
      "<key>statements</key><array><string>@</string><string>@</string></array>",
      "Write “<” before /string>"
    ),
    (
      "<key>statements</key><array><dict><key>sql</key><string>@</string></array><string>@</string></array>",
      "<key>statements</key><array><dict><key>sql</key><string>@</string></dict><string>@</string></array>",
      "Write </dict>"
    ),
    (
      "<key>statements</key><array><string>@</string><key>verify</key><array></array>",
      "<key>statements</key><array><string>@</string></array>\n<key>verify</key><array></array>",
      "Write </array> before this"
    ),
    (
      "<key>verify</key><string>SELECT 1</string></array><key>statements</key><array></array>",
      "<key>verify</key><array>\n<string>SELECT 1</string></array><key>statements</key><array></array>",
      "Write <array> before this"
    ),
    (
      "<key>statements</key><array>string>@</string><string>@</string></array>",
      "<key>statements</key><array><string>@</string><string>@</string></array>",
      "Write “<” before string>"
    ),
  ])
  func `one lost tag is one finding with the right button`(
    wrong: String, right: String, button: String
  ) async throws {
    let text = { (dict: String) in
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\(dict)</dict>\n</plist>\n"
        .replacing("@", with: Self.sql)
    }
    #expect(try await Self.isOneFinding("sql_update_2.plist", text(wrong)), "\(wrong)")
    let repaired = try await Page.repaired("sql_update_2.plist", text(wrong), as: button)
    #expect(repaired == text(right))
  }

  @Test func `a file without the start of its list can be edited, and the edit undone`()
    async throws
  {
    let page = try Page([
      "sql_default.json": "[]", "sql_update_2.json": "\"SELECT 1\", \"SELECT 2\"]",
    ])
    let finding = try await page.version(2)["findings"][0]
    let reply = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0,
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(reply.status == 200)
    #expect(try await page.edit(["kind": "undo"]).status == 200)
    #expect(try await page.version(2)["findings"][0] == finding)
  }

  @Test(arguments: [
    "[\"@\",\n[\"CREATE TABLE a (\", \"b)\"], \"@\", {\"sql\": \"@\", \"note\": \"a, b: c\"}]",
    "{\"statements\": [[\"SELECT\", \"1\"]], \"verify\": [{\"sql\": \"SELECT 1\", \"note\": \"x\"}], "
      + "\"allowsRowLoss\": [\"a b\", \"c\"], \"description\": \"a, b] c\"}",
  ])
  func `no bracket is missing in a correct file`(text: String) async throws {
    let text = text.replacing("@", with: Self.sql)
    let page = try Page(["sql_default.json": "[]", "sql_update_2.json": text])
    let ids = try await page.version(2)["findings"].values.map { $0["id"] }
    #expect(!ids.contains("json-unclosed"))
  }

  @Test func `a key that is missing twice is not a key that is there twice`() async throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict><string>a</string>"
      + "<string>b</string><key>statements</key><array></array></dict></plist>\n"
    let page = try Page(["sql_default.json": "[]", "sql_update_2.plist": text])
    let ids = try await page.version(2)["findings"].values.map { $0["id"] }
    #expect(!ids.contains("duplicate-key"))
  }
}
