import Foundation
import SQLScriptsFiles
import Testing

@testable import SQLScriptsAuthoring

/// The JSON schemas and the tables of ScriptFormat.md agree with the keys, and a reader accepts every example.
struct KeySchemaTests {
  private static let isRecording = ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] != nil

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func expect(_ text: String, isWrittenIn path: String) throws {
    let url = Self.root.appendingPathComponent(path)
    let current = try? String(contentsOf: url, encoding: .utf8)
    if Self.isRecording, text != current {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    // Not `text == current`, which would print both.
    let isCurrent = text == current
    #expect(isCurrent, "Tools/record writes \(path)")
  }

  private func errors(_ text: String, as name: String) throws -> [String] {
    let bundle = ScriptBundle(scripts: [.file(named: name, text: text)])
    return try bundle.read(try #require(bundle.scripts.first)).diagnostics.map(\.message)
  }

  @Test func `the JSON schemas agree with the keys`() throws {
    try expect(KeySchema.script.pretty + "\n", isWrittenIn: "Schemas/script.schema.json")
    try expect(KeySchema.settings.pretty + "\n", isWrittenIn: "Schemas/settings.schema.json")
  }

  @Test func `the tables in ScriptFormat.md agree with the keys`() throws {
    let path = "Documentation/ScriptFormat.md"
    var page = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    for table in KeyTable.all {
      let start = try #require(page.range(of: "<!-- keys: \(table.name) -->\n\n"))
      let rest = start.upperBound..<page.endIndex
      let end = try #require(page.range(of: "\n\n<!-- end -->", range: rest))
      page.replaceSubrange(start.upperBound..<end.lowerBound, with: table.markdown)
    }
    try expect(page, isWrittenIn: path)
  }

  @Test(arguments: ScriptKey.allCases)
  func `a script accepts exactly what its schema allows`(key: ScriptKey) throws {
    let statements = key == .statements ? "" : ", \"statements\": []"
    let text = { (value: String) in "{ \"\(key.name)\": \(value)\(statements) }" }
    for example in key.documentation.examples {
      #expect(try errors(text(example.compact), as: "sql_default.json") == [])
    }
    #expect(try errors(text("null"), as: "sql_default.json").count == 1)
    if let assumed = key.documentation.assumed {
      #expect(try errors(text(assumed.compact), as: "sql_default.json") == [])
    }
    if case .choice = key.documentation.value {
      #expect(try errors(text("\"maybe\""), as: "sql_default.json").count == 1)
    }
    let inUpdate = try errors(text(key.documentation.examples[0].compact), as: "sql_update_2.json")
    #expect(inUpdate.isEmpty != key.isForDefaultOnly)
  }

  @Test(arguments: StatementKey.allCases)
  func `a statement accepts exactly what its schema allows`(key: StatementKey) throws {
    let sql = key == .sql ? "" : ", \"sql\": \"SELECT 1\""
    let text = { (value: String) in "[ { \"\(key.name)\": \(value)\(sql) } ]" }
    for example in key.documentation.examples {
      #expect(try errors(text(example.compact), as: "sql_update_2.json") == [])
    }
    #expect(try errors(text("null"), as: "sql_update_2.json").count == 1)
  }

  @Test(arguments: SettingsKey.allCases)
  func `the settings accept exactly what their schema allows`(key: SettingsKey) throws {
    let read = { (value: String) throws in
      let text = "{ \"\(key.name)\": \(value) }"
      return try ScriptBundle(scripts: [], settings: Array(text.utf8)).settings()
    }
    for example in key.documentation.examples {
      let (settings, diagnostics) = try read(example.compact)
      #expect(diagnostics == [])
      if example != key.documentation.assumed { #expect(settings != BundleSettings()) }
    }
    #expect(try read("null").diagnostics.count == 1)
    if case .choice = key.documentation.value {
      #expect(try read("\"maybe\"").diagnostics.count == 1)
    }
  }

  /// The line sets the key, or is reported, or is a comment: as the table of keys says.
  @Test func `the comment lines of an SQL file agree with the keys`() throws {
    let values: [ScriptKey: String] = [
      .version: "7", .description: "d", .transaction: "false", .foreignKeys: "unchecked",
    ]
    let roles =
      ScriptKey.allCases.map { ($0.name, $0.headerRole, values[$0]) }
      + StatementKey.allCases.map { ($0.name, $0.headerRole, nil) }
    for (name, role, value) in roles {
      let line = "-- \(name): \(value ?? "SELECT 1")\n"
      let bundle = ScriptBundle(scripts: [.file(named: "sql_default.sql", text: line)])
      let (script, diagnostics) = try bundle.read(try #require(bundle.defaultScript))
      let isPlain = ScriptContent(try #require(script)).isPlain
      #expect(isPlain == (role != .sets), "\(name)")
      switch role {
      case .sets, .comment: #expect(diagnostics == [], "\(name)")
      case .refused: #expect(diagnostics.map(\.severity) == [.error], "\(name)")
      case .needless: #expect(diagnostics.map(\.severity) == [.warning], "\(name)")
      }
    }
  }
}
