import Foundation
import TestSupport
import Testing

/// The built program `sqlscripts-edit`, as a process.
final class EditProgram {
  static let url: URL? = {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let folders = bundles + bundles.map { $0.deletingLastPathComponent() }
    return folders.map { $0.appendingPathComponent("sqlscripts-edit") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var read = ""

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let url: URL = try #require(Self.url, "sqlscripts-edit is not built")
    process.executableURL = url
    process.arguments = arguments
    let path = environment["PATH"].map { $0 + ":/usr/bin:/bin" } ?? "/usr/bin:/bin"
    process.environment = environment.merging(["PATH": path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits for a text on stdout, and returns all of the output so far.
  func output(until text: String) -> String {
    while !read.contains(text) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      read += String(decoding: data, as: UTF8.self)
    }
    return read
  }

  /// Waits for the port and the secret of the printed address.
  func address() throws -> (port: Int, secret: String) {
    let text = output(until: "Press Ctrl-C to stop.\n")
    let match = try #require(
      text.firstMatch(of: #/ http://127\.0\.0\.1:(\d+)/\x23([0-9a-f]{64})\n/#), "\(text)")
    return (try #require(Int(match.1)), String(match.2))
  }

  /// Sends a signal, waits, and returns how the process ended.
  func end(by signal: Int32) -> (reason: Process.TerminationReason, status: Int32) {
    kill(process.processIdentifier, signal)
    return end()
  }

  func end() -> (reason: Process.TerminationReason, status: Int32) {
    process.waitUntilExit()
    return (process.terminationReason, process.terminationStatus)
  }

  func errorText() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }
}
