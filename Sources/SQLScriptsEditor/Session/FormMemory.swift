import SQLScripts
import SQLScriptsFiles
import SQLScriptsSchema

/// What forms have found out, for the next call.
final class FormMemory: Sendable {
  /// A state of the tables in which forms begin.
  struct Place: Sendable, Hashable {
    let revision: Int
    let script: Int64
    /// The statement before which it is; nil for the end of the script.
    let statement: Int?
  }

  private struct Contents {
    var schema: (place: Place, schema: SchemaSnapshot)?
    var steps: [Int64: (require: [String], steps: [KnownStep])] = [:]
  }

  /// The settings with which it was found out; nil if they have a mistake.
  let settings: BundleSettings?
  private let contents = Lock(Contents())

  init(for settings: BundleSettings?) { self.settings = settings }

  /// The schema at a place, which does not change while a form is open.
  func schema(at place: Place, _ make: () throws -> SchemaSnapshot) rethrows -> SchemaSnapshot {
    let known = contents.withLock { $0.schema }
    if let known, known.place == place { return known.schema }
    let schema = try make()
    contents.withLock { $0.schema = (place, schema) }
    return schema
  }

  /// The steps of a script as they were looked for last, if it had the same checks of rows then.
  func steps(of script: Int64, _ require: [String]) -> [KnownStep] {
    let known = contents.withLock { $0.steps[script] }
    return known?.require == require ? known?.steps ?? [] : []
  }

  /// The same step, which also begins and ends with the same tables; nil if it was not looked for.
  func step(like step: EditorStep, of script: Int64, _ require: [String]) -> KnownStep? {
    steps(of: script, require).first { $0.step.isSame(as: step) }
  }

  func keep(_ steps: [KnownStep], of script: Int64, _ require: [String]) {
    contents.withLock { $0.steps[script] = (require, steps) }
  }
}
