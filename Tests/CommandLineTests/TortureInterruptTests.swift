import Foundation
import Testing

/// Ctrl-C while `rehearse --torture` runs: it reports the cases that it has tried, and leaves no files.
struct TortureInterruptTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted torture run reports and cleans up`(_ number: Int32) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try sandbox.write("CREATE TABLE a (b);\n", to: "SQLScripts/sql_default.sql")
    try sandbox.write("INSERT INTO a VALUES (1);\n", to: "SQLScripts/sql_update_2.sql")
    try sandbox.write("", to: "scratch/.keep")
    let scratch = sandbox.folder.appendingPathComponent("scratch").path
    // The first fault is injected soon after the folder for faults is created.
    let said = try sandbox.interrupt(
      ["rehearse", "--torture", "--seconds", "300"], environment: ["SQLITE_TMPDIR": scratch],
      with: number
    ) { try sandbox.run("ls scratch/*/faults").status == 0 }
    #expect(said.contains("\nStopped before the time limit.\n"))
    #expect(try sandbox.run("ls scratch").stdout == "")
  }
}
