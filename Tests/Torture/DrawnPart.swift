import SQLScriptsScratch
import SQLScriptsTorture

/// A part whose cases are drawn from the seed, each independently of the others, so that `--case` can repeat one of
/// them alone.
protocol DrawnPart {
  /// Mistakes that can be made on purpose. The checks of the part must notice each of them.
  associatedtype Mistake: CaseIterable & RawRepresentable where Mistake.RawValue == String

  /// The name of the part, with which its cases begin.
  static var name: String { get }

  /// The number of cases in a run without a time limit.
  static var most: Int { get }

  /// The steps of the case so far, for the report of an error.
  var story: [String] { get set }

  init(_ situations: [Situation], in top: Folder) throws

  /// Runs one case.
  ///
  /// - Parameter mistake: a mistake to make on purpose; nil for none.
  /// - Returns: the error; nil for none.
  mutating func complaint(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String?
}

extension DrawnPart {
  static func run(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    var part = try Self(situations, in: top)
    for number in 1...most where figures.goesOn {
      let id = "\(name):\(number)"
      guard figures.wants(id) else { continue }
      figures.count(
        id, part.attempt(number, seed: figures.seed, nil), part.story.joined(separator: "; "))
    }
  }

  /// Makes each mistake in several cases. At least one of them must report an error.
  static func control(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    var part = try Self(situations, in: top)
    for mistake in Mistake.allCases {
      let id = "controls:\(name)-\(mistake.rawValue)"
      guard figures.wants(id) else { continue }
      let isFound = (1...cases).contains { part.attempt($0, seed: figures.seed, mistake) != nil }
      figures.count(id, isFound ? nil : "nobody notices the mistake in \(cases) cases")
    }
  }

  /// Not every case allows every mistake.
  private static var cases: Int { 60 }

  private mutating func attempt(_ number: Int, seed: UInt64, _ mistake: Mistake?) -> String? {
    var random = SeededGenerator(state: seed &* 1_000_003 &+ UInt64(number))
    story = []
    do {
      return try complaint(&random, mistake)
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
