import Testing

@testable import SQLScriptsCLI

/// The migration that is not parsed by the argument parser.
struct PlainMigrateTests {
  private static let options = [
    "--scripts", "--format", "--from-file", "--to", "--jobs", "--group-commit", "--keep",
  ]

  private static let values = [
    "json", "jsonl", "human", "0", "1", "+3", "007", "99999999", "9223372036854775808", "1e3", " 1",
    "١", "a.sqlite", "help", "", "-", "-1",
  ]

  private static let lists: [[String]] = {
    let pairs = options.flatMap { option in values.map { [option, $0] } }
    let both = pairs.flatMap { first in options.map { first + [$0, "2"] } }
    return (pairs + both).flatMap { [$0, $0 + ["a"], ["a", "--backup"] + $0 + ["b c"]] }
  }()

  @Test func `the command is the one that the argument parser would create`() throws {
    var count = 0
    for list in Self.lists {
      guard let plain = MigrateCommand(plain: ["migrate"] + list) else { continue }
      count += 1
      var (mine, parsed) = ("", "")
      dump(plain, to: &mine)
      dump(try MigrateCommand.parse(list), to: &parsed)
      #expect(mine == parsed, "\(list)")
    }
    #expect(count > 500)
  }

  @Test(arguments: [
    ["migrate"], ["plan", "a"], ["migrate", "--backup"], ["migrate", "a", "--backup", "--backup"],
    ["migrate", "a", "--to", "x"], ["migrate", "a", "--to", "1", "--to", "2"],
    ["migrate", "a", "--jobs", "0"], ["migrate", "a", "--jobs", "257"],
    ["migrate", "a", "--keep", "0"], ["migrate", "a", "--group-commit", "3600001"],
    ["migrate", "a", "--must-exist"], ["migrate", "a", "--shard", "1/2"],
    ["migrate", "a", "--help"],
    ["migrate", "--from-file", "-"], ["migrate", "--", "a"], ["migrate", "a", "--to"],
  ])
  func `all other arguments are parsed`(arguments: [String]) {
    #expect(MigrateCommand(plain: arguments[...]) == nil)
  }

  @Test(arguments: [
    "new.sqlite", "a.sqlite b.sqlite", "text.sqlite", "--to 1 new.sqlite", "--to 7 a.sqlite",
    "--format json new.sqlite text.sqlite", "--format jsonl --from-file list.txt",
    "--scripts None a.sqlite", "--format xml a.sqlite", "--jobs 0 a.sqlite", "--to -1 a.sqlite",
    "--group-commit 0 --backup a.sqlite --keep 1", "--from-file list.txt --jobs 2",
  ])
  func `output and exit status are those of the parsed command`(arguments: String) throws {
    let results = try ["", "--color auto"].map { more in
      let sandbox = try Sandbox()
      defer { sandbox.remove() }
      try sandbox.write("CREATE TABLE a (b);", to: "SQLScripts/sql_default.sql")
      try sandbox.write("SELECT 1;", to: "SQLScripts/sql_update_2.sql")
      try sandbox.write("not a database, but long enough", to: "text.sqlite")
      try sandbox.write("a.sqlite\nmissing.sqlite\n", to: "list.txt")
      _ = try sandbox.run("sqlscripts migrate --color auto --to 1 a.sqlite")
      // An option with its default needs the parser.
      return try sandbox.run("sqlscripts migrate \(more) \(arguments)")
    }
    // Times and the names of backups differ, and two jobs may finish in either order.
    let texts = results.map { result in
      let lines = (result.stdout + result.stderr).filter { !$0.isNumber && $0 != "." }.split(
        separator: "\n", omittingEmptySubsequences: false)
      return arguments.contains("--jobs 2") ? lines.sorted() : lines
    }
    #expect(texts[0] == texts[1])
    #expect(results[0].status == results[1].status)
  }
}
