import Foundation
import Testing

/// The tool of the plugin, run as a build runs it.
struct ValidateToolTests {
  private let app: AppPackage

  init() throws {
    app = try AppPackage(targets: "")
    try app.write("CREATE TABLE a (b);\n", to: "good/sql_default.sql")
    try app.write("CREATE TABLE a (b;\n", to: "bad/sql_default.sql")
    try app.write("{\"numbering\": 7}\n", to: "settings/sqlscripts.json")
    try app.write("CREATE TABLE a (b);\n", to: "settings/sql_default.sql")
    try app.write("nothing\n", to: "none/readme.txt")
  }

  private func path(_ name: String) -> String { app.folder.appendingPathComponent(name).path }

  private func run(_ arguments: [String]) throws -> AppPackage.Output {
    return try .init(
      running: AppPackage.builtTool().path, arguments, environment: [:],
      log: app.folder.appendingPathComponent("log"))
  }

  @Test func `valid scripts create a stamp file that Swift can compile`() throws {
    let good = try run([path("good"), path("a stamp.swift")])
    #expect(good.status == 0 && good.text == "")
    let stamp = try String(contentsOfFile: path("a stamp.swift"), encoding: .utf8)
    #expect(stamp == "// The SQL scripts are valid.\n")
  }

  @Test func `a broken script is reported at its place and creates no stamp file`() throws {
    let bad = try run([path("bad"), path("stamp.swift")])
    #expect(bad.status == 1)
    #expect(bad.text.hasPrefix("\(path("bad"))/sql_default.sql:1:16: error: "), "\(bad.text)")
    #expect(bad.text.hasSuffix(" [unclosed-bracket]\n"), "\(bad.text)")
    #expect(!FileManager.default.fileExists(atPath: path("stamp.swift")))
  }

  @Test(arguments: ["none", "nowhere", "settings"])
  func `a bundle that cannot be validated is an error`(_ folder: String) throws {
    let output = try run([path(folder), path("stamp.swift")])
    #expect(output.status == 2)
    #expect(output.text.contains("error: "), "\(output.text)")
    #expect(!FileManager.default.fileExists(atPath: path("stamp.swift")))
  }

  @Test(arguments: ["good", "nowhere/stamp.swift"])
  func `a stamp file that cannot be written is an error`(_ stamp: String) throws {
    let output = try run([path("good"), path(stamp)])
    #expect(output.status == 2)
    #expect(output.text.hasPrefix("error: “\(path(stamp))” cannot be written: "), "\(output.text)")
  }

  @Test(arguments: [[], ["/a"], ["a", "/b"], ["/a", "/b", "/c"]])
  func `wrong arguments are refused`(_ arguments: [String]) throws {
    let output = try run(arguments)
    #expect(output.status == 64 && output.text.hasPrefix("usage: "), "\(output.text)")
  }
}
