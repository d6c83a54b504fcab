import SQLScriptsDescription

extension BundleDescription.Entry {
  /// The numbers of the statements that one card of the page shows: those that share a sentence, in ascending order.
  var groups: [[Int]] {
    let numbers = rehearsed?.statements.map(\.number) ?? []
    var leaders = Dictionary(numbers.map { ($0, $0) }) { first, _ in first }
    func leader(of number: Int) -> Int? {
      guard var leader = leaders[number] else { return nil }
      while let next = leaders[leader], next != leader { leader = next }
      return leader
    }
    for sentence in description?.sentences ?? [] {
      let found = sentence.items.compactMap(leader)
      guard let first = found.min() else { continue }
      for other in found { leaders[other] = first }
    }
    let groups = Dictionary(grouping: Set(numbers)) { leader(of: $0) ?? $0 }
    return groups.values.map { $0.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}

extension [Int] {
  /// Whether ascending numbers follow each other.
  var isRange: Bool { first.map { self == Array($0..<$0 + count) } ?? false }
}
