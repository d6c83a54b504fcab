import Foundation
import TestSupport
import Testing

/// `Tools/assemble`, which `Tools/release` calls, with small files for programs.
@Suite(.enabled(if: hasPython, "Python is not installed"))
struct AssembleTests {
  private static let tool = Repository.root.appendingPathComponent("Tools/assemble").path
  private static let address = "https://example.com/SQLScripts/releases/download/1"
  private static let repository = "https://example.com/SQLScripts"

  /// The current version, which CHANGELOG.md has a section for.
  private static let version: String = {
    let source = try? Repository.text("Sources/SQLScripts/SQLScriptsVersion.swift")
    return (source?.firstMatch(of: #/current = "([\d.]+)"/#)?.1).map(String.init) ?? ""
  }()

  private func assemble(
    _ folder: String, version: String = Self.version, _ options: String...
  ) throws -> (status: Int32, text: String) {
    try Repository.run(
      Self.tool, ["release", "--version", version, "--folder", folder] + options)
  }

  /// A folder with the two files of a platform, as `Tools/release` writes them.
  private func programs(
    for platform: String, version: String = Self.version, text: String = "program"
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "SQLScriptsValidateTool-\(version)-\(platform)")
    try folder.write("archive \(platform)", to: "sqlscripts-\(version)-\(platform).tar.gz")
    return folder
  }

  private func text(_ folder: TemporaryFolder, _ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  /// The checksums in `SHA256SUMS`, which the system's own tool confirms.
  private func checksums(_ folder: TemporaryFolder) throws -> [String: String] {
    let check = try Repository.run(
      "/bin/sh",
      [
        "-c", "cd \"$1\" && { sha256sum -c SHA256SUMS || shasum -a 256 -c SHA256SUMS; }", "sh",
        folder.path,
      ])
    #expect(check.status == 0, "\(check.text)")
    let lines = try text(folder, "SHA256SUMS").split(separator: "\n")
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let parts = line.split(separator: " ")
        return (String(parts[1]), String(parts[0]))
      })
  }

