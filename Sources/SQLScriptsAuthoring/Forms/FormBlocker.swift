import SQLScripts
import SQLScriptsSQL
import SQLScriptsSchema

/// A view or trigger that would not work any more after a change of a form, and what can be done about it.
struct FormBlocker {
  let key: SchemaHealth.Key
  /// The statement that creates it.
  let sql: String
  private let message: String
  /// The view without the columns that it can no longer read; nil if it needs more than these.
  private let remaining: ViewColumns?

  /// Nil if no statement creates it.
  ///
  /// - Parameters:
  ///   - message: why it does not work, in the words of SQLite.
  ///   - creations: what creates the schema that the form wants.
  ///   - scratch: a database in which they have run without texts in double quotes.
  ///   - texts: the texts that have been in double quotes before.
  init?(
    _ key: SchemaHealth.Key, _ message: String, among creations: FormCreations,
    _ scratch: FormScratch, _ texts: QuotedTexts
  ) {
    guard let sql = creations[key] else { return nil }
    (self.key, self.sql, self.message) = (key, sql, message)
    let columns = key.kind == .view ? ViewColumns(sql) : nil
    remaining = columns?.readable(in: scratch) { texts.strict($0, key) }
  }

  /// The answer that keeps the view comes first.
  var question: FormQuestion {
    let keeping = remaining.map { view in
      "create the view again without its column\(view.removed.count > 1 ? "s" : "") "
        + view.removed.map { "“\($0)”" }.list("and")
    }
    let answers = [keeping, "delete the \(key.kind), too"].compactMap { $0 }
    return FormQuestion(
      id: "broken\(key.kind == .view ? "View" : "Trigger") \(key.name)",
      text: "The \(key.kind) “\(key.name)” \(reason).",
      answers: answers)
  }

  private var reason: String {
    switch SQLiteMessage(message) {
    case .noSuchColumn(let column): "uses “\(column.lastName)”, which will be gone"
    case .noSuch(.table, let table): "uses “\(table.lastName)”, which will be gone"
    default: "would not work any more: \(message)"
    }
  }

  /// What creates it after an answer, nil if nothing does; `.none` if there is no such answer.
  func creation(after answer: Int) -> String?? {
    guard question.answers.indices.contains(answer) else { return .none }
    return .some(answer == 0 ? remaining?.sql : nil)
  }
}
