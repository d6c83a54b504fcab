import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Neighboring statements of a script between two states of the schema, by their numbers.
struct EditorStep: Sendable, Hashable {
  let numbers: ClosedRange<Int>
  let statements: [String]
  let before: SchemaSnapshot
  let after: SchemaSnapshot

  /// A form that adds a table also adds an index for each reference.
  static let mostIndexes = 8

  /// Nil if they did not all run, depend on a condition, or are not neighbors.
  init?(_ numbers: ClosedRange<Int>, in script: RehearsedScript) {
    let all = script.statements.filter { numbers.contains($0.number) }
    guard all.map(\.number) == Array(numbers), let first = all.first, let last = all.last,
      all.allSatisfy({ $0.succeeded && script.script.options(of: $0.item)?.onlyIf == nil })
    else { return nil }
    self.numbers = numbers
    statements = all.map(\.text)
    (before, after) = (first.before, last.after)
  }

  init(
    _ numbers: ClosedRange<Int>, _ statements: [String], from before: SchemaSnapshot,
    to after: SchemaSnapshot
  ) {
    (self.numbers, self.statements, self.before, self.after) = (numbers, statements, before, after)
  }

  /// The step with the indexes that may have been added with it, and all shorter ones, the longest first.
  static func all(from numbers: ClosedRange<Int>, in script: RehearsedScript) -> [EditorStep] {
    var steps = EditorStep(numbers, in: script).map { [$0] } ?? []
    guard !steps.isEmpty else { return [] }
    for last in (numbers.upperBound + 1..<numbers.upperBound + 1 + mostIndexes) {
      guard let step = EditorStep(numbers.lowerBound...last, in: script),
        let added = step.statements.last.map({ SQLText($0) }), added.created?.kind == .index
      else { break }
      steps.append(step)
    }
    return steps.reversed()
  }

  /// Whether another step does the same, whatever its numbers.
  func isSame(as other: EditorStep) -> Bool {
    statements == other.statements && before == other.before && after == other.after
  }

  /// The form that makes exactly this step; nil if there is none.
  func form(_ require: [String], _ sqlite: SQLiteVersion, _ standIns: StandIns) -> FormStep? {
    FormStep(
      statements, require: require, from: before, to: after, sqlite: sqlite, standIns: standIns)
  }
}
