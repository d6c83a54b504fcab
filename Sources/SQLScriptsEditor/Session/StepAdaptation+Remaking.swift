import SQLScriptsAuthoring
import SQLScriptsSQL
import SQLScriptsSchema

extension StepAdaptation {
  /// A step that its form makes again.
  struct Remake: Sendable {
    let numbers: ClosedRange<Int>
    let statements: [String]
    /// The queries of the form, before and now.
    let oldChecks: [String]
    let newChecks: [String]
  }

  /// Makes the form of the next step again, and runs it. The form may have made the indexes after it, too; then they have
  /// run in both databases.
  mutating func remake(
    _ rest: ArraySlice<StepUnit>, from start: (old: SchemaSnapshot, new: SchemaSnapshot)
  ) -> (made: Remake, units: Int, isOther: Bool)? {
    guard let first = rest.first else { return nil }
    let indexes = rest.dropFirst().prefix(EditorStep.mostIndexes)
      .prefix { $0.isIndex && $0.canHaveForm && $0.script == first.script }
    var steps = [
      EditorStep(first.numbers, first.texts, from: start.old, to: old.schema)
    ]
    for index in indexes {
      guard let last = steps.last, index.numbers.lowerBound == last.numbers.upperBound + 1,
        (try? old.run(index.replay)) != nil
      else { break }
      steps.append(
        EditorStep(
          last.numbers.lowerBound...index.numbers.upperBound, last.statements + index.texts,
          from: start.old, to: old.schema))
    }
    for (count, step) in steps.enumerated().reversed() {
      let require = require[first.script] ?? []
      let form =
        known.step(like: step, of: first.script, require).map(\.form)
        ?? step.form(require, targets.sqlite, targets.standIns)
      guard let form, let result = result(of: form, from: start),
        (try? new.run(result.statements.map { FormReplay.Statement($0) })) != nil
      else {
        if count > 0 { old.takeBack() }
        continue
      }
      let isOther =
        result.statements.map { CanonicalSQL($0) } != step.statements.map { CanonicalSQL($0) }
      let made = Remake(
        numbers: step.numbers, statements: result.statements, oldChecks: form.require,
        newChecks: result.require)
      return (made, count + 1, isOther)
    }
    return nil
  }

  private func result(
    of form: FormStep, from start: (old: SchemaSnapshot, new: SchemaSnapshot)
  ) -> FormResult? {
    guard let change = form.change.rebased(from: start.old, to: start.new, names) else {
      return nil
    }
    switch change {
    case .dropTable(let name) where start.new[name] == nil: return .nothing
    case .dropIndex(let name) where start.new.table(ofIndex: name) == nil: return .nothing
    default: break
    }
    let empty = Set(form.emptyTables.map { SQLName(names.table($0.text)) })
    let make = {
      [targets]
      (
        change: FormChange, schema: SchemaSnapshot, emptyTables: Set<SQLName>,
        answers: [FormAnswer]
      ) in
      try? change.result(
        on: schema, emptyTables: emptyTables, answers: answers, sqlite: targets.sqlite,
        standIns: targets.standIns)
    }
    let answers = form.answers.map { names.answer($0, of: form.change) }
    guard let result = make(change, start.new, empty, answers), result.questions.isEmpty else {
      return nil
    }
    guard !form.omitted.isEmpty,
      let old = make(form.change, start.old, form.emptyTables, form.answers)
    else {
      return result
    }
    return result.without(form.omitted, insteadOf: old)
  }
}
