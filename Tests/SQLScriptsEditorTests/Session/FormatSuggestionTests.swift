import SQLScriptsReporting
import TestSupport
import Testing

/// The corrections that the page offers for files that cannot be read.
struct FormatSuggestionTests {
  private static let sql = "DELETE FROM user WHERE id = 1"

  @Test(arguments: [
    ("[\"@,\n\"@\"\n]", "[\"@\",\n\"@\"\n]", "Close the string here"),
    ("[\n\"@\n]\n", "[\n\"@\"\n]\n", "Close the string here"),
    ("[\n@\",\n\"@\"\n]", "[\n\"@\",\n\"@\"\n]", "Open the string here"),
    ("[\n@,\n\"@\"\n]", "[\n\"@\",\n\"@\"\n]", "Put the statement in double quotes"),
    ("[\n\"@”,\n\"@\"\n]", "[\n\"@\",\n\"@\"\n]", "Write a straight quote for ”"),
    ("[\"@\"\n}", "[\"@\"\n]", "Write “]”"),
    ("[\"@\"\n", "[\"@\"\n]\n", "Write “]” at the end"),
    ("[\"@\"", "[\"@\"\n]", "Write “]” at the end"),
    ("{\"statements\": [\"@\"}", "{\"statements\": [\"@\"]}", "Write “]” before this"),
    ("{\"statements\" [\"@\"]}", "{\"statements\": [\"@\"]}", "Write “:”"),
    ("{\"statements: [\n\"@\"]}", "{\"statements\": [\n\"@\"]}", "Close the string here"),
  ])
  func `a slip in JSON has a button that corrects it`(
    wrong: String, right: String, button: String
  ) async throws {
    let text = try await Page.repaired(
      "sql_update_2.json", wrong.replacing("@", with: Self.sql), as: button)
    #expect(text == right.replacing("@", with: Self.sql))
  }

  @Test(arguments: [
    (
      "<array>\n<string>@</string>\n</plist>\n",
      "<array>\n<string>@</string>\n</array>\n</plist>\n",
      "Write </array> before this"
    ),
    (
      "<array>\n<string>@</string>\n</dict>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write </array>"
    ),
    (
      "<array>\n<string>@</string>\n</array>\n",
      "<array>\n<string>@</string>\n</array>\n</plist>\n",
      "Write “</plist>” at the end"
    ),
    (
      "<array>\n<string>@</array>\n</plist>", "<array>\n<string>@</string></array>\n</plist>",
      "Close the text"
    ),
    (
      "<array>\n<string>@</key>\n</array>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write </string>"
    ),
    (
      "<array>\n@</string>\n</array>\n</plist>", "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write <string> before the text"
    ),
    (
      "<array>\n@\n</array>\n</plist>", "<array>\n<string>@</string>\n</array>\n</plist>",
      "Put the statement between <string> and </string>"
    ),
    (
      "<array>\n<string>@</string\n</array>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write “>”"
    ),
  ])
  func `a slip in a property list has a button that corrects it`(
    wrong: String, right: String, button: String
  ) async throws {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n"
    let text = try await Page.repaired(
      "sql_update_2.plist", head + wrong.replacing("@", with: Self.sql), as: button)
    #expect(text == head + right.replacing("@", with: Self.sql))
  }
}
