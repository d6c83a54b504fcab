import Foundation
import TestSupport
import Testing

/// The package that `Tools/release` makes, with a plugin that does not build its program.
@Suite(.enabled(if: hasPython, "Python is not installed"))
struct PrebuiltPluginTests {
  fileprivate static func run(_ arguments: [String]) throws -> AppPackage.Output {
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
  private static func release(_ options: String...) throws -> TemporaryFolder {
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

  @Test func `an app with the prebuilt program builds only with valid scripts`() throws {
    let release = try Self.release()
    defer { withExtendedLifetime(release) {} }
    // Without the library, which has nothing to do with the plugin.
    let target = try AppPackage.targetOfGuide()
      .replacing(#/dependencies: \[.+\],\s*/#, with: "")
    #expect(target.contains("package: \"SQLScriptsPlugin\""))
    let app = try AppPackage(
      targets: target, packages: [release.path("SQLScriptsPlugin")])
    try app.write("print(1)\n", to: "Sources/App/main.swift")
    let script = "Sources/App/SQLScripts/sql_default.sql"
    try app.write("CREATE TABLE a (b);\n", to: script)
    let good = try app.build()
    #expect(good.status == 0 && good.validations == 1, "\(good.text)")

    // The folders of compiled targets: not those of SQLScripts. SwiftPM makes folders for all of them.
    let files = FileManager.default.enumerator(atPath: app.folder.path)?.compactMap {
      $0 as? String
    }
    let compiled = Set(
      (files ?? []).filter { $0.hasSuffix(".swift.o") }.map {
        (($0 as NSString).deletingLastPathComponent as NSString).lastPathComponent
      })
    #expect(compiled == ["App.build"])

    try app.write("CREATE TABLE a (b);\nCREATE TABLE c (d;\n", to: script)
    let broken = try app.build()
    #expect(broken.status != 0 && broken.errors.count == 1, "\(broken.text)")
    let place = "\(app.folder.lastPathComponent)/\(script):2:16: error: "
    #expect(broken.errors.first?.contains(place) == true, "\(broken.errors)")
  }

  @Test func `the package downloads the bundle of its release and verifies it`() throws {
    let release = try Self.release(
      "--address", "https://example.com/1", "--repository", "https://example.com/SQLScripts")
    defer { withExtendedLifetime(release) {} }
    let names = try FileManager.default.contentsOfDirectory(atPath: release.path)
    let zip = try #require(names.first { $0.hasSuffix(".artifactbundle.zip") })
    let checksum = try Self.run(["swift", "package", "compute-checksum", release.path(zip)])
    let manifest = try Self.run([
      "swift", "package", "--package-path", release.path("SQLScriptsPlugin"), "dump-package",
    ])
    #expect(manifest.status == 0, "\(manifest.text)")
    let json = Data(manifest.text.drop { $0 != "{" }.utf8)
    let program = try #require(
      JSONDecoder().decode(Manifest.self, from: json).targets.first { $0.type == "binary" })
    #expect(program.url == "https://example.com/1/\(zip)")
    #expect(program.checksum.map { checksum.text.contains($0) } == true, "\(checksum.text)")
  }

  private struct Manifest: Decodable {
    struct Target: Decodable {
      let type: String
      let url: String?
      let checksum: String?
    }

    let targets: [Target]
  }
}

private let hasPython: Bool = (try? PrebuiltPluginTests.run(["python3", "--version"]).status) == 0
