import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Statements that never end, where nothing but the time limit of a scratch database stops them.
struct EndlessStatementTests {
  private static let numbers =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "

  @Test(
    "A rehearsal and a comparison stop a statement that never ends",
    arguments: [
      ["CREATE TABLE t (a)", numbers + "max(i) FROM n"],
      // A trigger that fires begins no statement of its own.
      [
        "CREATE TABLE t (a)", "CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; END",
        "INSERT INTO t " + numbers + "i FROM n",
      ],
    ])
  func stops(_ statements: [String]) throws {
    let library = ScriptLibrary(ScriptBundle(scripts: [.default(statements)]))
    #expect(throws: MigrationFailure.self) { try VersionDatabases(library).new() }
    let replay = Replay(library)
    #expect(!replay.isWhole)
  }
}
