import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension FormChange {
  /// The statements that make the change while all views and triggers work.
  func resultOfWorking(
    _ schema: SchemaSnapshot, emptyTables: Set<SQLName>, _ answers: [FormAnswer],
    _ sqlite: SQLiteVersion, _ standIns: StandIns
  ) throws -> FormResult {
    var update = FormUpdate(
      old: schema, sqlite: sqlite, standIns: standIns, emptyTables: emptyTables)
    do {
      switch self {
      case .createTable(let name, let columns):
        let table = try FormTable(name, columns, in: schema)
        return try update.result(creating: schema.creations() + table.statements, answers)
      case .changeTable(let table, let name, let columns):
        let table = try SchemaEdit.table(table, in: schema)
        var change = FormTableChange(table, name, columns, in: schema, standIns)
        let statements = try change.statements()
        update.known = change.answers
        return try update.result(creating: statements, answers) { try change.check($0) }
      case .dropTable(let name):
        let drop = try FormTableDrop(name, in: schema, answers)
        if !drop.questions.isEmpty { return FormResult(questions: drop.questions) }
        update.known = drop.answers
        return try update.result(creating: drop.creations, answers) { try drop.check($0) }
      case .addIndex(let table, let columns, let isUnique):
        let index = try Self.index(of: table, columns, isUnique, in: schema)
        return try update.result(creating: schema.creations() + [index], answers)
      case .dropIndex(let name):
        guard
          let index = schema.table(ofIndex: name)?.indexes
            .first(where: { $0.name.isSameName(as: name) })
        else { throw FormRefusal("there is no index “\(name)”", field: "name") }
        guard index.origin == .created else {
          throw FormRefusal(
            "“\(name)” belongs to a UNIQUE or PRIMARY KEY constraint of its table", field: "name")
        }
        update.known.dropped = [SchemaPlace(index.name)]
        return try update.result(
          creating: schema.creations(without: [SQLName(index.name)]), answers)
      case .fillValues, .deleteRows, .addRow:
        return FormResult(statements: [try FormRowsChange(schema, standIns).statement(of: self)])
      }
    } catch let refusal as SchemaEdit.Refusal {
      throw FormRefusal(refusal)
    }
  }

  private static func index(
    of name: String, _ columns: [String], _ isUnique: Bool, in schema: SchemaSnapshot
  ) throws -> String {
    let table = try SchemaEdit.table(name, in: schema)
    guard !columns.isEmpty else { throw FormRefusal("choose a column", field: "columns") }
    var names: [String] = []
    for (place, column) in columns.enumerated() {
      guard let found = table.column(exactly: column)?.name else {
        throw FormRefusal(
          "“\(table.name)” has no column “\(column)”", field: "columns[\(place)]")
      }
      if names.contains(found) {
        throw FormRefusal("“\(found)” is named twice", field: "columns[\(place)]")
      }
      names.append(found)
    }
    let same = table.indexes.first { index in
      index.columns.map { SQLName($0 ?? "") } == names.map { SQLName($0) } && !index.isPartial
        && index.isUnique == isUnique
    }
    if let same {
      throw FormRefusal(
        "“\(table.name)” has such an index already: “\(same.name)”", field: "columns")
    }
    let list = names.map(\.formName).joined(separator: ", ")
    return "CREATE \(isUnique ? "UNIQUE " : "")INDEX "
      + FormNames.index(table.name, names, in: schema).formName
      + " ON \(table.name.formName) (\(list))"
  }
}
