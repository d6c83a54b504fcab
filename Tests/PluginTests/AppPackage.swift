import Foundation

/// A small package whose targets have their scripts validated by the plugin of this checkout.
final class AppPackage {
  struct Output {
    let status: Int32
    /// What the build said, on stdout and stderr.
    let text: String

    /// The findings, as Xcode and SwiftPM recognise them.
    var errors: [Substring] { text.split(separator: "\n").filter { $0.contains(": error: ") } }

    /// How many bundles were looked at, and not passed over as unchanged.
    var validations: Int { text.components(separatedBy: "Validating the SQL scripts").count - 1 }
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let folder: URL

  /// Makes the package. Its name is meant: paths of real people have spaces and are not all ASCII.
  init(targets: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sqlscripts 应用 \(UUID().uuidString)")
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "App", platforms: [.macOS(.v13)],
        dependencies: [.package(name: "SQLScripts", path: "\(Self.repository.path)")],
        targets: [
      \(targets)
        ])

      """, to: "Package.swift")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  /// Builds the package. A build that hangs is ended after ten minutes, with status 15.
  func build() throws -> Output {
    let log = folder.appendingPathComponent("build.log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift", "build", "--package-path", folder.path, "--disable-index-store",
    ]
    var environment = ProcessInfo.processInfo.environment
    // What is set for the tests is not for an app.
    environment["SQLSCRIPTS_STRICT"] = nil
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    let watch = DispatchWorkItem { if process.isRunning { process.terminate() } }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watch)
    process.waitUntilExit()
    watch.cancel()
    try handle.close()
    return Output(
      status: process.terminationStatus,
      text: String(decoding: try Data(contentsOf: log), as: UTF8.self))
  }
}
