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
    guard let script = body["script"]?.integer,
      let change = body["change"].flatMap(FormChange.init),
      let answers = (body["answers"]?.all(FormAnswer.init)) ?? (body["answers"] == nil ? [] : nil)
    else { throw .malformed }
    (self.script, self.change, self.answers) = (script, change, answers)
    isNewUpdate = body["newUpdate"]?.bool ?? false
    let items = body["items"]?.all(\.int)
    // Without its numbers, the form of a step would add another one.
    guard items != nil || body["items"] == nil else { throw .malformed }
    self.items = isNewUpdate ? nil : items
    isApplied = body["apply"]?.bool ?? false
  }
}

extension FormAnswer {
  fileprivate init?(_ body: CallBody) {
    guard let question = body["question"]?.string, let answer = body["answer"]?.int else {
      return nil
    }
    self.init(
      question: question, answer: answer, value: body["value"]?.string, sql: body["sql"]?.string)
  }
}

extension FormChange {
  fileprivate init?(_ body: CallBody) {
    let table = body["table"]?.string
    let columns = body["columns"]?.all(FormColumn.init)
    switch (body["kind"]?.string, table) {
    case ("createTable", _):
      guard let name = body["name"]?.string, let columns else { return nil }
      self = .createTable(name: name, columns: columns)
    case ("changeTable", let table?):
      guard let columns else { return nil }
      self = .changeTable(table, name: body["name"]?.string ?? table, columns: columns)
    case ("dropTable", let table?): self = .dropTable(table)
    case ("addIndex", let table?):
      guard let columns = body["columns"]?.all(\.string) else { return nil }
      self = .addIndex(table: table, columns: columns, isUnique: body["unique"]?.bool ?? false)
    case ("dropIndex", _):
      guard let name = body["name"]?.string else { return nil }
      self = .dropIndex(name: name)
    case ("fillValues", let table?):
      guard let column = body["column"]?.string, let input = body["to"].flatMap(FormInput.init),
        let rows = body["where"].flatMap(FormRows.init)
      else { return nil }
      self = .fillValues(table: table, column: column, to: input, where: rows)
    case ("deleteRows", let table?):
      guard let rows = body["where"].flatMap(FormRows.init) else { return nil }
      self = .deleteRows(table: table, where: rows)
    case ("addRow", let table?):
      var values: [String: FormInput] = [:]
      for (name, value) in body["values"]?.members ?? [] {
        guard let input = FormInput(value) else { return nil }
        values[name] = input
      }
      self = .addRow(table: table, values: values)
    default: return nil
    }
  }
}

extension FormColumn {
  fileprivate init?(_ body: CallBody) {
    guard let name = body["name"]?.string,
      let type = body["type"]?.string.flatMap({ FormType(rawValue: $0) })
    else { return nil }
    var reference: FormReference?
    if let other = body["belongsTo"] {
      guard let table = other["table"]?.string,
        let action = FormReference.Action(rawValue: other["onDelete"]?.string ?? "refuse")
      else { return nil }
      reference = FormReference(table: table, onDelete: action)
    }
    self.init(
      was: body["was"]?.string, name: name, type: type, sqlType: body["sqlType"]?.string,
      isRequired: body["required"]?.bool ?? false, default: body["default"].flatMap(FormInput.init),
      isUnique: body["unique"]?.bool ?? false, isKey: body["key"]?.bool ?? false,
      belongsTo: reference)
  }
}

extension FormInput {
  fileprivate init?(_ body: CallBody) {
    if let sql = body["sql"]?.string {
      self = .sql(sql)
    } else if let value = body["value"]?.string {
      self = .value(value)
    } else {
      return nil
    }
  }
}

extension FormRows {
  fileprivate init?(_ body: CallBody) {
    switch body.string {
    case "all": self = .all
    case "empty": self = .empty
    default:
      guard let column = body["column"]?.string, let input = body["is"].flatMap(FormInput.init)
      else { return nil }
      self = .having(column: column, input)
    }
  }
}
