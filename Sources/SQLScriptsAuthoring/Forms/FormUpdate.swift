import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The way from a schema to the one that a form wants, with the answers of its author.
struct FormUpdate {
  let old: SchemaSnapshot
  let sqlite: SQLiteVersion
  let standIns: StandIns
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
    let wanted: SchemaSnapshot
    do {
      var statements = statements
      var scratch = try FormScratch(statements, standIns)
      var blockers = try blockers(scratch, statements)
      var settled: Set<String> = []
      while !blockers.isEmpty {
        let answered = given.indices.filter { place in
          blockers.contains { $0.question.id == given[place].question }
        }
        if answered.isEmpty { return FormResult(questions: blockers.map(\.question)) }
        for place in answered {
          guard let blocker = blockers.first(where: { $0.question.id == given[place].question })
          else { continue }
          guard settled.insert(blocker.question.id).inserted,
            let new = blocker.statements(statements, after: given[place].answer)
          else { throw FormRefusal("choose one of the answers", field: "answers[\(place)]") }
          if new.count < statements.count { known.dropped.insert(SchemaPlace(blocker.name)) }
          statements = new
        }
        scratch = try FormScratch(statements, standIns)
        blockers = try self.blockers(scratch, statements)
      }
      wanted = try scratch.schema
    } catch let error as SQLiteError {
      throw FormRefusal(error)
    }
    try check(wanted)
    return try result(to: wanted, given)
  }

  /// The views and triggers that the change breaks. Those that only use another one of them come once that one is settled.
  private func blockers(
    _ scratch: FormScratch, _ statements: [String]
  ) throws(SQLiteError) -> [FormBlocker] {
    // A column in double quotes that is gone would be taken for a text, unless the view has had such a text before.
    let strict = try scratch.broken(quotedText: false)
    guard !strict.isEmpty else { return [] }
    let before = try FormScratch(old.creations(), standIns)
    let strictBefore = try before.broken(quotedText: false)
    let (now, then) = (try scratch.broken(quotedText: true), try before.broken(quotedText: true))
    let all = strict.sorted { $0.key < $1.key }.compactMap { name, message in
      let hasText = strictBefore[name] != nil
      let message = hasText ? then[name] == nil ? now[name] : nil : message
      return message.flatMap {
        FormBlocker(name, $0, among: statements, scratch, quotedText: hasText)
      }
    }
    let names = Set(all.map { SQLName($0.name) })
    let first = all.filter { blocker in
      !MentionedNames(blocker.sql).mention(names.subtracting([SQLName(blocker.name)]))
    }
    return first.isEmpty ? all : first
  }

  func result(to wanted: SchemaSnapshot, _ given: [FormAnswer]) throws -> FormResult {
    var answers = known
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
