import SQLScriptsReporting
import TestSupport
import Testing

/// Values that are written as in another format, or as another type.
struct MeantValueTests {
  @Test(arguments: [
    ("json", "\"foreignKeys\": false", "\"foreignKeys\": \"unchecked\"", "Write “unchecked”"),
    ("json", "\"foreignKeys\": \"off\"", "\"foreignKeys\": \"unchecked\"", "Write “unchecked”"),
    ("json", "\"transaction\": \"No\"", "\"transaction\": false", "Write false"),
    ("json", "\"transaction\": 0", "\"transaction\": false", "Write false"),
    (
      "plist", "<key>foreignKeys</key><false/>",
      "<key>foreignKeys</key><string>unchecked</string>", "Write “unchecked”"
    ),
  ])
  func `a value that may turn off a protection has a button`(
    format: String, wrong: String, right: String, button: String
  ) async throws {
    let text = try await Page.repaired(
      "sql_update_2.\(format)", Self.file(format, wrong), as: button)
    #expect(text == Self.file(format, right))
  }

  @Test(arguments: ["1.5", "1e30", "-1.0", "\"1.0\"", "2.0e9999"])
  func `a number that may not be what was meant is not corrected`(number: String) async throws {
    let page = try Page(["sql_default.json": Self.file("json", "\"version\": \(number)")])
    let finding = try await page.version(0)["findings"][0]
    #expect(finding["fix"] == .null)
    #expect(finding["suggestions"] == .array([]))
  }

  private static func file(_ format: String, _ entry: String) -> String {
    format == "json"
      ? "{\n  \(entry),\n  \"statements\": []\n}\n"
      : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<dict>\n\(entry)\n"
        + "<key>statements</key><array></array>\n</dict>\n</plist>\n"
  }
}
