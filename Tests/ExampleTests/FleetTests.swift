import Foundation
import TestSupport
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
  func `the fleet loses nothing`(module: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = ["-m", "unittest", module]
    process.currentDirectoryURL = Self.checkout.appendingPathComponent("Tests/Fleet")
    process.environment = ProcessInfo.processInfo.environment.merging([
      "SQLSCRIPTS": BuiltProgram("sqlscripts").path, "PYTHONDONTWRITEBYTECODE": "1",
    ]) { $1 }
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("output")))
    (process.standardOutput, process.standardError) = (output, output)
    // A test that blocks its thread for a minute would keep other tests waiting.
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    let text = try String(contentsOfFile: folder.path("output"), encoding: .utf8)
    #expect(process.terminationStatus == 0, "\(text)")
    let count = text.firstMatch(of: #/Ran (\d+) tests? in/#)?.1
    #expect(count.flatMap { Int($0) } ?? 0 > 0, "\(text)")
    #if os(Linux)
      // GNU parallel may be missing. Nothing else may be skipped.
      #expect(module == "templates_test" || !text.contains("skipped="), "\(text)")
    #endif
  }
}
