import Foundation

/// The built `sqlscripts` command.
struct CommandLineTool {
  struct NotBuilt: Error {}

  struct Result {
    let status: Int32
    /// Its output, stdout and stderr.
    let text: String
  }

  private let executable: URL

  init() throws {
    // It is next to the test bundle. On Linux the bundle is the running program.
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let neighbors = [Bundle.main.executableURL, bundle].compactMap { $0 }.map {
      $0.deletingLastPathComponent().appendingPathComponent("sqlscripts")
    }
    guard
      let found = neighbors.first(where: {
        FileManager.default.isExecutableFile(atPath: $0.path)
      })
    else { throw NotBuilt() }
    executable = found
  }

  func migrate(_ database: String, scripts: String, to version: Int64? = nil) throws -> Result {
    let target = version.map { ["--to", "\($0)"] } ?? []
    let process = Process()
    process.executableURL = executable
    process.arguments = ["migrate", "--color", "never", "--scripts", scripts] + target + [database]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, text: String(decoding: output, as: UTF8.self))
  }
}
