import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of DevelopmentLoop.md. Tests are debug builds.

struct DevelopmentLoopTests {
  private func scripts(_ column: String) -> ScriptBundle {
    ScriptBundle(scripts: [
      .default(["CREATE TABLE note (text TEXT)"]),
      .update(2, ["ALTER TABLE note ADD COLUMN \(column) TEXT"]),
    ])
  }

  @Test func `an edited script is named, and the option creates the database again`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    try Migrator(path: path, scripts: scripts("colour")).migrate()
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts("color")))
    let noticed = try SQLiteManager(configuration).open()
    #expect(noticed.changedScripts == ["sql_update_2.json"])

    configuration.options.recreatesDevelopmentDatabase = true

    let database = SQLiteManager(configuration)
    #expect(try database.query("SELECT color FROM note").isEmpty)
    #expect(FileManager.default.fileExists(atPath: path + ".before-recreate"))
  }
}
