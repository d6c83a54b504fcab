import Foundation
import Testing

/// README's picture shows what `validate` prints now. `Tools/record` draws it.
struct PictureTests {
  private static let update = """
    [
      "ALTER TABLE user_info ADD COLUMN nickname TEXT",
      "UPDATE user_info SET nickname = nmae",
      "ALTER TABLE user_info ADD COLUMN email TEXT NOT NULL"
    ]

    """

  @Test func `README's picture is the colored output of validate`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try FileManager.default.copyItem(
      at: Sandbox.repository.appendingPathComponent("Tests/Fixtures/DemoJSON"),
      to: sandbox.folder.appendingPathComponent("SQLScripts"))
    try sandbox.write(Self.update, to: "SQLScripts/sql_update_4.json")
    let output = try sandbox.run("sqlscripts validate --color always")
    #expect(output.status == 1 && output.stderr == "")

    let shown = "\u{1B}[1;32m$\u{1B}[0m sqlscripts validate\n" + output.stdout
    let picture = TerminalPicture(
      of: shown.trimmingCharacters(in: .newlines),
      title:
        "sqlscripts validate reports a misspelled column and a column that fails if the table has rows"
    )
    try expect(picture.svg, isWrittenIn: "Documentation/validate.svg")
    let readme = try String(
      contentsOf: Sandbox.repository.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(readme.contains("](Documentation/validate.svg)"))
  }

  private func expect(_ text: String, isWrittenIn path: String) throws {
    let url = Sandbox.repository.appendingPathComponent(path)
    let current = try? String(contentsOf: url, encoding: .utf8)
    if ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] != nil, text != current {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let isCurrent = text == current
    #expect(isCurrent, "Tools/record writes \(path)")
  }

  @Test func `a picture keeps columns, colors and special characters`() {
    let svg = TerminalPicture(of: "a\u{1B}[1;31m  <b>\u{1B}[0m c", title: "a & b").svg
    #expect(svg.contains("<title>a &amp; b</title>"))
    #expect(svg.contains(#">a</text>"#))
    #expect(
      svg.contains(
        ##"<text x="45.2" y="52.0" textLength="25.2" lengthAdjust="spacingAndGlyphs" font-weight="bold""##
          + ##" fill="#ff8b85">&lt;b&gt;</text>"##))
    #expect(
      svg.contains(#"<text x="78.8" y="52.0" textLength="8.4" lengthAdjust="spacingAndGlyphs">c"#))
  }
}