  @Test func `a version without an entry in the changelog is refused`() throws {
    let folder = try programs(for: "linux-x86_64", version: "99.1.0")
    let output = try assemble(folder.path, version: "99.1.0")
    #expect(output.status == 1)
    #expect(
      output.text
        == "assemble: CHANGELOG.md has no entries for 99.1.0. Add a section “## [99.1.0] - DATE”.\n"
    )
  }

  @Test func `a folder without programs of this version is refused`() throws {
    let empty = try TemporaryFolder()
    #expect(try assemble(empty.path).status == 1)
    let folder = try programs(for: "linux-x86_64")
    let old = try programs(for: "macos-arm64", version: "0.0.9")
    for other in [empty.path, old.path, empty.path("nowhere")] {
      let output = try assemble(folder.path, "--merge", other)
      #expect(output.status == 1)
      #expect(output.text.hasPrefix("assemble: no "), "\(output.text)")
    }
    try FileManager.default.removeItem(
      atPath: folder.path("sqlscripts-\(Self.version)-linux-x86_64.tar.gz"))
    #expect(try assemble(folder.path).text.hasSuffix("tar.gz” is missing in “\(folder.path)”\n"))
  }

  @Test func `two different programs for one platform are refused`() throws {
    let folder = try programs(for: "linux-x86_64")
    let same = try programs(for: "linux-x86_64")
    #expect(try assemble(folder.path, "--merge", same.path).status == 0)
    let other = try programs(for: "linux-x86_64", text: "another program")
    let output = try assemble(folder.path, "--merge", other.path)
    #expect(output.status == 1)
    #expect(output.text.contains(" differs from the one in "), "\(output.text)")
    let unknown = try programs(for: "amiga-m68k")
    #expect(try assemble(folder.path, "--merge", unknown.path).status == 1)
  }

  @Test(arguments: [
    "http://example.com", "https://example.com/\"", "https://example.com/$(id)", "example.com",
    "https://example.com/a b", "",
  ])
  func `an address that could be misread is refused`(_ address: String) throws {
    let folder = try programs(for: "linux-x86_64")
    let output = try assemble(
      folder.path, "--address", address, "--repository", Self.repository)
    #expect(output.status == 1 && output.text.hasPrefix("assemble: "), "\(output.text)")
    #expect(try assemble(folder.path, "--address", Self.address).status == 1)
  }

  @Test func `the bundle has the programs of all platforms, and the same bytes each time`() throws {
    let zip = "SQLScriptsValidateTool-\(Self.version).artifactbundle.zip"
    var bundles: [Data] = []
    for order in [["linux-x86_64", "macos-arm64"], ["macos-arm64", "linux-x86_64"]] {
      let folder = try programs(for: order[0], text: "program")
      let other = try programs(for: order[1], text: "program")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9), .posixPermissions: 0o600],
        ofItemAtPath: other.path("SQLScriptsValidateTool-\(Self.version)-\(order[1])"))
      let output = try assemble(folder.path, "--merge", other.path)
      #expect(output.status == 0, "\(output.text)")
      bundles.append(try Data(contentsOf: URL(fileURLWithPath: folder.path(zip))))
      #expect(try checksums(folder).count == 3)

      let bundle = folder.path("SQLScriptsPlugin/SQLScriptsValidateTool.artifactbundle")
      let info = try JSONDecoder().decode(
        ArtifactInfo.self, from: Data(contentsOf: URL(fileURLWithPath: "\(bundle)/info.json")))
      #expect(info.schemaVersion == "1.0")
      #expect(info.artifacts.keys.sorted() == ["SQLScriptsValidateTool"])
      let artifact = try #require(info.artifacts["SQLScriptsValidateTool"])
      #expect(artifact.version == Self.version && artifact.type == "executable")
      #expect(
        artifact.variants.map(\.supportedTriples)
          == [["x86_64-unknown-linux-gnu"], ["arm64-apple-macosx"]])
      for variant in artifact.variants {
        #expect(FileManager.default.isExecutableFile(atPath: "\(bundle)/\(variant.path)"))
      }
    }
    #expect(bundles[0] == bundles[1])
  }

  @Test func `every file has the version, addresses and checksums of the release`() throws {
    let folder = try programs(for: "linux-x86_64")
    let others = try ["linux-aarch64", "macos-arm64"].map { try programs(for: $0) }
    // A file of an earlier run.
    try folder.write("old", to: "Dockerfile")
    let output = try assemble(
      folder.path, "--merge", others[0].path, "--merge", others[1].path,
      "--address", "\(Self.address)/", "--repository", Self.repository)
    #expect(output.status == 0, "\(output.text)")
    let sums = try checksums(folder)
    #expect(sums.count == 4)

    let names = [
      "commit/Tools/released", "sqlscripts.rb", "Dockerfile", "SQLScriptsPlugin/Package.swift",
      "SQLScriptsPlugin/README.md",
    ]
    for name in names {
      let text = try text(folder, name)
      #expect(text.contains(Self.version))
      #expect(!text.contains(#/@[A-Za-z]+@|@each|None|old/#), "\(name)")
      // Every file that is named here exists, and every checksum here is that of a file.
      for match in text.matches(of: #/releases\/download\/1\/([\w.-]+)/#) {
        #expect(sums[String(match.1)] != nil, "\(name): \(match.1)")
      }
      for match in text.matches(of: #/\b[0-9a-f]{64}\b/#) {
        #expect(sums.values.contains(String(match.0)), "\(name)")
      }
    }
    for platform in ["linux-x86_64", "linux-aarch64", "macos-arm64"] {
      let file = "sqlscripts-\(Self.version)-\(platform).tar.gz"
      let sum = try #require(sums[file])
      #expect(try text(folder, "commit/Tools/released").contains("\n\(platform) \(sum)\n"))
      #expect(
        try text(folder, "sqlscripts.rb").contains(
          "url \"\(Self.address)/\(file)\"\n      sha256 \"\(sum)\"\n"))
      #expect(
        try text(folder, "Dockerfile").contains("sha256:\(sum) \(Self.address)/\(file) ")
          == platform.hasPrefix("linux"))
    }
    let zip = "SQLScriptsValidateTool-\(Self.version).artifactbundle.zip"
    #expect(
      try text(folder, "SQLScriptsPlugin/Package.swift").contains(
        "url: \"\(Self.address)/\(zip)\",\n      checksum: \"\(try #require(sums[zip]))\""))
  }

  @Test func `the release notes are the entries of the version`() throws {
    let folder = try programs(for: "linux-x86_64")
    #expect(try assemble(folder.path).status == 0)
    let notes = try text(folder, "notes.md")
    let changelog = try Repository.text("CHANGELOG.md")
    let section = try #require(
      changelog.components(separatedBy: "\n## ").first { $0.hasPrefix("[\(Self.version)] - ") })
    let body = section.drop { $0 != "\n" }
    let words = { (text: Substring) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(notes[...]) == words(body))
    #expect(!notes.contains("## ["))
    // Release pages show each line break.
    #expect(!notes.contains(#/\S\n +[^ *]/#))
  }
}

private let hasPython: Bool =
  (try? Repository.run("/usr/bin/env", ["python3", "--version"]).status) == 0

/// The file `info.json` of an artifact bundle (SE-0305).
private struct ArtifactInfo: Decodable {
  struct Artifact: Decodable {
    let version: String
    let type: String
    let variants: [Variant]
  }

  struct Variant: Decodable {
    let path: String
    let supportedTriples: [String]
  }

  let schemaVersion: String
  let artifacts: [String: Artifact]
}
