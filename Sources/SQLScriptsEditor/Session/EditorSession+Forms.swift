import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension EditorSession {
  /// Answers a form: with questions, with the statements that it would make, or with the changed script.
  func form(_ body: CallBody) async throws(EditorProblem) -> JSONText {
    let call = try FormCall(body)
    let file = try call.isNewUpdate ? newUpdate(after: call.script) : editable(call.script)
    var step: EditorStep?
    if let items = call.items { step = try self.step(items, of: call.script) }
    let result = try result(of: call, insteadOf: step)
    guard result.questions.isEmpty, !result.statements.isEmpty else {
      return Self.json(result, sentences: [])
    }
    try checkGuards(result, of: call)
    let first = if let step { step.numbers.lowerBound } else { try statements(of: file) + 1 }
    let bytes = try writing(result, to: file, insteadOf: step)
    guard call.isApplied else {
      let made = first..<first + result.statements.count
      return Self.json(result, sentences: sentences(of: file.with(bytes), made))
    }
    if step != nil, bytes == (try? file.content.bytes()) {
      return Self.json(.nothing, sentences: [])
    }
    guard let step else { return await change(file, to: bytes, item: first) }
    let form = try? form(of: step, in: call.script)
    let names = form.map { FormNewNames(from: $0.change, to: call.change) } ?? FormNewNames()
    let adapted = adapted(step, to: result.statements, names, bytes, of: file)
    return await change(file, to: bytes, item: first, orAdapted: adapted)
  }

  /// The queries that guard a script run before its first statement, so they must mean the same there.
  private func checkGuards(_ result: FormResult, of call: FormCall) throws(EditorProblem) {
    guard !call.isNewUpdate, let schema = formSchema?.schema,
      let start = check?.entries[call.script]?.rehearsed?.before,
      let table = result.table(checkedIn: schema, butOtherIn: start)
    else { return }
    let isLast = call.items == nil && call.script == check?.order.last
    let next = isLast ? try? nextUpdate(for: "", nil).version : nil
    throw EditorProblem(
      .refused,
      "the check of the rows has to run before all steps of this update, but an earlier step changes what it reads in “\(table)”; put this change into a new update",
      [.init("newUpdate", .integer(next))])
  }

  /// The new update of a form, which the form alone creates. Without it, nothing is left of the update.
  private func newUpdate(after id: Int64) throws(EditorProblem) -> ScriptFile {
    guard id == check?.order.last else {
      throw EditorProblem(
        .refused, "another update was added meanwhile; close this form and open it again")
    }
    return try newUpdate(for: "", nil)
  }

  private func result(
    of call: FormCall, insteadOf step: EditorStep?
  ) throws(EditorProblem) -> FormResult {
    guard let library = check?.library else { throw .malformed }
    do {
      let settings = try library.settings()
      return try call.change.result(
        on: try schema(for: call.script, before: step, library), answers: call.answers,
        sqlite: Targets(settings).binding?.sqlite ?? .running, standIns: StandIns(settings))
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
  private func schema(
    for id: Int64, before step: EditorStep?, _ library: ScriptLibrary
  ) throws -> SchemaSnapshot {
    let place = step?.numbers.lowerBound
    if let known = formSchema, known.revision == revision, known.script == id, known.step == place {
      return known.schema
    }
    let schema =
      try step.map { try self.schema(before: $0, of: id, library) } ?? schema(after: id, library)
    formSchema = (revision, id, place, schema)
    return schema
  }

  /// The schema after a script, with the triggers in the order of their creation.
  func schema(after id: Int64, _ library: ScriptLibrary) throws -> SchemaSnapshot {
    // The rehearsal knows it, also if another script has an error, but not the order of triggers.
    if let check, !check.isProvisional, let script = check.entries[id]?.rehearsed,
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

  /// The script with the statements and queries of a form, at its end or instead of a step with its queries.
  private func writing(
    _ result: FormResult, to file: ScriptFile, insteadOf step: EditorStep?
  ) throws(EditorProblem) -> [UInt8] {
    var bytes: [UInt8]
    do throws(EditedScript.Refusal) {
      let edited = try edited(file)
      bytes =
        if let step {
          try edited.replacing(step.numbers, with: result.statements)
        } else {
          try edited.inserting(result.statements, before: edited.count + 1)
        }
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
    if let step {
      bytes = try removingIdleChecks(bytes, of: file)
      bytes = try removing(checks(of: step, in: file).subtracting(result.require), bytes, of: file)
    }
    do throws(EditedScript.Refusal) {
      let edited = try edited(file.with(bytes))
      let known = Set(edited.requirements)
      return try edited.requiring(result.require.filter { !known.contains($0) })
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }

  private func statements(of file: ScriptFile) throws(EditorProblem) -> Int {
    do throws(EditedScript.Refusal) {
      return try edited(file).count
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }

  func edited(_ file: ScriptFile) throws(EditedScript.Refusal) -> EditedScript {
    guard let bundle = check?.library.bundle, let source = try? bundle.source(of: file) else {
      throw .unreadable
    }
    return try EditedScript(file, source, bundle.read(file, in: source).script)
  }

  /// What the new statements do, in words.
  private func sentences(of file: ScriptFile, _ made: Range<Int>) -> [Sentence] {
    let entry = entry(of: file, with: (try? file.content.bytes()) ?? [])
    return (entry?.description?.sentences ?? []).filter { sentence in
      sentence.items.contains(where: made.contains)
    }
  }

  private static func json(_ result: FormResult, sentences: [Sentence]) -> JSONText {
    let isNothing = result.statements.isEmpty && result.questions.isEmpty
    let strings = { (texts: [String]) in JSONText.array(texts.map { .string($0) }) }
    return .object([
      .init("statements", strings(result.statements)), .init("require", strings(result.require)),
      .init("sentences", .array(sentences.map(\.words.json))),
      .init("questions", .array(result.questions.map(\.json))),
      .init("message", .string(isNothing ? "nothing to do: the table is already like this" : nil)),
    ])
  }
}

extension FormQuestion {
  fileprivate var json: JSONText {
    let answers = answers.map { answer -> JSONText in
      .object([
        .init("words", .string(answer.words)),
        .init("needs", .string(answer.needsExpression ? "expression" : nil)),
        .init("example", .string(answer.example)),
        .init("suggestion", .string(answer.suggestion)),
      ])
    }
    return .object([
      .init("id", .string(id)), .init("text", .string(text)),
      .init("type", .string(type?.rawValue)), .init("answers", .array(answers)),
    ])
  }
}
