import Foundation
import Testing

/// Ctrl-C while `migrate` runs: the script is rolled back, and the report tells how far it came.
struct InterruptTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `law 23: an interrupted migration reports, and the next goes on`(_ number: Int32) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let products = try #require(Sandbox.products)
    try sandbox.write("[ \"CREATE TABLE a (b)\" ]\n", to: "SQLScripts/sql_default.json")
    try sandbox.write("[ \"CREATE TABLE c (d)\" ]\n", to: "SQLScripts/sql_update_2.json")
    let endless =
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c"
    try sandbox.write(
      "[ \"INSERT INTO a VALUES (1)\", \"\(endless)\" ]\n", to: "SQLScripts/sql_update_3.json")
    let process = Process()
    process.executableURL = products.appendingPathComponent("sqlscripts")
    process.arguments = ["migrate", "app.sqlite", "--group-commit", "0"]
    process.currentDirectoryURL = sandbox.folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let watch = DispatchWorkItem {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 50, execute: watch)
    // The second script is committed shortly before the endless statement begins.
    let deadline = Date().addingTimeInterval(40)
    while try sandbox.run("sqlscripts status app.sqlite --format json").stdout
      .contains("\"installed\": 2") == false, Date() < deadline
    {
      Thread.sleep(forTimeInterval: 0.02)
    }
    Thread.sleep(forTimeInterval: 0.1)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    watch.cancel()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(
      said.hasPrefix(
        "app.sqlite: stopped: the migration was cancelled while running item 2 of sql_update_3.json\n"
      ))
    #expect(
      said.hasSuffix(
        "2 scripts up to sql_update_2.json were committed and stay: the database stands at version 2.\n"
      ))
    // A shell makes 130 and 143 of it.
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    try sandbox.write("[ \"INSERT INTO a VALUES (1)\" ]\n", to: "SQLScripts/sql_update_3.json")
    #expect(
      try sandbox.run("sqlscripts migrate app.sqlite").stdout
        .hasPrefix("app.sqlite: from version 2 to 3"))
  }
}
