import Foundation
import Testing

/// Runs the Python tests of Examples/Fleet. They are in Tests/Fleet. Each starts many processes.
@Suite(.serialized) struct FleetTests {
  private static let checkout = URL(fileURLWithPath: BuiltProgram.scripts)
    .deletingLastPathComponent()
  private static let python = checkout.appendingPathComponent(".build-fleet/bin/python").path

  /// `Tools/test` sets the variable, so that there the tests cannot be skipped.
  private static let isExpected =
    ProcessInfo.processInfo.environment["SQLSCRIPTS_FLEET"] != nil
    || FileManager.default.isExecutableFile(atPath: python)

  @Test(
    .enabled(if: FleetTests.isExpected, "Dask is not installed: run Tools/setup --fleet"),
    arguments: [
      "merge_test", "templates_test", "documentation_test", "resume_test", "killed_worker_test",
    ])
  func `the fleet loses nothing`(module: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-m", "unittest", module]
    process.currentDirectoryURL = Self.checkout.appendingPathComponent("Tests/Fleet")
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SQLSCRIPTS": BuiltProgram("sqlscripts").path, "PYTHONDONTWRITEBYTECODE": "1",
    ]) { $1 }
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    let count = text.firstMatch(of: #/Ran (\d+) tests? in/#)?.1
    #expect(count.flatMap { Int($0) } ?? 0 > 0, "\(text)")
    #if os(Linux)
      // GNU parallel may be missing. Nothing else may be skipped.
      #expect(module == "templates_test" || !text.contains("skipped="), "\(text)")
    #endif
  }
}
