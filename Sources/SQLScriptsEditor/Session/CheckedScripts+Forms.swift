import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension CheckedScripts {
  /// Answers a form.
  func outcome(
    of call: FormCall, in file: ScriptFile
  ) async throws(EditorProblem) -> FormOutcome {
    var step: EditorStep?
    if let items = call.items { step = try self.step(items, of: call.script) }
    let form = step.flatMap { try? self.form(of: $0, in: call.script) }
    // Others may have written the step in another way than the form would.
    if let form, form.change == call.change, form.answers == call.answers, call.isApplied {
      return .shown(FormResult.nothing.json())
    }
    let result = try result(of: call, insteadOf: step, form)
    guard result.questions.isEmpty, !result.statements.isEmpty else {
      return .shown(result.json())
    }
    try checkGuards(result, of: call, insteadOf: step)
    let first = if let step { step.numbers.lowerBound } else { try statements(of: file) + 1 }
    let bytes = try await writing(result, to: file, insteadOf: step, form)
    guard call.isApplied else {
      let made = first..<first + result.statements.count
      let entry = entry(of: file, with: bytes)
      let description = entry.description
      let sentences = (description?.sentences ?? []).filter {
        $0.items.contains(where: made.contains)
      }
      let losses = (try? schema(for: call.script, before: step)).map {
        call.change.losses(
          in: description?.samples ?? [], from: $0, start: entry.rehearsed?.before ?? $0)
      }
      return .shown(
        result.json(sentences, losses: losses ?? [], problems: entry.problems(of: made)))
    }
    if step != nil, bytes == (try? file.content.bytes()) {
      return .shown(FormResult.nothing.json())
    }
    let names = form.map { FormNewNames(from: $0.change, to: call.change) }
    let change = StepChange(
      script: call.script, numbers: step.map { Array($0.numbers) } ?? [],
      statements: result.statements, names: names ?? FormNewNames(of: call.change),
      bytes: bytes)
    return .made(change, item: first)
  }

  /// The queries that guard a script run before its first statement, so they must mean the same there.
  private func checkGuards(
    _ result: FormResult, of call: FormCall, insteadOf step: EditorStep?
  ) throws(EditorProblem) {
    guard !call.isNewUpdate, let schema = try? schema(for: call.script, before: step),
      let script = check.entries[call.script]?.rehearsed
    else { return }
    let earlier = script.statements.filter { statement in
      step.map { statement.number < $0.numbers.lowerBound } ?? true
    }
    guard
      let table = result.table(checkedIn: schema, butOtherIn: script.before, before: earlier)
    else { return }
    let isLast = call.items == nil && call.script == check.order.last
    let next = isLast ? try? library.nextUpdate(for: "", nil).version : nil
    throw EditorProblem(
      .refused,
      "the check of the rows has to run before all steps of this update, but an earlier step changes what it reads in “\(table)”; put this change into a new update",
      [.init("newUpdate", .integer(next))])
  }

  private func result(
    of call: FormCall, insteadOf step: EditorStep?, _ form: FormStep?
  ) throws(EditorProblem) -> FormResult {
    do {
      let settings = try library.settings()
      let schema = try schema(for: call.script, before: step)
      let script = check.entries[call.script]?.rehearsed
      let empty =
        call.isNewUpdate ? [] : script?.emptyTables(before: step?.numbers.lowerBound) ?? []
      let made = { (change: FormChange, answers: [FormAnswer]) in
        try change.result(
          on: schema, emptyTables: empty, answers: answers,
          sqlite: Targets(settings).binding?.sqlite ?? .running, standIns: StandIns(settings))
      }
      let result = try made(call.change, call.answers)
      guard let step, let form, case let indexes = step.laterIndexes.union(form.omitted),
        !indexes.isEmpty
      else { return result }
      return result.without(indexes, insteadOf: try made(form.change, form.answers))
    } catch let refusal as FormRefusal {
      throw EditorProblem(
        .refused, refusal.message, [.init("field", .string(refusal.field))])
    } catch is MigrationFailure {
      throw EditorProblem(
        .refused,
        "the scripts do not run up to here, so the tables are not known; correct the errors first")
    } catch let problem as EditorProblem {
      throw problem
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }

  /// The schema that a form starts from: after a script, or before a step of it.
  private func schema(for id: Int64, before step: EditorStep?) throws -> SchemaSnapshot {
    let number = step?.numbers.lowerBound
    let place = FormMemory.Place(revision: revision, script: id, statement: number)
    return try forms.schema(at: place) {
      let statements = check.entries[id]?.rehearsed?.statements ?? []
      let first = statements.first { $0.number == number }
      return try first.map { try schema(before: $0, of: id) } ?? schema(after: id)
    }
  }

  /// The schema after a script, with the triggers in the order of their creation.
  func schema(after id: Int64) throws -> SchemaSnapshot {
    // The rehearsal knows it, also if another script has an error, but not the order of triggers.
    if !check.isProvisional, let script = check.entries[id]?.rehearsed,
      script.isComplete, script.after.triggerCount < 2
    {
      return script.after
    }
    var bundle = library.bundle
    bundle.updates.removeAll { $0.kind.version > id }
    let database = try BundleDatabase(
      ScriptLibrary(bundle, sharing: library), StandIns(try library.settings()))
    return try WantedUpdate.snapshot(of: database.connection)
  }

  private func statements(of file: ScriptFile) throws(EditorProblem) -> Int {
    do throws(EditedScript.Refusal) {
      return try edited(file).count
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }
}
