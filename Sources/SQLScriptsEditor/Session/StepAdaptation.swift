import SQLScriptsAuthoring
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The steps after one that was changed or deleted, written anew for the tables that there are now.
///
/// The forms that made them are made again. All other statements stay as they are, and have to run.
struct StepAdaptation {
  /// The new statements of steps, in the order of the script, with those of the first one.
  private(set) var changes: [(numbers: ClosedRange<Int>, statements: [String])]
  /// The queries of the forms, before and now.
  private(set) var oldChecks: Set<String> = []
  private(set) var newChecks: [String] = []

  /// Nil if a later step cannot be made for these tables.
  ///
  /// - Parameters:
  ///   - step: the step that was changed or deleted.
  ///   - statements: its new statements.
  ///   - names: what it names differently now.
  ///   - known: the forms of the later steps.
  init?(
    of step: EditorStep, to statements: [String], _ names: FormNewNames,
    in script: RehearsedScript, _ known: [EditorSession.KnownStep], before: SchemaSnapshot,
    sqlite: SQLiteVersion, _ standIns: StandIns
  ) {
    changes = [(step.numbers, statements)]
    guard
      var schema = try? WantedUpdate.snapshot(after: statements, from: before, standIns),
      let last = script.statements.last?.number
    else { return nil }
    var next = step.numbers.upperBound + 1
    while next <= last {
      let found = known.first {
        $0.step.numbers.lowerBound == next && $0.form != nil
          && EditorStep($0.step.numbers, in: script) == $0.step
      }
      guard let later = found?.step ?? EditorStep(next...next, in: script) else { return nil }
      var texts = later.statements
      if let form = found?.form {
        guard let change = form.change.rebased(from: later.before, to: schema, names),
          let result = try? change.result(
            on: schema, answers: form.answers.map { names.answer($0, of: form.change) },
            sqlite: sqlite, standIns: standIns),
          result.questions.isEmpty, !result.statements.isEmpty
        else { return nil }
        texts = result.statements
        changes.append((later.numbers, texts))
        oldChecks.formUnion(form.require)
        newChecks += result.require
      }
      guard let after = try? WantedUpdate.snapshot(after: texts, from: schema, standIns) else {
        return nil
      }
      schema = after
      next = later.numbers.upperBound + 1
    }
  }
}
