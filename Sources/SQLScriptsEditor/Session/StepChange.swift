import SQLScriptsAuthoring

/// Statements of a script that are replaced, deleted, moved or added, after which later ones may not fit.
struct StepChange: Sendable {
  let script: Int64
  /// The numbers of the old statements, in ascending order; none if new ones are added.
  let numbers: [Int]
  /// Those that replace them; then the old ones are neighbors.
  var statements: [String] = []
  /// The number of the statement before which the old ones move, or the new ones are added; nil if the old ones are
  /// replaced, and for the end.
  var target: Int?
  /// What has another name now.
  var names = FormNewNames()
  /// The script afterwards.
  var bytes: [UInt8]

  var isMove: Bool { target != nil && !numbers.isEmpty }

  /// The number of the first statement that changes, or before which one comes; nil for the end.
  var first: Int? { [numbers.first, target].compactMap { $0 }.min() }

  /// The numbers that later statements have afterwards.
  func numbers(now later: ClosedRange<Int>) -> ClosedRange<Int> {
    let place = { number in
      guard isMove, let target else {
        return number + statements.count - numbers.count { $0 < number }
      }
      return EditorSteps.moved(numbers, before: target).place(of: number) ?? number
    }
    let first = place(later.lowerBound)
    return first...max(first, place(later.upperBound))
  }
}
