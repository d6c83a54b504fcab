import Foundation
import TestSupport

/// A folder for one test, with the built command on the PATH.
struct Sandbox {
  struct Output {
    var status: Int32
    var stdout: String
    var stderr: String
  }

  /// The folder of the checkout.
  static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that the package was built into. The test bundle is next to the command.
  static let products: URL? = {
    let bundles = [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
    let places = bundles + bundles.map { $0.deletingLastPathComponent() }
    return places.first {
      FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("sqlscripts").path)
    }
  }()

  private let temporary: TemporaryFolder

  var folder: URL { URL(fileURLWithPath: temporary.path) }

  init() throws {
    temporary = try TemporaryFolder()
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    try write(Self.asNobody, to: ".tools/as-nobody")
    // Another user must be able to enter it, too.
    for path in [folder.path, tools.path, tools.appendingPathComponent("as-nobody").path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  func remove() {
    temporary.remove()
  }

  private var tools: URL { folder.appendingPathComponent(".tools") }

  // Permissions do not restrict root.
  private static let asNobody = """
    #!/bin/sh
    [ "$(id -u)" -eq 0 ] || exec "$@"
    exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"

    """

  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  /// Runs a line of shell in the folder. A command that hangs is ended after a minute, with status 15.
  func run(_ line: String) throws -> Output {
    guard let products = Self.products else {
      return Output(status: -1, stdout: "", stderr: "the command is not built")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": "\(products.path):\(tools.path):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "LANG": "C.UTF-8", "TERM": "xterm", "HOME": folder.path,
      "SWIFT_BACKTRACE": "enable=no",
      "ASAN_OPTIONS": ProcessInfo.processInfo.environment["ASAN_OPTIONS"] ?? "",
    ]
    let paths = ["stdout", "stderr"].map { tools.appendingPathComponent($0) }
    for path in paths { try Data().write(to: path) }
    let handles = try paths.map { try FileHandle(forWritingTo: $0) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    let watch = DispatchWorkItem { if process.isRunning { process.terminate() } }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watch)
    process.waitUntilExit()
    watch.cancel()
    for handle in handles { try handle.close() }
    let texts = try paths.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Output(status: process.terminationStatus, stdout: texts[0], stderr: texts[1])
  }

  /// Whether a user who is restricted by permissions can run the command.
  static let canRunAsNobody: Bool = {
    guard let sandbox = try? Sandbox() else { return false }
    defer { sandbox.remove() }
    return (try? sandbox.run("as-nobody sqlscripts --version").status) == 0
  }()
}
