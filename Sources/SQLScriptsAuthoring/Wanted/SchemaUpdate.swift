import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// The statements that lead from one schema to another, for a database with rows.
///
/// Nothing that could lose rows is guessed. What the schemas do not say is asked, and all questions come before any
/// statement. SQLite itself decides what ALTER TABLE can do: each change is tried on the empty schema, and if the result
/// is not the wanted table, the table is rebuilt.
package enum SchemaUpdate: Sendable {
  /// Nothing differs.
  case none
  case questions([SchemaQuestion])
  case statements(UpdateStatements)

  /// - Parameters:
  ///   - old: the schema of the database. Its triggers are in the order of their creation.
  ///   - wanted: the wanted schema, likewise.
  ///   - rebuilt: a table that is rebuilt even if nothing differs.
  ///   - sqlite: the oldest SQLite that runs the statements.
  ///   - standIns: what stands in for the functions of the app.
  /// - Throws: `SchemaRefusal` for an answer that makes no sense, and for a change that cannot be made; `SQLiteError` if
  ///   SQLite fails outside the statements.
  package static func make(
    from old: SchemaSnapshot, to wanted: SchemaSnapshot,
    answers given: SchemaAnswers = SchemaAnswers(),
    rebuilding rebuilt: String? = nil, sqlite: SQLiteVersion = .running, standIns: StandIns = .none
  ) throws -> SchemaUpdate {
    let isSame = SchemaDifference(from: old, to: wanted).isEmpty
    var answers: CheckedAnswers
    do throws(SchemaRefusal) {
      answers = try CheckedAnswers(given, old, wanted)
    } catch {
      // Somebody may run the command again, after its update was written.
      if isSame, case .unknown = error { return .none }
      throw error
    }
    // A rename that only changes the case of letters is no difference.
    let asksForLetters =
      answers.answers.renamedTables.contains { $0.key == $0.value }
      || answers.answers.renamedColumns.contains { $0.key.column == $0.value }
    if isSame, rebuilt == nil, !asksForLetters { return .none }
    var questions = answers.openQuestions
    // The questions about a table that may have been renamed depend on the answer.
    guard questions.isEmpty else { return .questions(questions) }
    let draft = try SchemaDraft(old, answers, standIns)
    answers.useNames(of: draft)
    var tables: [TableUpdate] = []
    for name in draft.snapshot.names {
      guard let now = draft.snapshot[name], let then = wanted[name], now.kind == .table,
        then.kind == .table
      else { continue }
      let isRebuilt = rebuilt?.isSameName(as: now.name) ?? false
      let update = TableUpdate(
        now, then, draft, wanted, answers.answers, rebuilds: isRebuilt, sqlite: sqlite)
      questions += update.questions
      tables.append(update)
    }
    guard questions.isEmpty else { return .questions(questions) }
    let update = try UpdateStatements(old, wanted, draft, tables, answers, sqlite: sqlite)
    guard update.dropsDependents, let before = InPlaceUpdate(old, draft, tables, answers, standIns)
    else { return .statements(update) }
    // Those that are still different changed themselves.
    switch try make(from: before.result, to: wanted, sqlite: sqlite, standIns: standIns) {
    case .none: return .statements(update.replaced(by: before.statements))
    case .questions: return .statements(update)
    case .statements(let rest):
      return .statements(update.replaced(by: before.statements + rest.statements))
    }
  }
}
