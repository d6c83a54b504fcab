import SQLScriptsReporting
import TestSupport
import Testing

extension Page {
  /// The file of an update after the only correction that the page offers for its first finding.
  ///
  /// - Parameter button: what the correction is called.
  static func repaired(
    _ file: String, _ text: String, as button: String,
    after start: String = "[\"CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)\"]\n"
  ) async throws -> String {
    let page = try Page(["sql_default.json": start, file: text])
    let finding = try await page.version(2)["findings"][0]
    #expect(finding["fix"] == .null)
    #expect(finding["suggestions"] == .array([.string(button)]), "\(text)")
    let reply = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0,
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(reply.status == 200)
    #expect(try await page.save().status == 200)
    return try page.file(file)
  }
}
