import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// A step of a script as the form that makes it, so that somebody can change the step in the form.
///
/// What the statements did to the schema, and what they say about rows, suggests forms. Only one that makes the same
/// statements again counts, so that opening it and applying it changes nothing.
package struct FormStep: Sendable, Hashable {
  package let change: FormChange
  /// The answers to the questions that the form asks.
  package let answers: [FormAnswer]
  /// The queries that it has written into `require`.
  package let require: [String]
  /// The indexes that the form would add for references, and that the step goes without.
  package let omitted: Set<CanonicalSQL>
  /// The tables that have no rows on any device when it runs.
  package let emptyTables: Set<SQLName>

  /// The most results that are made for one step. A form that asks much has many possible answers.
  private static let mostTrials = 40

  /// Nil if no form can make exactly these statements.
  ///
  /// - Parameters:
  ///   - statements: those of the step.
  ///   - require: the queries that must find no row before the script.
  ///   - old: the schema before the step. Its triggers are in the order of their creation.
  ///   - new: the schema after it.
  ///   - emptyTables: the tables that have no rows on any device before the step.
  ///   - indexes: those that were moved to a later place, which the step goes without.
  package init?(
    _ statements: [String], require: [String], from old: SchemaSnapshot, to new: SchemaSnapshot,
    emptyTables: Set<SQLName> = [], without indexes: Set<CanonicalSQL> = [],
    sqlite: SQLiteVersion = .running,
    standIns: StandIns = .none
  ) {
    let bare = statements.map { SQLText($0).withoutEnd }
    let texts = bare.map { SQLText($0) }
    var trial = Trial(
      statements: bare.map { CanonicalSQL($0) }, require: Set(require.map { CanonicalSQL($0) }),
      addition: texts.count == 1 && texts[0].isColumnAddition ? new : nil, indexes: indexes,
      old: old, emptyTables: emptyTables, sqlite: sqlite, standIns: standIns, left: Self.mostTrials)
    self.emptyTables = emptyTables
    let fills = FormFills(texts)
    let forms = FormChange.readings(of: texts, from: old, to: new)
    for change in forms where change.isTypeable {
      guard let (answers, result) = trial.answers(to: change, from: fills) else { continue }
      (self.change, self.answers, self.require) = (change, answers, result.require)
      omitted = trial.omitted(by: result).subtracting(indexes)
      return
    }
    return nil
  }

  /// Looks for the answers with which a form makes the statements.
  private struct Trial {
    let statements: [CanonicalSQL]
    let require: Set<CanonicalSQL>
    /// The schema after a statement that only adds a column, which people write in many ways; nil for others.
    let addition: SchemaSnapshot?
    let indexes: Set<CanonicalSQL>
    let old: SchemaSnapshot
    let emptyTables: Set<SQLName>
    let sqlite: SQLiteVersion
    let standIns: StandIns
    var left: Int

    mutating func answers(
      to change: FormChange, from fills: FormFills, after given: [FormAnswer] = []
    ) -> (answers: [FormAnswer], result: FormResult)? {
      guard left > 0 else { return nil }
      left -= 1
      guard
        let result = try? change.result(
          on: old, emptyTables: emptyTables, answers: given, sqlite: sqlite, standIns: standIns)
      else { return nil }
      guard let question = result.questions.first else {
        return isSame(result) ? (given, result) : nil
      }
      // A question that an answer does not settle would be asked forever.
      guard !given.contains(where: { $0.question == question.id }) else { return nil }
      for (index, choice) in question.answers.enumerated() {
        for input in fills.inputs(for: question, choice) {
          let answer = FormAnswer(question: question.id, answer: index, input)
          if let all = answers(to: change, from: fills, after: given + [answer]) { return all }
        }
      }
      return nil
    }

    /// The indexes that are elsewhere, or nowhere: those for references are advice, which not all authors take.
    func omitted(by result: FormResult) -> Set<CanonicalSQL> {
      let left = result.statements.map { ($0, CanonicalSQL($0)) }.filter { sql, canonical in
        let text = SQLText(sql)
        return text.created?.kind == .index && text.word(1) == "INDEX"
          && !statements.contains(canonical)
      }
      return indexes.union(left.map(\.1))
    }

    private func addsTheSame(_ made: [String]) -> Bool {
      guard let addition, made.count == 1, SQLText(made[0]).isColumnAddition,
        let schema = try? FormScratch(old.creations() + made, standIns).schema
      else { return false }
      return SchemaDifference(from: schema, to: addition).isEmpty
    }

    private func isSame(_ result: FormResult) -> Bool {
      let omitted = omitted(by: result)
      let made = result.statements.filter { !omitted.contains(CanonicalSQL($0)) }
      return (made.map { CanonicalSQL($0) } == statements || addsTheSame(made))
        && require.isSuperset(of: result.require.map { CanonicalSQL($0) })
    }
  }
}

/// The values that a step gives to rows: those of a copy, by column.
struct FormFills {
  private var values: [(column: String, sql: String)] = []

  init(_ statements: [SQLText]) {
    for statement in statements {
      guard let columns = statement.columnList, let verb = statement.verb,
        let select = statement.outerIndex(of: "SELECT", from: verb)
      else { continue }
      let end = statement.outerIndex(of: "FROM", from: select) ?? statement.indices.upperBound
      let parts = statement.parts(of: select + 1..<end)
      for (column, part) in zip(columns, parts) where part.count > 1 {
        values.append((column, statement.source(of: Self.value(in: part, of: statement))))
      }
    }
  }

  /// What there is to fill in for an answer; nil stands for nothing.
  func inputs(for question: FormQuestion, _ choice: FormQuestion.Choice) -> [FormInput?] {
    let known = values.filter { question.id.hasSuffix(".\($0.column)") }
    let inputs = known.map { value in
      question.type.map { FormInput(reading: value.sql, for: $0, "") } ?? .sql(value.sql)
    }
    if choice.needsExpression { return inputs }
    return choice.suggestion == nil ? [nil] : [nil] + inputs
  }

  /// The value in parentheses, or that of `coalesce(name, value)`.
  private static func value(in part: Range<Int>, of statement: SQLText) -> Range<Int> {
    let first = part.lowerBound
    if statement.word(first) == "(" { return first + 1..<part.upperBound - 1 }
    guard statement.word(first) == "COALESCE" else { return part }
    return statement.arguments(first + 1).last ?? part
  }
}

extension SQLText {
  fileprivate var isColumnAddition: Bool {
    word(0) == "ALTER" && outerIndex(of: "ADD") != nil
  }

  /// Without the `;` at the end, and what comes after it.
  fileprivate var withoutEnd: String {
    let count = tokens.reversed().drop { $0.kind == .semicolon }.count
    return source(of: 0..<count)
  }
}

extension FormAnswer {
  fileprivate init(question: String, answer: Int, _ input: FormInput?) {
    self.init(question: question, answer: answer)
    switch input {
    case .value(let text): value = text
    case .sql(let text): sql = text
    case nil: break
    }
  }
}

extension SQLStatement {
  /// The text from the first to the last of some tokens, as it is written.
  func source(of range: Range<Int>) -> String {
    let tokens = tokens[range.clamped(to: indices)]
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return withBytes(of: first.range.lowerBound..<last.range.upperBound) {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
