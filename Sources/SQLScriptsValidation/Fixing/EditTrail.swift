import SQLScriptsDiagnostics

/// Finds where the text at a place was before several rounds of edits.
///
/// A search takes logarithmic time, because a large file has many findings and many edits.
struct EditTrail {
  private struct Step {
    /// Where the replacement is after the edits of its round.
    let range: Range<Int>
    /// Where it was before them.
    let origin: Int
    /// The number of bytes by which the text after it was moved.
    let shift: Int
  }

  private var rounds: [[Step]] = []

  /// Adds edits that were applied together.
  mutating func add(_ edits: [FixIt.Edit]) {
    var shift = 0
    let sorted = edits.sorted { $0.span.range.lowerBound < $1.span.range.lowerBound }
    rounds.append(
      sorted.map { edit in
        let old = edit.span.range
        let start = old.lowerBound + shift
        let count = edit.replacement.utf8.count
        shift += count - old.count
        return Step(range: start..<start + count, origin: old.lowerBound, shift: shift)
      })
  }

  /// Where the text at a place was before the first round.
  func origin(of place: Int) -> Int {
    rounds.reversed().reduce(place) { place, steps in
      let next = steps.prefixCount { $0.range.lowerBound < place }
      guard next > 0 else { return place }
      let step = steps[next - 1]
      return place < step.range.upperBound ? step.origin : place - step.shift
    }
  }
}

extension Array {
  /// The number of elements at the start that fulfill a condition. No element after one that does not may fulfill
  /// it.
  func prefixCount(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
