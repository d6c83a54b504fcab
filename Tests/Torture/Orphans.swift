import MigrationSamples
import SQLScriptsScratch
import SQLScriptsTorture

/// Law 17: random scripts over old foreign key violations of every kind, compared with an oracle that counts them.
struct Orphans: DrawnPart {
  enum Mistake: String, CaseIterable {
    case checksNothing, refusesWhatIsFine, keepsWhatIsRefused
  }

  static let name = "orphans"
  static let most = 20_000

  var story: [String] = []

  init(_ scenarios: [Scenario], in top: Folder) {}

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    let isUnchecked = mistake == .checksNothing
    let hasOldTables = random.chance(50)
    var found: OrphanScenario.Outcome
    let expected: OrphanScenario.Outcome
    if hasOldTables {
      var scenario = OrphanScenario(random, isUnchecked: isUnchecked)
      defer { story = [scenario.words] }
      (found, expected) = try scenario.run()
    } else {
      var scenario = KeyScenario(random, isUnchecked: isUnchecked)
      defer { story = [scenario.words] }
      (found, expected) = try scenario.run()
    }
    switch mistake {
    case .refusesWhatIsFine: found.isAccepted = false
    case .keepsWhatIsRefused where !found.isAccepted: found.content.append("a row")
    case .checksNothing, .keepsWhatIsRefused, nil: break
    }
    guard found != expected else { return nil }
    let (mine, theirs) = (found.content, expected.content)
    return "version \(found.version), accepted \(found.isAccepted), and it should be "
      + "version \(expected.version), accepted \(expected.isAccepted)\(mine == theirs ? "" : ", with other rows")"
  }
}
