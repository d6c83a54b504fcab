import SQLScriptsSchema

/// What became of the statements of a script in one change.
struct StepNumbers: Sendable {
  let script: Int64
  let steps: EditorSteps
  /// The old numbers of those that have another text now.
  private let rewritten: Set<Int>

  init(script: Int64, steps: EditorSteps, from before: [String], to after: [String]) {
    (self.script, self.steps) = (script, steps)
    rewritten = Set(
      before.indices.map { $0 + 1 }.filter { number in
        guard let place = steps.place(of: number), after.indices.contains(place - 1) else {
          return false
        }
        return !after[place - 1].hasSameBytes(as: before[number - 1])
      })
  }

  /// The steps that an edit deletes although their texts are others now, as an edit with their old numbers; nil if there
  /// are none.
  func rewritten(by edit: EditorEdit) -> EditorEdit? {
    guard case .remove(script, let numbers) = edit else { return nil }
    let changed = numbers.filter(rewritten.contains)
    return changed.isEmpty ? nil : .remove(script: script, statements: changed)
  }
}
