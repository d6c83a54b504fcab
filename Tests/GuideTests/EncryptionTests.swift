import CSQLScriptsSQLite
import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of Encryption.md. These tests have no SQLCipher, and the system's SQLite ignores `PRAGMA key`. So they check that the
// preparation comes first, and that the app notices a copy without encryption.

struct NoEncryption: Error {}

func unlock(_ database: SQLiteDatabase, key: [UInt8]) throws {
  let digits = key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  try database.execute("PRAGMA key = \"x'\(digits)'\"")
  guard try database.queryFirst("PRAGMA cipher_version") != nil else { throw NoEncryption() }
}

struct EncryptionTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("notes.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a copy of SQLite without encryption is noticed before a file is written`() throws {
    let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE note (text TEXT)"])])
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    let keyFromKeychain: @Sendable () -> [UInt8] = { [0x01, 0xAB] }

    configuration.options.prepareConnection = { database in
      try unlock(database, key: keyFromKeychain())
    }

    let failure = #expect(throws: MigrationFailure.self) { try SQLiteManager(configuration).open() }
    guard case .preparation(let error)? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(error is NoEncryption)
    let tables = Migrator(path: path, scripts: scripts)
    #expect(try tables.status().condition == .new)
  }

  @Test func `scripts use functions and collations of the app`() throws {
    let scripts = ScriptBundle(scripts: [
      .default([
        "CREATE TABLE note (text TEXT)", "INSERT INTO note VALUES (slug('Note 10')), ('note-9')",
        "CREATE INDEX by_text ON note (text COLLATE by_length)",
      ])
    ])
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))

    configuration.options.prepareConnection = { database in
      try database.addFunction("slug", argumentCount: 1, isDeterministic: true) { values in
        values[0].string?.lowercased().replacingOccurrences(of: " ", with: "-")
      }
      try database.addCollation("by_length") {
        $0.utf8.count < $1.utf8.count
      }
    }

    let rows = try SQLiteManager(configuration)
      .query("SELECT text FROM note ORDER BY text COLLATE by_length")
    #expect(rows.map(\.values) == [["note-9"], ["note-10"]])
  }

  @Test func `an app chooses its copy of SQLite`() throws {
    // Choosing the copy that is in use changes nothing.
    try SQLiteLibrary.use(
      open: sqlite3_open_v2, autoExtension: sqlite3_auto_extension,
      cancelAutoExtension: sqlite3_cancel_auto_extension)
    #expect(SQLiteLibrary.version == String(cString: sqlite3_libversion()))
  }
}
