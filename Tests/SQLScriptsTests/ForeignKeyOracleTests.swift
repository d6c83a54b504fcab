import Foundation
import MigrationSamples
import SQLScriptsScratch
import Testing

/// Law 17 against an oracle: random scripts over old orphans of every kind. `Tools/torture --part orphans` tries more.
@Suite struct ForeignKeyOracleTests {
  /// More of them by hand.
  private static let count =
    ProcessInfo.processInfo.environment["SQLSCRIPTS_ORACLE_CASES"].flatMap(Int.init) ?? 300

  @Test func `law 17: a random script passes if and only if no kind of orphan increases`() throws {
    try check { seed in
      var scenario = OrphanScenario(SeededGenerator(state: seed))
      let (found, expected) = try scenario.run()
      return (found, expected, scenario.words)
    }
  }

  @Test
  func `law 17: a random script passes the same check with composite keys, types and collations`()
    throws
  {
    try check { seed in
      var scenario = KeyScenario(SeededGenerator(state: seed))
      let (found, expected) = try scenario.run()
      return (found, expected, scenario.words)
    }
  }

  private func check(
    _ run: (UInt64) throws -> (OrphanScenario.Outcome, OrphanScenario.Outcome, String)
  ) throws {
    var accepted = 0
    for seed in 0..<Self.count {
      let (found, expected, words) = try run(UInt64(seed))
      if expected.isAccepted { accepted += 1 }
      #expect(found == expected, "seed \(seed): \(words)\n\(found)\n\(expected)")
      if found != expected { return }
    }
    // Otherwise the scripts would test too little.
    #expect(accepted > Self.count / 5 && accepted < Self.count * 4 / 5)
  }
}
