import SQLScriptsScratch
import SQLScriptsTorture

/// A part whose cases are drawn from the seed, each independently of the others, so that `--case` can repeat one of
/// them alone.
protocol DrawnPart {
  /// Mistakes that can be made on purpose. The checks of the part must notice each one.
  associatedtype Mistake: CaseIterable & RawRepresentable where Mistake.RawValue == String

  /// The name of the part, with which its cases begin.
  static var name: String { get }

  /// The number of cases in a run without a time limit.
  static var most: Int { get }

  /// The steps of the case so far, for the report of an error.
  var story: [String] { get set }

  init(_ scenarios: [Scenario], in top: Folder) throws

  /// Runs one case.
  ///
  /// - Parameter mistake: a mistake to make on purpose; nil for none.
  /// - Returns: the error; nil for none.
  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String?
}

extension DrawnPart {
  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    var part = try Self(scenarios, in: top)
    for number in 1...most where counts.goesOn {
      let id = "\(name):\(number)"
      guard counts.wants(id) else { continue }
      counts.count(
        id, part.attempt(number, seed: counts.seed, nil), part.story.joined(separator: "; "))
    }
  }

  /// Makes each mistake in several cases. At least one of them must report an error.
  static func control(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    var part = try Self(scenarios, in: top)
    for mistake in Mistake.allCases {
      let id = "controls:\(name)-\(mistake.rawValue)"
      guard counts.wants(id) else { continue }
      let isFound = (1...cases).contains { part.attempt($0, seed: counts.seed, mistake) != nil }
      counts.count(id, isFound ? nil : "nobody notices the mistake in \(cases) cases")
    }
  }

  /// Not every case allows every mistake.
  private static var cases: Int { 60 }

  private mutating func attempt(_ number: Int, seed: UInt64, _ mistake: Mistake?) -> String? {
    var random = SeededGenerator(state: seed &* 1_000_003 &+ UInt64(number))
    story = []
    do {
      return try violation(&random, mistake)
    } catch {
      return "\(error)"
    }
  }
}

extension SeededGenerator {
  /// Returns true with this probability.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick<Element>(_ first: Element, _ others: Element...) -> Element {
    others.randomElement(using: &self).map { chance(100 / (others.count + 1)) ? first : $0 }
      ?? first
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
