import SQLScriptsTesting
import XCTest

/// The same expectation in an XCTest, which Testing does not know about. It must fail there, too.
final class ExpectMigratesInXCTests: XCTestCase {
  private var failures: [String]?

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      if failures == nil { return super.record(issue) }
      failures?.append(issue.compactDescription)
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile path: String, atLine line: Int, expected: Bool
    ) {
      guard failures != nil else {
        return super.recordFailure(
          withDescription: description, inFile: path, atLine: line, expected: expected)
      }
      failures?.append(path == #filePath ? description : "elsewhere")
    }
  #endif

  /// The failures of a body.
  private func recorded(_ body: () throws -> Void) rethrows -> [String] {
    failures = []
    defer { failures = nil }
    try body()
    return failures ?? []
  }

  private func scripts(_ update: String) -> ScriptBundle {
    ScriptBundle(scripts: [
      .default(["CREATE TABLE user (name TEXT)", "INSERT INTO user VALUES ('Ada')"]),
      .update(2, [update]),
    ])
  }

  func testABrokenMigrationFailsTheTest() throws {
    let found = try recorded {
      try expectMigrates(fromEveryVersionOf: scripts("DELETE FROM user WHERE nickname IS NULL"))
      try expectMigrates(from: .database(at: 1), scripts: scripts("DELETE FROM user"))
    }
    XCTAssertEqual(found.count, 2, "\(found)")
    XCTAssertTrue(found.first?.contains("no such column: nickname") == true, "\(found)")
    XCTAssertTrue(found.last?.contains("“user” lost") == true, "\(found)")
  }

  func testASoundOneDoesNot() throws {
    let found = try recorded {
      try expectMigrates(fromEveryVersionOf: scripts("ALTER TABLE user ADD COLUMN age INTEGER"))
    }
    XCTAssertEqual(found, [])
  }

  // As in TestingMigrations.md.
  func testEveryVersionMigrates() throws {
    try expectMigrates(fromEveryVersionOf: ScriptBundle(directory: "SQLScripts"))
  }
}
