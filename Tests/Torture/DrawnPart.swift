import SQLScriptsScratch
import SQLScriptsTorture

/// A part whose cases are drawn from the seed, each independently of the others: `--case` repeats one of them without
/// those before it.
protocol DrawnPart {
  /// What can be done wrong on purpose. The checks of the part must notice each.
  associatedtype Mistake: CaseIterable & RawRepresentable where Mistake.RawValue == String

  /// The part's name, with which its cases begin.
  static var name: String { get }

  /// How many cases a run without a time limit tries.
  static var most: Int { get }

  /// What the case did so far, for the report of a bad one.
  var story: [String] { get set }

  init(_ situations: [Situation], in top: Folder) throws

  /// Runs one case.
  ///
  /// - Parameter mistake: what to do wrong; nil for nothing.
  /// - Returns: what is wrong afterwards; nil for nothing.
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

  /// Makes each mistake in some cases: one of them must turn out bad.
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

  /// Not every case gives an opportunity for every mistake.
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
  /// Whether something with this probability happens.
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func pick<Element>(_ first: Element, _ others: Element...) -> Element {
    others.randomElement(using: &self).map { chance(100 / (others.count + 1)) ? first : $0 }
      ?? first
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
