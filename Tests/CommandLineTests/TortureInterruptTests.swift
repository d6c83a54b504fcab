import Foundation
import Testing

/// Ctrl-C while `rehearse --torture` runs: it reports what it has tried, and leaves nothing behind.
struct TortureInterruptTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func `a torture that is interrupted reports, and cleans up`(_ number: Int32) throws {
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    let products = try #require(Sandbox.products)
    try sandbox.write("CREATE TABLE a (b);\n", to: "SQLScripts/sql_default.sql")
    try sandbox.write("INSERT INTO a VALUES (1);\n", to: "SQLScripts/sql_update_2.sql")
    try sandbox.write("", to: "scratch/.keep")
    let scratch = sandbox.folder.appendingPathComponent("scratch").path
    let process = Process()
    process.executableURL = products.appendingPathComponent("sqlscripts")
    process.arguments = ["rehearse", "--torture", "--seconds", "300"]
    process.currentDirectoryURL = sandbox.folder
    process.environment = ["SQLITE_TMPDIR": scratch]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let watch = DispatchWorkItem {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 50, execute: watch)
    // The first fault comes soon after the folder for faults.
    let deadline = Date().addingTimeInterval(40)
    while try sandbox.run("ls scratch/*/faults").status != 0, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.02)
    }
    Thread.sleep(forTimeInterval: 0.2)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    watch.cancel()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    #expect(said.contains("\nStopped before the time was over.\n"))
    #expect(try sandbox.run("ls scratch").stdout == "")
  }
}
