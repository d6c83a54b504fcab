import Foundation

/// A program that migrates, for tests that need another process.
var migrateHelper: URL {
  // Beside the tests: on Linux their own executable, on macOS the bundle that it is in.
  let tests = URL(fileURLWithPath: CommandLine.arguments[0])
  var folder = tests.deletingLastPathComponent()
  while folder.path != "/" {
    let helper = folder.appendingPathComponent("migrate-helper")
    if FileManager.default.isExecutableFile(atPath: helper.path) { return helper }
    folder.deleteLastPathComponent()
  }
  return tests
}
