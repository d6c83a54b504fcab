import Foundation
import TestSupport
import Testing

/// Every Swift block of README, Documentation and the DocC catalog occurs in a file that a test compiles and runs.
struct PageTests {
  private struct Block: CustomTestStringConvertible {
    let page: String
    let line: Int
    let code: [String]
    let imports: Set<String>

    var isManifest: Bool { imports.contains("import PackageDescription") || isPartOfManifest }
    /// A target of a manifest, without the `let package`.
    private var isPartOfManifest: Bool {
      code.first.map { $0.hasPrefix(".testTarget(") || $0.hasPrefix(".executableTarget(") } ?? false
    }
    var testDescription: String { "\(page):\(line)" }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func files(in folder: String, _ suffix: String) -> [String] {
    let names = FileManager.default.enumerator(
      atPath: root.appendingPathComponent(folder).path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }.sorted()
  }

  static let catalog = "Sources/SQLScripts/SQLScripts.docc"
  // The rules have no Swift code, and the page is long.
  private static let pages =
    ["README.md"] + files(in: catalog, ".md")
    + files(in: "Documentation", ".md").filter { !$0.hasSuffix("/Rules.md") }

  /// Lines without indentation, blank lines and imports.
  private static func code(_ text: Substring) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  private static let blocks: [Block] = pages.flatMap { page in
    let text = (try? text(page)) ?? ""
    return text.ranges(of: "```swift\n").map { start in
      let end = text[start.upperBound...].range(of: "```")?.lowerBound ?? text.endIndex
      let block = text[start.upperBound..<end]
      return Block(
        page: page,
        line: text[..<start.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
          .count,
        code: code(block),
        imports: Set(
          block.split(separator: "\n").map(String.init).filter { $0.hasPrefix("import ") }))
    }
  }

  /// The compiled files: these tests, and those beside GRDB.
  private static let compiled: [(path: String, lines: [String], text: String)] =
    (files(in: "Tests/GuideTests", ".swift") + files(in: "Tests/Neighbours/Tests", ".swift")
    + files(in: "Tests/SQLScriptsTestingTests", ".swift") + files(in: "Examples/Notes", ".swift"))
    .filter { !$0.hasSuffix("/PageTests.swift") }
    .compactMap { path in
      guard let text = try? text(path) else { return nil }
      return (path, code(text[...]), text)
    }

  @Test func `the pages have Swift code`() {
    #expect(Self.blocks.count > 30)
    #expect(Set(Self.blocks.map(\.page)).count > 10)
  }

  @Test(arguments: blocks.filter { !$0.isManifest })
  private func `the code of a page is compiled`(block: Block) throws {
    let file = Self.compiled.first { $0.lines.firstRange(of: block.code) != nil }
    let found = try #require(file, "\(block.page):\(block.line) is in no test")
    for name in block.imports { #expect(found.text.contains(name), "\(block.page): \(name)") }
  }

  /// SwiftPM reads each manifest and finds the products that it names in this checkout.
  @Test(arguments: blocks.filter(\.isManifest))
  private func `the manifest of a page is valid`(block: Block) throws {
    let code = block.code.joined(separator: "\n")
    let isTarget = !block.imports.contains("import PackageDescription")
    // Parts of a manifest name targets of the app.
    let manifest =
      isTarget
      ? """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Part", platforms: [.macOS(.v13)],
        dependencies: [.package(url: "https://example.com/SQLScripts", from: "0.1.0")],
        targets: [.target(name: "Notes"), \(code)])
      """
      : "// swift-tools-version: 6.0\nimport PackageDescription\n" + code
    let dependency = #".package(url: "https://example.com/SQLScripts", from: "0.1.0")"#
    #expect(manifest.contains(dependency))
    let folder = try TemporaryFolder()
    try folder.write(
      manifest.replacingOccurrences(
        of: dependency, with: ".package(name: \"SQLScripts\", path: \"\(Self.root.path)\")"),
      to: "Package.swift")
    for target in manifest.matches(of: #/arget\(\s*name: "(\w+)"/#).map({ String($0.1) }) {
      let path = target.hasSuffix("Tests") ? "Tests/\(target)" : "Sources/\(target)"
      try FileManager.default.createDirectory(
        atPath: folder.path("\(path)/SQLScripts"), withIntermediateDirectories: true)
      try folder.write("", to: "\(path)/File.swift")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", folder.path, "describe"]
    // An app has none of our environment.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("SQLSCRIPTS_") }
      .merging(["PWD": folder.path]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
