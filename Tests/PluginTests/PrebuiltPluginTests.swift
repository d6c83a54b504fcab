import Foundation
import TestSupport
import Testing

/// The package that `Tools/release` makes, as it is published. `ValidateSQLScriptsTests` builds an app with it.
@Suite(.enabled(if: PluginRelease.hasPython, "Python is not installed"))
struct PrebuiltPluginTests {
  @Test func `the package downloads the bundle of its release and verifies it`() throws {
    let release = try PluginRelease.make(
      "--address", "https://example.com/1", "--repository", "https://example.com/SQLScripts")
    defer { withExtendedLifetime(release) {} }
    let names = try FileManager.default.contentsOfDirectory(atPath: release.path)
    let zip = try #require(names.first { $0.hasSuffix(".artifactbundle.zip") })
    let checksum = try PluginRelease.run([
      "swift", "package", "compute-checksum", release.path(zip),
    ])
    let manifest = try PluginRelease.run([
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
