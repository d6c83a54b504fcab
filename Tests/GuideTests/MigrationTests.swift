import SQLScriptsTesting
import XCTest

// The code of TestingMigrations.md for XCTest.

final class MigrationTests: XCTestCase {
  func testEveryVersionMigrates() throws {
    try expectMigrates(fromEveryVersionOf: ScriptBundle(directory: "SQLScripts"))
  }
}
