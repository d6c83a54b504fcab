import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDescription
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension CheckedScripts {
  /// The most rows of one card that are looked at one by one.
  private static let mostRows = 50

  /// The steps of a script that were tried, with the forms that make them.
  func steps(of entry: BundleDescription.Entry) async -> [KnownStep] {
    guard let script = entry.rehearsed, let (sqlite, standIns) = targets else { return [] }
    let id = script.script.file.kind.version
    let require = script.script.require.map { script.script.text($0.text) }
    let known = forms.steps(of: id, require)
    let old = Dictionary(known.map { ($0.step.statements, $0) }) { first, _ in first }
    let changing = Set(script.statements.filter(\.changesSchema).map(\.number))
    var found: [KnownStep] = []
    /// Returns whether a form makes them.
    func look(from numbers: ClosedRange<Int>) -> Bool {
      for step in EditorStep.all(from: numbers, in: script) {
        let same = old[step.statements].flatMap { known in
          known.step.isSame(as: step) && known.step.emptyTables == step.emptyTables ? known : nil
        }
        let form = same.map(\.form) ?? step.form(require, sqlite, standIns)
        found.append(KnownStep(step: step, form: form))
        if form != nil { return true }
      }
      return false
    }
    for group in entry.groups where group.isRange {
      // Rows that are told together are still added one by one. What changes tables is one step, or none.
      let isForm = look(from: group[0]...group[group.count - 1])
      if !isForm, (2...Self.mostRows).contains(group.count), changing.isDisjoint(with: group) {
        for number in group {
          _ = look(from: number...number)
          await Task.yield()
        }
      }
      // There may be hundreds, and as few processors as tasks.
      await Task.yield()
    }
    forms.keep(found, of: id, require)
    return found
  }

  /// The form that makes a step.
  func form(of step: EditorStep, in id: Int64) throws(EditorProblem) -> FormStep {
    guard let script = check.entries[id]?.rehearsed?.script, let (sqlite, standIns) = targets,
      let form = step.form(
        script.require.map { script.text($0.text) }, sqlite, standIns)
    else { throw EditorProblem(.refused, "no form can express this step; edit its SQL") }
    return form
  }

  /// Neighboring statements that all run.
  func step(_ numbers: [Int], of id: Int64) throws(EditorProblem) -> EditorStep {
    guard let first = numbers.first, let last = numbers.last, first <= last else {
      throw .malformed
    }
    // A card may have steps that others lie between, which do not belong to it.
    guard numbers.elementsEqual(first...last) else {
      throw EditorProblem(.refused, "these steps are not next to each other, so edit their SQL")
    }
    guard let script = check.entries[id]?.rehearsed,
      let step = EditorStep(first...last, in: script)
    else { throw EditorProblem(.refused, "this step does not run, so edit its SQL") }
    return step
  }

  /// The schema before a statement, with the triggers in the order of their creation.
  func schema(before statement: RehearsedStatement, of id: Int64) throws -> SchemaSnapshot {
    guard statement.before.triggerCount > 1, let entry = check.entries[id],
      let all = entry.rehearsed
    else { return statement.before }
    let start = try entry.previous.map { try schema(after: $0.kind.version) }
    let earlier = all.statements.filter {
      $0.number < statement.number && $0.succeeded && $0.changesSchema
    }
    return try WantedUpdate.snapshot(
      after: earlier.map(\.text), from: start ?? SchemaSnapshot(), StandIns(library.settings()))
  }
}
