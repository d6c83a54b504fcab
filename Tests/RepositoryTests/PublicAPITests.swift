import Foundation
import Testing

/// What an app can see. A change of the list is a decision, not an accident.
struct PublicAPITests {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }
      struct Identifier: Decodable { let precise: String }
      let kind: Kind
      let identifier: Identifier
      let pathComponents: [String]
    }
    let symbols: [Symbol]
  }

  /// The folder with the modules of this build.
  private static var products: URL {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/Modules") {
      folder.deleteLastPathComponent()
    }
    return folder
  }

  private static func graphs() throws -> [Graph.Symbol] {
    let output = FileManager.default.temporaryDirectory
      .appendingPathComponent("sqlscripts-symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: output) }
    let program = Process()
    program.executableURL = Repository.root.appendingPathComponent("Tools/symbols")
    program.arguments = [products.path, output.path]
    try program.run()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0)
    let files = FileManager.default.enumerator(at: output, includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "json" }
      .flatMap { try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0)).symbols }
  }

  /// Members that the compiler or a protocol adds, such as `==` and `hash(into:)`, are not decisions.
  private static let given: Set<String> = [
    "hash(into:)", "==(_:_:)", "!=(_:_:)", "description", "rawValue", "init(rawValue:)", "allCases",
  ]

  @Test func `the symbol graph matches the list of what an app needs`() throws {
    let symbols = try Self.graphs()
    let names = Set(
      symbols.filter { $0.kind.identifier != "swift.extension" }
        .filter { !Self.given.contains($0.pathComponents.last ?? "") }
        .map { $0.pathComponents.joined(separator: ".") })
    let file = "Tests/RepositoryTests/PublicAPI.txt"
    let text = names.sorted().joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] != nil {
      try text.write(
        to: Repository.root.appendingPathComponent(file), atomically: true, encoding: .utf8)
      Issue.record("recorded \(file)")
    }
    let listed = Set(try Repository.text(file).split(separator: "\n").map(String.init))
    #expect(names.subtracting(listed).sorted() == [], "not in the list")
    #expect(listed.subtracting(names).sorted() == [], "gone")
  }

  @Test func `the page about the public API names each type, and says what it is for`() throws {
    let page = try Repository.text("Documentation/PublicAPI.md")
    let listed = try Repository.text("Tests/RepositoryTests/PublicAPI.txt").split(separator: "\n")
    let types = listed.filter { $0.first?.isUppercase == true && !$0.contains(".") }
    #expect(types.count > 30)
    let missing = types.filter { !page.contains("`\($0)`") }
    #expect(missing.sorted() == [])
  }

  @Test func `no public type has a name of Testing, SwiftSyntax, GRDB or Foundation`() throws {
    // The names that have clashed, or would.
    let taken: Set<String> = [
      "Bundle", "Column", "Comment", "Configuration", "Database", "DatabaseError",
      "DatabaseMigrator",
      "Diagnostic", "FixIt", "ForeignKeyViolation", "Issue", "Migration", "Progress", "Row",
      "SourceFile", "SourceLocation", "SourceRange", "Statement", "Tag", "Test", "Trait", "Value",
    ]
    let listed = try Repository.text("Tests/RepositoryTests/PublicAPI.txt").split(separator: "\n")
    let types = Set(listed.filter { !$0.contains(".") }.map(String.init))
    #expect(types.intersection(taken).sorted() == [])
  }
}
