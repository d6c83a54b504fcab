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
    /// A dependency or a target of a manifest, without the `let package`.
    private var isPartOfManifest: Bool {
      let starts = [".package(", ".testTarget(", ".executableTarget("]
      return code.first.map { line in starts.contains(where: line.hasPrefix) } ?? false
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
    let isWhole = block.imports.contains("import PackageDescription")
    // SwiftPM warns about a dependency that no target uses, so a part has only those that it names.
    let names = ["SQLScripts", "SQLScriptsPlugin"]
    let used = names.filter { code.contains("package: \"\($0)\"") || code.contains("/\($0)\"") }
    #expect(!used.isEmpty)
    let dependencies = used.map { #".package(url: "https://example.com/\#($0)", from: "0.1.0")"# }
    let target = code.hasPrefix(".package(") ? "" : ", \(code)"
    var manifest =
      isWhole
      ? "// swift-tools-version: 6.0\nimport PackageDescription\n" + code
      : """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Part", platforms: [.macOS(.v13)],
        dependencies: [\(dependencies.joined(separator: ", "))],
        targets: [.target(name: "Notes")\(target)])
      """
    let folder = try TemporaryFolder()
    try makePlugin(in: folder)
    let paths = [Self.root.path, folder.path("SQLScriptsPlugin")]
    for (name, path) in zip(names, paths) where used.contains(name) {
      let address = #".package(url: "https://example.com/\#(name)", from: "0.1.0")"#
      #expect(manifest.contains(address) && (isWhole || dependencies.contains(address)))
      manifest = manifest.replacingOccurrences(
        of: address, with: ".package(name: \"\(name)\", path: \"\(path)\")")
    }
    if code.hasPrefix(".package(") { #expect(dependencies == [code]) }
    try folder.write(manifest, to: "Package.swift")
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

  /// A package with the plugin that a release has. PluginTests has the real one.
  private func makePlugin(in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("SQLScriptsPlugin/Plugins/SQLScriptsPlugin"),
      withIntermediateDirectories: true)
    try folder.write("", to: "SQLScriptsPlugin/Plugins/SQLScriptsPlugin/Plugin.swift")
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "SQLScriptsPlugin",
        products: [.plugin(name: "SQLScriptsPlugin", targets: ["SQLScriptsPlugin"])],
        targets: [.plugin(name: "SQLScriptsPlugin", capability: .buildTool())])
      """, to: "SQLScriptsPlugin/Package.swift")
  }
}
