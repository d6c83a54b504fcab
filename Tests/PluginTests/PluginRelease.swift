import Foundation
import TestSupport
import Testing

/// What `Tools/release` makes of the built tool, without the command.
enum PluginRelease {
  static let hasPython: Bool = (try? run(["python3", "--version"]).status) == 0

  static func run(_ arguments: [String]) throws -> AppPackage.Output {
    let folder = try TemporaryFolder()
    return try .init(
      running: "/usr/bin/env", arguments, environment: ProcessInfo.processInfo.environment,
      log: URL(fileURLWithPath: folder.path("log")))
  }

  private static var platform: String {
    #if os(macOS)
      let system = "macos"
    #else
      let system = "linux"
    #endif
    #if arch(x86_64)
      return "\(system)-x86_64"
    #elseif os(macOS)
      return "\(system)-arm64"
    #else
      return "\(system)-aarch64"
    #endif
  }

  /// The output of `Tools/assemble` for the built tool.
  static func make(_ options: String...) throws -> TemporaryFolder {
    let source = try String(
      contentsOf: AppPackage.repository.appendingPathComponent(
        "Sources/SQLScripts/SQLScriptsVersion.swift"), encoding: .utf8)
    let version = try #require(source.firstMatch(of: #/current = "([\d.]+)"/#)?.1)
    let folder = try TemporaryFolder()
    // The tool is large. A script that runs it is packed in no time.
    let name = "SQLScriptsValidateTool-\(version)-\(platform)"
    try folder.write(
      "#!/bin/sh\nexec '\(try AppPackage.builtTool().path)' \"$@\"\n", to: name)
    try folder.write("the command", to: "sqlscripts-\(version)-\(platform).tar.gz")
    let tool = AppPackage.repository.appendingPathComponent("Tools/assemble").path
    let output = try run(
      [tool, "release", "--version", "\(version)", "--folder", folder.path] + options)
    #expect(output.status == 0, "\(output.text)")
    return folder
  }
}
