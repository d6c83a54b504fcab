import Foundation

/// A program that migrates, for tests that need another process.
var migrateHelper: URL { helper("migrate-helper") }

/// An app that prepares its connections, for tests that need another process.
var connectionHelper: URL { helper("connection-helper") }

private func helper(_ name: String) -> URL {
  // Next to the tests: on Linux next to their executable, on macOS next to the bundle that contains it.
  let tests = URL(fileURLWithPath: CommandLine.arguments[0])
  var folder = tests.deletingLastPathComponent()
  while folder.path != "/" {
    let helper = folder.appendingPathComponent(name)
    if FileManager.default.isExecutableFile(atPath: helper.path) { return helper }
    folder.deleteLastPathComponent()
  }
  return tests
}
