import Foundation
import SQLScriptsDatabase
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every call with a format for programs writes exactly one valid document on stdout, also if it fails.
struct MachineFormatTests {
  private let schema: JSONSchema

  init() throws {
    let url = Sandbox.repository.appendingPathComponent("Schemas/output.schema.json")
    schema = try JSONSchema(Data(contentsOf: url))
  }

  /// A folder with scripts and databases of many kinds.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let files = [
      "Good/sql_default.sql": "CREATE TABLE a (b INTEGER);\n",
      "Good/sql_update_2.sql": "ALTER TABLE a ADD COLUMN c TEXT;\n",
      "Broken/sql_default.sql": "CREATE TABEL a (b);\n",
      "Settings/sqlscripts.json": "{ \"numbering\": 1 ",
      "Settings/sql_default.sql": "CREATE TABLE a (b);\n",
      "Names/sql_update2.plist": "x",
      "Name/sql_default.sql": "CREATE TABLE a (b INTEGER);\n",
      "Name/sql_update2.sql": "ALTER TABLE a ADD COLUMN c TEXT;\n",
      "Failing/sql_default.sql": "CREATE TABLE a (b INTEGER);\nINSERT INTO a VALUES (1), (1);\n",
      "Failing/sql_update_2.sql": "CREATE UNIQUE INDEX i ON a (b);\n",
      "Loose/sql_default.json": "[\"CREATE TABLE a (b)\"]",
      "Unclosed/sql_default.json": "[\"CREATE TABLE a (b)\"",
      "Empty/.keep": "",
      "text.sqlite": String(repeating: "this is not a database. ", count: 100),
    ]
    for (path, text) in files { try sandbox.write(text, to: path) }
    for path in ["other.sqlite", "text2.sqlite"] {
      try execute("CREATE TABLE x (y)", on: path, sandbox)
    }
    for name in ["ok", "newer"] {
      _ = try sandbox.run("sqlscripts migrate \(name).sqlite --scripts Good")
    }
    try execute("UPDATE db_version SET db_version_num = 9", on: "newer.sqlite", sandbox)
    return sandbox
  }

  private func execute(_ sql: String, on path: String, _ sandbox: Sandbox) throws {
    let file = sandbox.folder.appendingPathComponent(path).path
    try Connection(path: file, mode: .create, busyTimeout: Milliseconds(0)).execute(sql)
  }

  private func check(_ call: MachineFormatCase, _ option: String, in sandbox: Sandbox) throws {
    let output = try sandbox.run("sqlscripts \(call.arguments) \(option) json")
    #expect(output.status == call.status, "\(call)\n\(output.stderr)")
    guard let document = try? JSONSerialization.jsonObject(with: Data(output.stdout.utf8)) else {
      Issue.record("\(call): not one document: \(output.stdout.prefix(300))")
      return
    }
    let problems = schema.problems(of: document, as: call.definition)
    let isFailure = output.status != 0 && schema.problems(of: document, as: "failure").isEmpty
    #expect(problems.isEmpty || isFailure, "\(call): \(problems)")
    // Each document is also what its own command promises, or the failure of any command.
    #expect(schema.names.contains(call.definition))
  }

  @Test func `every command writes one document in every situation`() throws {
    let sandbox = try sandbox()
    defer { sandbox.remove() }
    for call in MachineFormatCase.json { try check(call, "--format", in: sandbox) }
    for call in MachineFormatCase.output { try check(call, "--output", in: sandbox) }
  }

  @Test func `every command is called in three situations at least`() throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let help = try sandbox.run("COLUMNS=100 sqlscripts --help").stdout
    let list = try #require(help.components(separatedBy: "SUBCOMMANDS:\n").last)
    let commands = list.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
      return line.split(separator: " ").first.map(String.init)
    }.filter { $0 != "See" }
    #expect(commands.count > 15)
    let calls = MachineFormatCase.json + MachineFormatCase.output
    // The editor opens a page, and has no format.
    for command in commands where command != "edit" {
      let enough = command == "rules" ? 2 : 3
      #expect(calls.count { $0.definition == command } >= enough, "\(command)")
    }
  }

  @Test(arguments: [
    ("migrate new.sqlite newer.sqlite --scripts Good", 1),
    ("migrate x.sqlite --scripts Missing", 2),
    ("migrate --keep 0 x.sqlite", 64), ("adopt other.sqlite --version 1 --scripts Good", 1),
  ])
  func `each line of jsonl is a document`(arguments: String, status: Int32) throws {
    let sandbox = try sandbox()
    defer { sandbox.remove() }
    let output = try sandbox.run("sqlscripts \(arguments) --format jsonl")
    #expect(output.status == status)
    let lines = output.stdout.split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let document = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let names = status < 2 ? ["migrateLine"] : ["failure"]
      #expect(names.contains { schema.problems(of: document, as: $0).isEmpty }, "\(line)")
    }
  }

  @Test(arguments: MachineFormatCase.json.filter { $0.definition == "validate" })
  func `validate writes one SARIF log and one JUnit report in every situation`(
    call: MachineFormatCase
  ) throws {
    let sandbox = try sandbox()
    defer { sandbox.remove() }
    let sarif = try sandbox.run("sqlscripts \(call.arguments) --format sarif")
    #expect(sarif.status == call.status)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(sarif.stdout.utf8)) as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(log["version"] as? String == "2.1.0" && runs.count == 1)
    let invocations = try #require(runs[0]["invocations"] as? [[String: Any]])
    #expect(invocations.first?["exitCode"] as? Int == Int(call.status))
    #expect(invocations.first?["executionSuccessful"] is Bool)
    #expect(runs[0]["results"] is [Any])

    let junit = try sandbox.run("sqlscripts \(call.arguments) --format junit")
    #expect(junit.status == call.status)
    #expect(XMLParser(data: Data(junit.stdout.utf8)).parse(), "\(call)")
    #expect(junit.stdout.hasPrefix("<?xml"))
    #expect(junit.stdout.contains("<testcase") || call.status == 0)
  }
}
