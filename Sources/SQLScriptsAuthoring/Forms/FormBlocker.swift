import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A view or trigger that would not work any more after a change of a form, and what can be done about it.
struct FormBlocker {
  let name: String
  /// The statement that creates it.
  let sql: String
  private let isView: Bool
  private let message: String
  /// The view without the columns that it can no longer read; nil if it needs more than these.
  private let remaining: ViewColumns?

  /// Nil if no statement creates it.
  ///
  /// - Parameters:
  ///   - message: why it does not work, in the words of SQLite.
  ///   - statements: what creates the schema that the form wants.
  ///   - scratch: a database in which they have run.
  ///   - quotedText: whether it has a text in double quotes.
  init?(
    _ name: SQLName, _ message: String, among statements: [String], _ scratch: FormScratch,
    quotedText: Bool
  ) {
    let found = statements.lazy.compactMap { sql -> (sql: String, isView: Bool, name: String)? in
      let text = SQLText(sql)
      guard let created = text.created, created.kind == .view || created.kind == .trigger,
        let own = text.createdName, SQLName(own) == name
      else { return nil }
      return (sql, created.kind == .view, own)
    }
    guard let found = found.first else { return nil }
    (sql, isView, self.name, self.message) = (found.sql, found.isView, found.name, message)
    remaining = isView ? ViewColumns(sql)?.readable(in: scratch, quotedText: quotedText) : nil
  }

  private var kind: String { isView ? "view" : "trigger" }

  /// The answer that keeps the view comes first.
  var question: FormQuestion {
    let keeping = remaining.map { view in
      "create the view again without \(view.removed.map { "“\($0)”" }.list("and"))"
    }
    let answers = [keeping, "delete the \(kind), too"].compactMap { $0 }
    return FormQuestion(
      id: "broken\(isView ? "View" : "Trigger") \(name)",
      text: "The \(kind) “\(name)” \(reason).",
      answers: answers)
  }

  private var reason: String {
    switch SQLiteMessage(message) {
    case .noSuchColumn(let column): "uses “\(column.lastName)”, which will be gone"
    case .noSuch(.table, let table): "uses “\(table.lastName)”, which will be gone"
    default: "would not work any more: \(message)"
    }
  }

  /// What creates the schema after an answer; nil if there is no such answer.
  func statements(_ statements: [String], after answer: Int) -> [String]? {
    guard question.answers.indices.contains(answer) else { return nil }
    if let remaining, answer == 0 { return statements.map { $0 == sql ? remaining.sql : $0 } }
    return statements.filter { other in
      let text = SQLText(other)
      // The triggers of a view go with it.
      return other != sql && !(isView && text.tableOfTrigger?.isSameName(as: name) == true)
    }
  }
}

extension SQLText {
  /// The table or view of CREATE TRIGGER.
  fileprivate var tableOfTrigger: String? {
    guard let created, created.kind == .trigger,
      let on = outerIndex(of: "ON", from: created.name.end),
      let table = qualifiedName(at: on + 1)
    else { return nil }
    return name(table.name)
  }
}
