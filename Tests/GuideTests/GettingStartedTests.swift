import Foundation
import SQLScriptsFoundation
import TestSupport
import TestTraits
import Testing

@testable import Notes

/// The folder of the programs that were built with the tests.
private enum BuiltProgram {
  static var folder: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      return (tests ?? Bundle.main.bundleURL).deletingLastPathComponent()
    #else
      return Bundle.main.bundleURL
    #endif
  }
}

/// The tests that use the shared manager run one after another.
@Suite(.serialized, .usesSharedManager) final class SharedManagerTests {
  private let temporary: TemporaryFolder
  private var folder: URL { URL(fileURLWithPath: temporary.path) }

  init() throws {
    temporary = try TemporaryFolder()
    try SQLiteManager.resetShared()
  }

  deinit {
    try? SQLiteManager.resetShared()
  }

  @Test func `an app that follows the guide starts with an empty database`() async throws {
    try AppDatabase.configure(in: folder)
    #expect(try await NoteStore().all().isEmpty)
    try await NoteStore().add("Milk")
    #expect(try await NoteStore().all().map(\.text) == ["Milk"])
  }

  @Test func `the files of the guide are those of the app, with their imports`() throws {
    let page = try PageTests.text("\(PageTests.catalog)/GettingStarted.md")
    for (name, language) in [
      ("SQLScripts/sql_default.plist", "xml"), ("AppDatabase.swift", "swift"),
      ("NoteStore.swift", "swift"), ("App.swift", "swift"),
    ] {
      let file = try PageTests.text("Examples/Notes/\(name)")
      #expect(page.contains("```\(language)\n\(file)```"), "\(name)")
    }
  }

  @Test func `the second launch finds the database of the first`() async throws {
    try AppDatabase.configure(in: folder)
    try await NoteStore().add("Milk")
    try SQLiteManager.resetShared()
    try AppDatabase.configure(in: folder)
    let report = try await SQLiteManager.shared.open()
    #expect(report.isCurrent && report.to == 1)
    #expect(try await NoteStore().all().map(\.text) == ["Milk"])
  }

  @Test func `the code of README runs`() async throws {
    try runReadme(path: temporary.path("app.sqlite"))
    #expect(try await SQLiteManager.shared.query("SELECT * FROM user_info").count == 1)
  }

  private func runReadme(path: String) throws {
    try SQLiteManager.configure(.init(path: path, scripts: .directory("SQLScripts")))
    let db = try SQLiteManager.shared  // opens, migrates on first use

    try db.execute("INSERT INTO user_info(name, age) VALUES (?, ?)", "Ada", 36)
    let rows = try db.query("SELECT name, age FROM user_info WHERE age > ?", 30)
    for row in rows { print(try row["name"]) }
  }

  @Test func `the program of the guide prints its notes`() throws {
    for notes in [#"["Milk"]"#, #"["Milk", "Milk"]"#] {
      let process = Process()
      process.executableURL = BuiltProgram.folder.appendingPathComponent("Notes")
      process.environment = ["HOME": temporary.path, "XDG_DATA_HOME": temporary.path("data")]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0 && text == notes + "\n")
    }
  }

  @Test func `a preview has its own rows`() async throws {
    let preview = try previewDatabase()
    #expect(try await preview.query("SELECT text FROM note").count == 2)
    #expect(try await previewDatabase().query("SELECT text FROM note").count == 2)
  }

  @Test func addsANote() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try AppDatabase.configure(in: folder)
    try await NoteStore().add("Milk")
    #expect(try await NoteStore().all().map(\.text) == ["Milk"])
    try SQLiteManager.resetShared()
  }
}
