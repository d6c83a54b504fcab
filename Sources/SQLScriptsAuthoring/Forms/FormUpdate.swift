import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The way from a schema to the one that a form wants, with the answers of its author.
struct FormUpdate {
  let old: SchemaSnapshot
  let sqlite: SQLiteVersion
  let standIns: StandIns
  /// The tables that have no rows on any device.
  var emptyTables: Set<SQLName> = []
  /// What the form itself says.
  var known = SchemaAnswers()

  /// - Parameters:
  ///   - statements: what creates the wanted schema.
  ///   - given: the answers to questions that were asked before.
  ///   - check: checks the wanted schema.
  mutating func result(
    creating statements: [String], _ given: [FormAnswer],
    check: (SchemaSnapshot) throws -> Void = { _ in }
  ) throws -> FormResult {
    let (wanted, before): (SchemaSnapshot, FormUpdate)
    var drops: [String] = []
    do {
      var creations = FormCreations(statements)
      var scratch = try FormScratch(statements, standIns)
      var texts: QuotedTexts?
      var blockers = try blockers(scratch, creations, &texts)
      var settled: Set<String> = []
      while !blockers.isEmpty {
        let asked = Dictionary(blockers.map { ($0.question.id, $0) }) { first, _ in first }
        var answered: [SchemaHealth.Key: String?] = [:]
        for (place, answer) in given.enumerated() {
          guard let blocker = asked[answer.question] else { continue }
          guard settled.insert(answer.question).inserted,
            case .some(let new) = blocker.creation(after: answer.answer)
          else { throw FormRefusal("choose one of the answers", field: "answers[\(place)]") }
          answered.updateValue(new, forKey: blocker.key)
          guard new == nil else { continue }
          let name = blocker.key.name
          // In an answer, the name of a trigger could also be that of a table.
          if blocker.key.kind == .trigger, old[name] != nil {
            drops.append("DROP TRIGGER \(name.quotedName)")
          } else {
            known.dropped.insert(SchemaPlace(name.text))
          }
        }
        if answered.isEmpty { return FormResult(questions: blockers.map(\.question)) }
        creations = creations.replacing(answered)
        scratch = try FormScratch(creations.statements, standIns)
        blockers = try self.blockers(scratch, creations, &texts)
      }
      wanted = try scratch.schema
      let rest = try drops.isEmpty ? old : FormScratch(old.creations() + drops, standIns).schema
      before = FormUpdate(
        old: rest, sqlite: sqlite, standIns: standIns, emptyTables: emptyTables, known: known)
    } catch let error as SQLiteError {
      throw FormRefusal(error)
    }
    try check(wanted)
    var result = try before.result(to: wanted, given)
    if result.questions.isEmpty { result.statements = drops + result.statements }
    return result
  }

  /// The views and triggers that the change breaks. Those that only use another one of them come once that one is settled.
  ///
  /// A column in double quotes that is gone would be taken for a text. So texts in double quotes are only allowed where
  /// they have been before.
  ///
  /// - Parameter texts: those, once they are needed.
  private func blockers(
    _ scratch: FormScratch, _ creations: FormCreations, _ texts: inout QuotedTexts?
  ) throws(SQLiteError) -> [FormBlocker] {
    guard try !scratch.broken(quotedText: false).isEmpty else { return [] }
    if texts == nil { texts = try QuotedTexts(of: old, standIns) }
    guard let known = texts else { return [] }
    let strict = try FormScratch(creations.strict(known), standIns)
    let all = try strict.broken(quotedText: false).sorted { $0.key < $1.key }.compactMap {
      key, message in
      known.broken.contains(key) ? nil : FormBlocker(key, message, among: creations, strict, known)
    }
    let views = Set(all.map(\.key).filter { $0.kind == .view }.map(\.name))
    let first = all.filter { blocker in
      !MentionedNames(blocker.sql).names.contains { name in
        views.contains(SQLName(name)) && SQLName(name) != blocker.key.name
      }
    }
    return first.isEmpty ? all : first
  }

  func result(to wanted: SchemaSnapshot, _ given: [FormAnswer]) throws -> FormResult {
    var answers = known
    answers.emptyTables = emptyTables
    var left = given
    var places: [String: Int] = [:]
    while true {
      let update: SchemaUpdate
      do {
        update = try SchemaUpdate.make(
          from: old, to: wanted, answers: answers, sqlite: sqlite, standIns: standIns)
      } catch let refusal as SchemaRefusal {
        throw FormRefusal(refusal.description, field: Self.field(of: refusal, given))
      } catch let error as SQLiteError {
        throw FormRefusal(error)
      }
      switch update {
      case .none: return FormResult()
      case .statements(let update):
        return FormResult(statements: update.statements, require: update.guards)
      case .questions(let questions):
        var isAnswered = false
        for question in questions {
          let id = FormQuestion.id(of: question)
          guard let index = left.firstIndex(where: { $0.question == id }) else { continue }
          let answer = left.remove(at: index)
          let place = given.firstIndex(of: answer) ?? 0
          places[id] = place
          try take(answer, to: question, &answers, wanted, field: "answers[\(place)]")
          isAnswered = true
        }
        if isAnswered { continue }
        if let place = questions.lazy.compactMap({ places[FormQuestion.id(of: $0)] }).first {
          throw FormRefusal(
            "this would give every row the same value, even the rows that fit; use the column in the calculation",
            field: "answers[\(place)]")
        }
        return FormResult(questions: Self.merged(questions, wanted))
      }
    }
  }

  private func take(
    _ answer: FormAnswer, to question: SchemaQuestion, _ answers: inout SchemaAnswers,
    _ wanted: SchemaSnapshot, field: String
  ) throws(FormRefusal) {
    guard question.answers.indices.contains(answer.answer) else {
      throw FormRefusal("choose one of the answers", field: field)
    }
    let chosen = question.answers[answer.answer]
    var expression: String?
    if case .fill(let suggestion) = chosen.choice, answer.input != nil || suggestion == nil {
      let column = question.place.column.flatMap { wanted[question.place.table]?.column($0.text) }
      guard let column, let input = answer.input else {
        throw FormRefusal("enter a value for the existing rows", field: field)
      }
      expression = try input.sql(for: column, field: field)
    }
    answers.take(chosen, to: question, expression: expression)
  }

  /// The questions with one of each id. The answer to one question about the values of a column answers the others.
  private static func merged(
    _ questions: [SchemaQuestion], _ wanted: SchemaSnapshot
  ) -> [FormQuestion] {
    var merged: [FormQuestion] = []
    for question in questions.map({ FormQuestion($0, in: wanted) }) {
      if let index = merged.firstIndex(where: { $0.id == question.id }) {
        merged[index].text += " " + question.text
      } else {
        merged.append(question)
      }
    }
    return merged
  }

  private static func field(of refusal: SchemaRefusal, _ given: [FormAnswer]) -> String? {
    guard case .wrongExpression(let place, _) = refusal else { return nil }
    return given.firstIndex { $0.question.hasSuffix(" \(place.text)") }.map { "answers[\($0)]" }
  }
}
