import Foundation
import TestSupport
import Testing

/// A small package whose targets have their scripts validated by the plugin of this checkout.
final class AppPackage {
  struct Output {
    let status: Int32
    /// The output of the build, on stdout and stderr.
    let text: String

    /// The findings, as Xcode and SwiftPM recognize them.
    var errors: [Substring] { text.split(separator: "\n").filter { $0.contains(": error: ") } }

    /// The number of bundles that were validated, not skipped as unchanged.
    var validations: Int { text.components(separatedBy: "Validating the SQL scripts").count - 1 }
  }

  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let temporary: TemporaryFolder

  var folder: URL { URL(fileURLWithPath: temporary.path) }

  /// - Parameter packages: the paths of other packages that the app depends on.
  init(targets: String, packages: [String] = []) throws {
    temporary = try TemporaryFolder()
    let others = packages.map { ",\n    .package(path: \"\($0)\")" }.joined()
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "App", platforms: [.macOS(.v13)],
        dependencies: [
          .package(name: "SQLScripts", path: "\(Self.repository.path)")\(others)
        ],
        targets: [
      \(targets)
        ])

      """, to: "Package.swift")
  }

  /// The target that the guide shows.
  static func targetOfGuide() throws -> String {
    let guide = try String(
      contentsOf: repository.appendingPathComponent(
        "Sources/SQLScripts/SQLScripts.docc/DevelopmentLoop.md"), encoding: .utf8)
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    return try #require(blocks.first { $0.contains("plugins:") })
  }

  /// The tool, which is built next to the test bundle. On Linux, the bundle is the running program.
  static func builtTool() throws -> URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let programs = [Bundle.main.executableURL, bundle].compactMap { $0 }.map {
      $0.deletingLastPathComponent().appendingPathComponent("SQLScriptsValidateTool")
    }
    return try #require(
      programs.first { FileManager.default.isExecutableFile(atPath: $0.path) })
  }

  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  /// Builds the package. A build that hangs is ended after ten minutes, with status 15.
  func build() throws -> Output {
    try swift("build", "--package-path", folder.path, "--disable-index-store")
  }

  /// The targets that were compiled. SwiftPM also makes folders for targets that were not.
  func compiledTargets() -> Set<String> {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let objects = (files ?? []).filter { $0.hasSuffix(".swift.o") || $0.hasSuffix(".c.o") }
    return Set(
      objects.compactMap { $0.firstMatch(of: #/\/(\w+?)(?:-tool)?\.build\//#).map { String($0.1) } }
    )
  }

  /// The packages that this one depends on, directly or not.
  func dependencies() throws -> [String] {
    let output = try swift(
      "package", "--package-path", folder.path, "show-dependencies", "--format", "json")
    #expect(output.status == 0, "\(output.text)")
    // SwiftPM may also print its progress.
    let json = output.text.drop { $0 != "{" }
    return try JSONDecoder().decode(Dependency.self, from: Data(json.utf8)).below
  }

  private struct Dependency: Decodable {
    let identity: String
    let dependencies: [Dependency]
    var below: [String] { dependencies.flatMap { [$0.identity] + $0.below } }
  }

  private func swift(_ arguments: String...) throws -> Output {
    var environment = ProcessInfo.processInfo.environment
    // Environment variables of the tests are not set for an app.
    for name in ["SQLSCRIPTS_STRICT", "SQLSCRIPTS_COMMAND", "SQLSCRIPTS_ROOMS"] {
      environment[name] = nil
    }
    // SwiftPM caches manifests by environment, and ours depends on the folder of the root package.
    environment["PWD"] = folder.path
    return try Output(
      running: "/usr/bin/env", ["swift"] + arguments, environment: environment,
      log: folder.appendingPathComponent("build.log"))
  }
}

extension AppPackage.Output {
  /// Runs a program. One that hangs is ended after ten minutes, with status 15.
  init(running path: String, _ arguments: [String], environment: [String: String], log: URL) throws
  {
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
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
    status = process.terminationStatus
    text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
  }
}
