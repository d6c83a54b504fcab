import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of GettingStarted.md. `Bundle.module` has the folder SQLScripts of this target, as in an app.

enum AppDatabase {
  /// Call this once, at launch. Tests and previews pass a temporary folder.
  static func configure(in folder: URL? = nil) throws {
    let url = try folder ?? defaultFolder()
    let configuration = SQLiteManager.Configuration(
      url: url.appendingPathComponent("notes.sqlite"), scripts: .bundle(.module))
    try SQLiteManager.configure(configuration)
  }

  /// Application Support/Notes. The app creates it, because it may not exist yet.
  static func defaultFolder() throws -> URL {
    let support = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let folder = support.appendingPathComponent("Notes", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

struct NoteStore {
  func add(_ text: String) async throws {
    try await SQLiteManager.shared.execute("INSERT INTO note (text) VALUES (?)", text)
  }

  func all() async throws -> [String] {
    let rows = try await SQLiteManager.shared.query("SELECT text FROM note ORDER BY id")
    return rows.compactMap { $0["text"].string }
  }
}

/// The tests that use the shared manager run one after another.
@Suite(.serialized) final class SharedManagerTests {
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
    #expect(try await NoteStore().all() == [])
    try await NoteStore().add("Milk")
    #expect(try await NoteStore().all() == ["Milk"])
  }

  @Test func `the second launch finds the database of the first`() async throws {
    try AppDatabase.configure(in: folder)
    try await NoteStore().add("Milk")
    try SQLiteManager.resetShared()
    try AppDatabase.configure(in: folder)
    let report = try await SQLiteManager.shared.open()
    #expect(report.isCurrent && report.to == 1)
    #expect(try await NoteStore().all() == ["Milk"])
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
    #expect(try await NoteStore().all() == ["Milk"])
    try SQLiteManager.resetShared()
  }
}

// Launching.md

func previewDatabase() throws -> SQLiteManager {
  let database = SQLiteManager(.init(path: ":memory:", scripts: .bundle(.module)))
  for text in ["Milk", "Call Ada"] {
    try database.execute("INSERT INTO note (text) VALUES (?)", text)
  }
  return database
}
