import Foundation
import Testing

/// The commands of README and of the guides do what these pages show.
struct PageSessionTests {
  /// A page and the scripts folder that its reader has at the beginning.
  private static let sessions = [
    "README.md": "SQLScripts",
    "Sources/SQLScripts/SQLScripts.docc/FirstUpdate.md": "Examples/Notes/SQLScripts",
    "Sources/SQLScripts/SQLScripts.docc/WantedSchema.md": "Examples/Notes/SQLScripts",
  ]

  /// The `console` blocks of a page are one session. An `xml`, `json` or `sql` block is what the reader writes into the file that
  /// the text names before it.
  @Test(arguments: sessions.keys.sorted())
  func `the commands of a page do what it shows`(page: String) throws {
    let text = try String(
      contentsOf: Sandbox.repository.appendingPathComponent(page), encoding: .utf8)
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let scripts = try #require(Self.sessions[page])
    try FileManager.default.copyItem(
      at: Sandbox.repository.appendingPathComponent(scripts),
      to: sandbox.folder.appendingPathComponent("SQLScripts"))
    var count = 0
    for block in text.matches(of: #/(?s)```(console|xml|json|sql)\n(.*?)```/#) {
      if block.1 == "console" {
        count += try run(String(block.2), in: sandbox)
      } else {
        let before = text[..<block.range.lowerBound]
        let file = try #require(before.matches(of: #/`(SQLScripts/\S+|\w+\.sql)`/#).last?.1)
        // A file that the page only shows exists already, and has this text.
        let url = sandbox.folder.appendingPathComponent(String(file))
        if block.1 != "sql" {
          let current = try String(contentsOf: url, encoding: .utf8)
          if block.1 == "json" { #expect(current == String(block.2)) }
        }
        try sandbox.write(String(block.2), to: String(file))
      }
    }
    #expect(count >= 2)
  }

  @Test func `the commands for a user's database succeed and change nothing`() throws {
    let page = try String(
      contentsOf: Sandbox.repository.appendingPathComponent(
        "Sources/SQLScripts/SQLScripts.docc/Support.md"), encoding: .utf8)
    let block = try #require(page.firstMatch(of: #/(?s)```sh\n(.*?)```/#)?.1)
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try FileManager.default.copyItem(
      at: Sandbox.repository.appendingPathComponent("SQLScripts"),
      to: sandbox.folder.appendingPathComponent("SQLScripts"))
    _ = try sandbox.run("sqlscripts migrate user.sqlite --to 2")
    let file = sandbox.folder.appendingPathComponent("user.sqlite")
    let before = try Data(contentsOf: file)
    let commands = block.split(separator: "\n").map(String.init)
    #expect(commands.count == 4)
    for command in commands {
      let output = try sandbox.run(command)
      #expect(output.status == 0 && output.stdout.contains("2"), "\(command): \(output)")
    }
    #expect(try Data(contentsOf: file) == before)
  }

  /// - Returns: the number of commands.
  private func run(_ block: String, in sandbox: Sandbox) throws -> Int {
    var steps: [(command: String, expected: [String])] = []
    for line in block.split(separator: "\n") {
      if line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), []))
      } else if !steps.isEmpty {
        steps[steps.count - 1].expected.append(String(line))
      }
    }
    for step in steps {
      let output = try sandbox.run(step.command)
      let found = (output.stdout + output.stderr).split(separator: "\n").map(String.init)
      #expect(found.map(normal) == step.expected.map(normal), "\(step.command)")
    }
    return steps.count
  }

  /// A line without times, versions of SQLite and alignment.
  private func normal(_ line: String) -> String {
    line.replacing(#/\d+(?:\.\d+)? m?s\b/#, with: "…s")
      .replacing(#/\d{4}-\d\d-\d\dT[\d:.]+Z/#, with: "…")
      .replacing(#/SQLite \d[\d.]*/#, with: "SQLite …").replacing(#/\s+/#, with: " ")
  }
}
