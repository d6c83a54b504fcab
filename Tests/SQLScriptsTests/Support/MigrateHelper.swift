import Foundation

/// A program that migrates, for tests that need another process.
var migrateHelper: URL {
  // Next to the tests: on Linux next to their executable, on macOS next to the bundle that contains it.
  let tests = URL(fileURLWithPath: CommandLine.arguments[0])
  var folder = tests.deletingLastPathComponent()
  while folder.path != "/" {
    let helper = folder.appendingPathComponent("migrate-helper")
    if FileManager.default.isExecutableFile(atPath: helper.path) { return helper }
    folder.deleteLastPathComponent()
  }
  return tests
}
