import SQLScriptsAuthoring

/// A form that the page has sent: the change, and the answers to questions.
struct FormCall {
  let script: Int64
  let change: FormChange
  let answers: [FormAnswer]
  /// The numbers of the statements that the form replaces; nil if it adds some at the end.
  let items: [Int]?
  /// Whether they go into a new update after the script, which must be the last one.
  let isNewUpdate: Bool
  /// Whether the statements are added, not only shown.
  let isApplied: Bool

  init(_ body: CallBody) throws(EditorProblem) {
    script = try body.required("script", \.integer)
    change = try FormChange(body.required("change") { $0 })
    answers = try body.list("answers", FormAnswer.init) ?? []
    isNewUpdate = try body.optional("newUpdate", \.bool) ?? false
    // Without its numbers, the form of a step would add another one.
    let items = try body.optional("items") { $0.all(\.int) }
    self.items = isNewUpdate ? nil : items
    isApplied = try body.optional("apply", \.bool) ?? false
  }
}

extension FormAnswer {
  fileprivate init(_ body: CallBody) throws(EditorProblem) {
    self.init(
      question: try body.required("question", \.string), answer: try body.required("answer", \.int),
      value: try body.optional("value", \.string), sql: try body.optional("sql", \.string))
  }
}

extension FormChange {
  fileprivate init(_ body: CallBody) throws(EditorProblem) {
    let text = { (name: String) throws(EditorProblem) in try body.required(name, \.string) }
    switch try text("kind") {
    case "createTable":
      self = .createTable(name: try text("name"), columns: try Self.columns(body))
    case "changeTable":
      let table = try text("table")
      self = .changeTable(
        table, name: try body.optional("name", \.string) ?? table,
        columns: try Self.columns(body))
    case "dropTable": self = .dropTable(try text("table"))
    case "addIndex":
      self = .addIndex(
        table: try text("table"), columns: try body.required("columns") { $0.all(\.string) },
        isUnique: try body.optional("unique", \.bool) ?? false)
    case "dropIndex": self = .dropIndex(name: try text("name"))
    case "fillValues":
      self = .fillValues(
        table: try text("table"), column: try text("column"),
        to: try FormInput(body.required("to") { $0 }),
        where: try FormRows(body.required("where") { $0 }))
    case "deleteRows":
      self = .deleteRows(
        table: try text("table"), where: try FormRows(body.required("where") { $0 }))
    case "addRow":
      var values: [String: FormInput] = [:]
      for (name, value) in try body.optional("values", \.object) ?? [] {
        values[name] = try FormInput(value)
      }
      self = .addRow(table: try text("table"), values: values)
    default: throw .malformed
    }
  }

  private static func columns(_ body: CallBody) throws(EditorProblem) -> [FormColumn] {
    guard let columns = try body.list("columns", FormColumn.init) else { throw .malformed }
    return columns
  }
}

extension FormColumn {
  fileprivate init(_ body: CallBody) throws(EditorProblem) {
    self.init(
      was: try body.optional("was", \.string), name: try body.required("name", \.string),
      type: try body.required("type") { $0.string.flatMap { FormType(rawValue: $0) } },
      sqlType: try body.optional("sqlType", \.string),
      isRequired: try body.optional("required", \.bool) ?? false,
      default: try body["default"].map { (value) throws(EditorProblem) in try FormInput(value) },
      isUnique: try body.optional("unique", \.bool) ?? false,
      isKey: try body.optional("key", \.bool) ?? false,
      belongsTo: try body["belongsTo"].map { (value) throws(EditorProblem) in
        try FormReference(value)
      })
  }
}

extension FormReference {
  fileprivate init(_ body: CallBody) throws(EditorProblem) {
    let action = try body.optional("onDelete") { $0.string.flatMap { Action(rawValue: $0) } }
    self.init(table: try body.required("table", \.string), onDelete: action ?? .refuse)
  }
}

extension FormInput {
  fileprivate init(_ body: CallBody) throws(EditorProblem) {
    if let sql = try body.optional("sql", \.string) {
      self = .sql(sql)
    } else {
      self = .value(try body.required("value", \.string))
    }
  }
}

extension FormRows {
  fileprivate init(_ body: CallBody) throws(EditorProblem) {
    switch body.string {
    case "all": self = .all
    case "empty": self = .empty
    default:
      let column = try body.required("column", \.string)
      if let isFilled = try body.optional("filled", \.bool) {
        self = .filled(column: column, isFilled)
      } else {
        self = .having(column: column, try FormInput(body.required("is") { $0 }))
      }
    }
  }
}
