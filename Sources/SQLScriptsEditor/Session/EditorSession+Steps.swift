import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsReport
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension EditorSession {
  /// A step that a form can change.
  struct KnownStep: Sendable {
    let step: EditorStep
    let form: FormStep?
  }

  /// The steps of a script that a form can change, for the groups of statements that a page shows as one.
  ///
  /// The result for another revision is empty, because the page asks again after each change.
  func steps(_ body: CallBody) async throws(EditorProblem) -> JSONText {
    let none: JSONText = ["steps": []]
    guard let id = body["script"]?.integer, let groups = body["groups"]?.all({ $0.all(\.int) })
    else { throw .malformed }
    guard body["revision"]?.int == revision, (try? editable(id)) != nil,
      let script = check?.entries[id]?.rehearsed, let settings = try? check?.library.settings()
    else { return none }
    let (known, sqlite) = (knownSteps[id] ?? [], Targets(settings).binding?.sqlite ?? .running)
    // There may be hundreds, and the session always answers.
    let found = await Task.detached {
      Self.steps(groups, of: script, known, sqlite, StandIns(settings))
    }.value
    knownSteps[id] = found
    let ranges = Set(found.filter { $0.form != nil }.map(\.step.numbers))
    return [
      "steps": .array(
        ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
          .map { .array($0.map { .int($0) }) })
    ]
  }

  private static func steps(
    _ groups: [[Int]], of script: RehearsedScript, _ known: [KnownStep], _ sqlite: SQLiteVersion,
    _ standIns: StandIns
  ) -> [KnownStep] {
    let require = script.script.require.map { script.script.text($0.text) }
    let old = Dictionary(known.map { ($0.step.statements, $0) }) { first, _ in first }
    var found: [KnownStep] = []
    for group in groups {
      guard let first = group.first, let last = group.last, last - first + 1 == group.count else {
        continue
      }
      for step in EditorStep.all(from: first...last, in: script) {
        // The checks of rows come and go with other steps.
        let same = old[step.statements].flatMap {
          require.isEmpty && $0.step.before == step.before && $0.step.after == step.after ? $0 : nil
        }
        let form = same.map(\.form) ?? step.form(require, sqlite, standIns)
        found.append(KnownStep(step: step, form: form))
        if form != nil { break }
      }
    }
    return found
  }

  /// A step as the form that makes it, with the tables before it.
  func readStep(_ body: CallBody) throws(EditorProblem) -> JSONText {
    guard let id = body["script"]?.integer, let numbers = body["items"]?.all(\.int) else {
      throw .malformed
    }
    _ = try editable(id)
    let step = try step(numbers, of: id)
    let form = try form(of: step, in: id)
    let tables = step.before.names.compactMap { step.before[$0] }.filter { $0.kind == .table }
    return [
      "change": form.change.json, "answers": .array(form.answers.map(\.json)),
      "tables": .array(tables.map(\.json)),
    ]
  }

  /// The form that makes a step.
  func form(of step: EditorStep, in id: Int64) throws(EditorProblem) -> FormStep {
    guard let script = check?.entries[id]?.rehearsed?.script,
      let settings = try? check?.library.settings(),
      let form = step.form(
        script.require.map { script.text($0.text) }, Targets(settings).binding?.sqlite ?? .running,
        StandIns(settings))
    else { throw EditorProblem(.refused, "no form can express this step; edit its SQL") }
    return form
  }

  /// Neighboring statements that all run.
  func step(_ numbers: [Int], of id: Int64) throws(EditorProblem) -> EditorStep {
    guard let first = numbers.first, let last = numbers.last, first <= last else {
      throw .malformed
    }
    // A card may have steps that others lie between, which do not belong to it.
    guard numbers == Array(first...last) else {
      throw EditorProblem(.refused, "these steps are not next to each other, so edit their SQL")
    }
    guard let script = check?.entries[id]?.rehearsed,
      let step = EditorStep(first...last, in: script)
    else { throw EditorProblem(.refused, "this step does not run, so edit its SQL") }
    return step
  }

  /// The schema before a step, with the triggers in the order of their creation.
  func schema(
    before step: EditorStep, of id: Int64, _ library: ScriptLibrary
  ) throws -> SchemaSnapshot {
    guard step.before.triggerCount > 1, let entry = check?.entries[id], let all = entry.rehearsed
    else { return step.before }
    let start = try entry.previous.map { try schema(after: $0.kind.version, library) }
    let earlier = all.statements.filter {
      $0.number < step.numbers.lowerBound && $0.succeeded && $0.changesSchema
    }
    return try WantedUpdate.snapshot(
      after: earlier.map(\.text), from: start ?? SchemaSnapshot(), StandIns(library.settings()))
  }
}
