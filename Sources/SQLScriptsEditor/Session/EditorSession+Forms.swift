import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsSchema
import SQLScriptsValidation

extension EditorSession {
  /// Answers a form: with questions, with the statements that it would add, or with the changed script.
  func form(_ body: CallBody) async throws(EditorProblem) -> JSONText {
    let call = try FormCall(body)
    let file = try editable(call.script)
    let result = try result(of: call)
    guard result.questions.isEmpty, !result.statements.isEmpty else {
      return Self.json(result, sentences: [])
    }
    try checkGuards(result, of: call)
    let bytes = try adding(result, to: file)
    let first = try statements(of: file) + 1
    if call.isApplied { return await change(file, to: bytes, item: first) }
    return Self.json(result, sentences: sentences(of: file.with(bytes), from: first))
  }

  /// The queries that guard a script run before its first statement, so they must mean the same there.
  private func checkGuards(_ result: FormResult, of call: FormCall) throws(EditorProblem) {
    guard let schema = formSchema?.schema,
      let start = check?.entries[call.script]?.rehearsed?.before,
      let table = result.table(checkedIn: schema, butOtherIn: start)
    else { return }
    throw EditorProblem(
      .refused,
      "the check of the rows has to run before all steps of this update, but an earlier step changes what it reads in “\(table)”; put this change into a new update",
      [.init("newUpdate", .bool(call.script == check?.order.last))])
  }

  private func result(of call: FormCall) throws(EditorProblem) -> FormResult {
    guard let library = check?.library else { throw .malformed }
    do {
      let settings = try library.settings()
      return try call.change.result(
        on: try schema(after: call.script, library), answers: call.answers,
        sqlite: Targets(settings).binding?.sqlite ?? .running, standIns: StandIns(settings))
    } catch let refusal as FormRefusal {
      throw EditorProblem(
        .refused, refusal.message, [.init("field", .string(refusal.field))])
    } catch let failure as MigrationFailure {
      throw EditorProblem(
        .refused,
        "the scripts do not run up to here, so the tables are not known: \(failure.summary)")
    } catch let problem as EditorProblem {
      throw problem
    } catch {
      throw EditorProblem(.refused, "\(error)")
    }
  }

  /// The schema after a script, with the triggers in the order of their creation.
  private func schema(after id: Int64, _ library: ScriptLibrary) throws -> SchemaSnapshot {
    if let known = formSchema, known.revision == revision, known.script == id {
      return known.schema
    }
    var bundle = library.bundle
    bundle.updates.removeAll { $0.kind.version > id }
    let database = try BundleDatabase(
      ScriptLibrary(bundle, sharing: library), StandIns(try library.settings()))
    let schema = try WantedUpdate.snapshot(of: database.connection)
    formSchema = (revision, id, schema)
    return schema
  }

  private func adding(
    _ result: FormResult, to file: ScriptFile
  ) throws(EditorProblem) -> [UInt8] {
    do throws(EditedScript.Refusal) {
      let edited = try edited(file)
      let bytes = try edited.inserting(result.statements, before: edited.count + 1)
      guard !result.require.isEmpty else { return bytes }
      return try self.edited(file.with(bytes)).requiring(result.require)
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
  private func sentences(of file: ScriptFile, from first: Int) -> [Sentence] {
    let entry = entry(of: file, with: (try? file.content.bytes()) ?? [])
    return (entry?.description?.sentences ?? []).filter { sentence in
      sentence.items.contains { $0 >= first }
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
