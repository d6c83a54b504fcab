import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of Accounts.md.

struct AccountTests {
  private let folder: TemporaryFolder
  private let configuration: SQLiteManager.Configuration

  init() throws {
    folder = try TemporaryFolder()
    let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE note (text TEXT)"])])
    configuration = .init(path: folder.path("notes.sqlite"), scripts: .scripts(scripts))
  }

  @Test func `each account has a database of its own`() async throws {
    let manager = SQLiteManager(configuration)
    try await manager.open()
    let ada = try manager.database(forAccount: "ada@example.com")
    try await ada.execute("INSERT INTO note (text) VALUES (?)", "Milk")

    let name = URL(fileURLWithPath: ada.configuration.path).lastPathComponent
    #expect(name == "notes-ada%40example%2ecom.sqlite")
    #expect(try await manager.query("SELECT * FROM note").isEmpty)
    let grace = try manager.database(forAccount: "grace@example.com")
    #expect(try await grace.query("SELECT * FROM note").isEmpty)

    try manager.closeDatabase(forAccount: "ada@example.com")
    #expect(!ada.isOpen)
    #expect(try await ada.query("SELECT * FROM note").count == 1)
  }

  @Test func `an app can choose the files`() throws {
    let accounts = URL(fileURLWithPath: folder.path)
    var configuration = configuration

    configuration.accountPath = { account in
      accounts.appendingPathComponent("\(account).sqlite").path
    }

    let database = try SQLiteManager(configuration).database(forAccount: "17")
    #expect(try database.open().isNewDatabase)
    #expect(FileManager.default.fileExists(atPath: folder.path("17.sqlite")))
  }
}
