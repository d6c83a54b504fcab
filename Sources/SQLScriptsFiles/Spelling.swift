/// Finds the word that somebody probably meant.
package enum Spelling {
  /// The candidate that is nearest to a word, if it is near enough to be a typo: one edit in a short word, two from six
  /// letters on. Words of one or two letters are other words with another letter. Case is ignored.
  package static func closest(to word: String, among candidates: [String]) -> String? {
    let count = word.unicodeScalars.count
    let limit = count < 6 ? 1 : 2
    // Each additional or missing letter is an edit, so most candidates are ruled out by their length.
    let scored = candidates.lazy
      .filter { abs($0.unicodeScalars.count - count) <= limit && !areOtherWords(word, $0) }
      .map { (word: $0, distance: distance(word, $0)) }
    guard let best = scored.min(by: { $0.distance < $1.distance }), best.distance <= limit else {
      return nil
    }
    return best.word
  }

  /// Whether words are too short for a difference to be a typo: of one letter, which is not only doubled, or of two others.
  private static func areOtherWords(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.lowercased().unicodeScalars, right.lowercased().unicodeScalars)
    switch min(left.count, right.count) {
    case 0, 1: return left.isEmpty || right.isEmpty || Set(left).union(right).count > 1
    case 2: return left.count == right.count && left.sorted() != right.sorted()
    default: return false
    }
  }

  /// The nearest candidate, if no other one is as near, so that there is no doubt.
  package static func onlyClosest(to word: String, among candidates: [String]) -> String? {
    guard let best = closest(to: word, among: candidates) else { return nil }
    let nearest = distance(word, best)
    return candidates.contains { $0 != best && distance(word, $0) <= nearest } ? nil : best
  }

  /// The number of letters to add, remove, change or swap with their neighbor.
  package static func distance(_ left: String, _ right: String) -> Int {
    // A long text is not a typo of a short word, and its table would be large.
    let left = left.prefix(64).lowercased().unicodeScalars.map(\.value)
    let right = right.prefix(64).lowercased().unicodeScalars.map(\.value)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, a) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, b) in right.enumerated() {
        var cost = min(last[column] + (a == b ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, a == right[column - 1], left[row - 1] == b {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
