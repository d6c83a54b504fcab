import Foundation
import Testing

/// Documentation/CommandLine.md and the man page agree with `--help`, and Documentation/Rules.md agrees with the rules.
struct DocumentationTests {
  private static let isRecording = ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] != nil
  private static let commands = [
    "init", "new", "validate", "describe", "report", "edit", "release", "explain", "rules",
    "status", "plan", "migrate", "rehearse", "history", "adopt", "identify", "schema", "convert",
    "format", "diff", "squash", "generate", "backup", "restore",
  ]

  @Test func `every command is on the page`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let help = try sandbox.run("COLUMNS=100 sqlscripts --help").stdout
    let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
    let names = list.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }
    #expect(names.filter { $0 != "See" } == Self.commands)
  }

  @Test(arguments: commands)
  func `every command has an example that uses it`(command: String) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let output = try sandbox.run("sqlscripts \(command) --help")
    #expect(output.status == 0)
    #expect(output.stdout.contains("Example:\n"))
    #expect(output.stdout.contains("  sqlscripts \(command)"))
  }

  @Test func `CommandLine.md contains what the command prints`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    var page = """
      # The command line

      What `sqlscripts --help` says, and what it says about each command. `Tools/record` writes this page.

      """
    for command in [""] + Self.commands {
      let line = command.isEmpty ? "sqlscripts" : "sqlscripts \(command)"
      let help = try sandbox.run("COLUMNS=90 \(line) --help").stdout
      let text = help.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
      page += "\n## \(line)\n\n```text\n\(text.trimmingCharacters(in: .newlines))\n```\n"
    }
    try expect(page, isWrittenIn: "Documentation/CommandLine.md")
  }

  @Test func `Rules.md contains what the rules say`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let output = try sandbox.run("sqlscripts rules --format markdown")
    #expect(output.status == 0)
    try expect(output.stdout, isWrittenIn: "Documentation/Rules.md")
  }

  @Test func `the man page contains the help of every command`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let dump = try sandbox.run("sqlscripts --experimental-dump-help").stdout
    let help = try JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    let page = try String(
      contentsOf: Sandbox.repository.appendingPathComponent("Documentation/sqlscripts.1"),
      encoding: .utf8)
    // Its markup has escapes between the words.
    let letters: (String) -> String = { text in text.filter { $0.isLetter || $0.isNumber } }
    let found = letters(page)
    let said = Self.texts(of: try #require(help?["command"] as? [String: Any]))
    #expect(said.count > 200)
    let missing = said.map(letters).filter { !$0.isEmpty && !found.contains($0) }
    #expect(missing == [], "Tools/manual writes it")
  }

  /// The help of a command and its subcommands: names of options, and sentences.
  private static func texts(of command: [String: Any]) -> [String] {
    let arguments = command["arguments"] as? [[String: Any]] ?? []
    let shown = arguments.filter { $0["shouldDisplay"] as? Bool == true }
    let names = shown.flatMap { $0["names"] as? [[String: String]] ?? [] }.compactMap { $0["name"] }
    let sentences = ([command] + shown).flatMap { part in
      ["abstract", "discussion"].compactMap { part[$0] as? String }
    }
    let paragraphs = sentences.flatMap { $0.components(separatedBy: "\n") }
    let below = command["subcommands"] as? [[String: Any]] ?? []
    return names + paragraphs
      + below.filter { $0["commandName"] as? String != "help" }.flatMap(texts)
  }

  private func expect(_ page: String, isWrittenIn path: String) throws {
    let url = Sandbox.repository.appendingPathComponent(path)
    let current = try? String(contentsOf: url, encoding: .utf8)
    if Self.isRecording, page != current {
      try page.write(to: url, atomically: true, encoding: .utf8)
    }
    // Not `page == current`, which would print both.
    let isCurrent = page == current
    #expect(isCurrent, "Tools/record writes \(path)")
  }
}
