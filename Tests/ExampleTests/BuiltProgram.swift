import Foundation

/// A program of this package, built next to the tests.
struct BuiltProgram {
  /// The demo bundle of the checkout.
  static let scripts = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("SQLScripts").path

  let path: String

  init(_ name: String) {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      let folder = (tests ?? Bundle.main.bundleURL).deletingLastPathComponent()
    #else
      let folder = Bundle.main.bundleURL
    #endif
    path = folder.appendingPathComponent(name).path
  }

  /// The output of the program. Throws if its exit status is not 0.
  func run(_ arguments: String...) throws -> String {
    try Self.run(path, arguments)
  }

  static func run(_ path: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    return String(decoding: data, as: UTF8.self)
  }

  struct Failed: Error {
    let status: Int32
  }
}
