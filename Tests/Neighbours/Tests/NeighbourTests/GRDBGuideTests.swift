import Foundation
import GRDB
import SQLScripts
import TestSupport
import Testing

// The code of the page OtherLibraries.md that needs GRDB.

func migrate(_ writer: some DatabaseWriter, scripts: ScriptBundle) throws {
  try writer.writeWithoutTransaction { db in
    guard let handle = db.sqliteConnection else { return }
    try Migrator(connection: handle, scripts: scripts).migrate()
  }
}

struct GRDBGuideTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"]),
    .update(2, ["ALTER TABLE note ADD COLUMN color TEXT"]),
    .update(3, ["ALTER TABLE note ADD COLUMN done INTEGER"]),
  ])

  @Test func `a queue and a pool are migrated`() throws {
    try TemporaryFolder.with { folder in
      let writers: [any DatabaseWriter] = [
        try DatabaseQueue(), try DatabasePool(path: folder + "/pool.sqlite"),
      ]
      for writer in writers {
        try migrate(writer, scripts: scripts)
        let columns = try writer.read { db in try db.columns(in: "note").map(\.name) }
        #expect(columns == ["id", "text", "color", "done"])
      }
    }
  }

  @Test func `write is refused, because it begins a transaction`() throws {
    let queue = try DatabaseQueue()
    let failure = #expect(throws: MigrationFailure.self) {
      try queue.write { db in
        let handle = try #require(db.sqliteConnection)
        try Migrator(connection: handle, scripts: scripts).migrate()
      }
    }
    #expect(failure?.outcome.hasPrefix("Nothing was changed") == true)
  }

  @Test func `the database of a DatabaseMigrator is adopted`() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/app.sqlite"
      var migrator = DatabaseMigrator()
      migrator.registerMigration("createNote") { db in
        try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)")
      }
      migrator.registerMigration("seedSamples") { db in
        try db.execute(sql: "INSERT INTO note (text) VALUES ('Milk')")
      }
      migrator.registerMigration("addColor") { db in
        try db.execute(sql: "ALTER TABLE note ADD COLUMN color TEXT")
      }
      try migrator.migrate(DatabaseQueue(path: path))

      var options = MigrationOptions()
      options.adoption = .grdb(["createNote": 1, "seedSamples": 0, "addColor": 2])
      try Migrator(path: path, scripts: scripts, options: options).migrate()

      let queue = try DatabaseQueue(path: path)
      let row = try queue.read { try Row.fetchOne($0, sql: "SELECT text, done FROM note") }
      #expect(row?["text"] == "Milk" && row?["done"] == DatabaseValue.null)
    }
  }
}
