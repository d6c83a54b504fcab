import Testing

@testable import SQLScriptsCLI

/// The launch check that is not parsed by the argument parser.
struct PlainStatusTests {
  private static let words = [
    "--check", "--scripts", "--format", "json", "human", "a.sqlite", "b c", "help", "--", "-", "",
    "--color", "--check=true", "--scripts=x", "--help", "-h", "--version", "é",
  ]

  /// All lists of up to three words, and some long ones.
  private static let lists: [[String]] = {
    let ones = words.map { [$0] }
    let pairs = ones.flatMap { list in words.map { list + [$0] } }
    let triples = pairs.flatMap { list in words.map { list + [$0] } }
    return [[]] + ones + pairs + triples
      + triples.flatMap { [["--check"] + $0, $0 + ["a.sqlite", "--check"]] }
  }()

  @Test func `the command is the one that the argument parser would create`() throws {
    var count = 0
    for list in Self.lists {
      guard let plain = StatusCommand(plain: ["status"] + list) else { continue }
      count += 1
      var (mine, parsed) = ("", "")
      dump(plain, to: &mine)
      dump(try StatusCommand.parse(list), to: &parsed)
      #expect(mine == parsed, "\(list)")
    }
    #expect(count > 100)
  }

  @Test(arguments: [
    ["status", "a"], ["status", "--check"], ["plan", "--check", "a"],
    ["status", "--check", "--check", "a"], ["status", "--check", "--scripts", "-x", "a"],
    ["status", "--check", "--format", "xml", "a"], ["status", "--check", "--shard", "1/2", "a"],
    ["status", "--check", "--", "a"], ["status", "--check", "a", "--help"],
    ["status", "help", "--check"],
  ])
  func `all other arguments are parsed`(arguments: [String]) {
    #expect(StatusCommand(plain: arguments[...]) == nil)
  }

  @Test(arguments: [
    "a.sqlite", "b.sqlite", "missing.sqlite", "text.sqlite", ":memory:", "*.sqlite",
    "a.sqlite a.sqlite",
    "--scripts None a.sqlite", "--format json a.sqlite b.sqlite", "--format json text.sqlite",
    "--scripts None --format json a.sqlite", "--format xml a.sqlite", "nowhere/*.sqlite",
  ])
  func `output and exit status are those of the parsed command`(arguments: String) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try sandbox.write("CREATE TABLE a (b);", to: "SQLScripts/sql_default.sql")
    try sandbox.write("SELECT 1;", to: "SQLScripts/sql_update_2.sql")
    try sandbox.write("not a database, but long enough", to: "text.sqlite")
    _ = try sandbox.run("sqlscripts migrate a.sqlite && sqlscripts migrate --to 1 b.sqlite")
    let plain = try sandbox.run("sqlscripts status --check \(arguments)")
    // An option with its default needs the parser.
    let parsed = try sandbox.run("sqlscripts status --check --color auto \(arguments)")
    #expect(plain.stdout == parsed.stdout)
    #expect(plain.stderr == parsed.stderr)
    #expect(plain.status == parsed.status)
  }
}
