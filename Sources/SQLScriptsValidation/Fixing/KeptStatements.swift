import SQLScriptsDiagnostics
import SQLScriptsFiles

/// The statements of a script that are not corrected, because their corrections cause errors.
struct KeptStatements {
  /// The rounds that keep no other statements than those with an error. A later round doubles the number of others, so
  /// that many statements that fail one after another do not need as many rehearsals.
  static let exactRounds = 4

  /// The statements of the script.
  private let ranges: [Range<Int>]
  private var kept: Set<Int> = []
  private var rounds = 0
  private(set) var reason: Fixer.Refusal.Reason

  init(of file: ScriptFile, in source: SourceFile, _ reason: Fixer.Refusal.Reason) {
    ranges = Self.ranges(of: file, in: source)
    self.reason = reason
  }

  /// The statements of a text of a script.
  static func ranges(of file: ScriptFile, in source: SourceFile) -> [Range<Int>] {
    let script = ScriptBundle(scripts: []).read(file, in: source).script
    return script.map { script in
      ListedStatement.all(of: script).map { script.span(of: $0.range).range }
    } ?? []
  }

  /// A finding, and where its statement was before any was corrected.
  typealias Placed = (finding: Diagnostic, place: Int)

  var count: Int { kept.count }

  func contains(_ place: Int) -> Bool {
    ranges.statement(at: place).map(kept.contains) ?? false
  }

  /// Keeps each corrected statement that has more errors of a kind than before. Returns false if there is none.
  mutating func add(corrected: [Placed], before: [Placed], after: [Placed]) -> Bool {
    var ids: [Int: Set<String>] = [:]
    for (finding, place) in corrected {
      if let statement = ranges.statement(at: place) {
        ids[statement, default: []].insert(finding.id)
      }
    }
    var counts: [Int: [String: Int]] = [:]
    for (findings, sign) in [(before, -1), (after, 1)] {
      for (finding, place) in findings where finding.severity == .error {
        guard let statement = ranges.statement(at: place) else { continue }
        counts[statement, default: [:]][finding.id, default: 0] += sign
      }
    }
    let failing = ids.keys.filter { counts[$0]?.values.contains { $0 > 0 } ?? false }
    guard let last = failing.max() else { return false }
    kept.formUnion(failing)
    rounds += 1
    guard rounds > Self.exactRounds else { return true }
    let mistakes = ids[last] ?? []
    let later = ids.keys.filter { $0 > last && !mistakes.isDisjoint(with: ids[$0] ?? []) }
    kept.formUnion(later.sorted().prefix(1 << min(rounds - Self.exactRounds, 30)))
    return true
  }
}

extension [Range<Int>] {
  /// The index of the range that contains a place. The ranges are sorted.
  func statement(at place: Int) -> Int? {
    let index = prefixCount { $0.upperBound <= place }
    return index < count && self[index].contains(place) ? index : nil
  }
}
