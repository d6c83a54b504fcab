import SQLScriptsSQL

extension RandomSchema {
  /// The statements that create it.
  var statements: [String] {
    tables.map(sql) + tables.flatMap { table in indexes(of: table) } + viewStatements
      + tables.flatMap { table in triggers(of: table) }
  }

  private func sql(_ table: Table) -> String {
    var parts: [String] = []
    switch table.key {
    case .alias: parts.append("id INTEGER PRIMARY KEY")
    case .autoincrement: parts.append("id INTEGER PRIMARY KEY AUTOINCREMENT")
    case .text: parts.append("k TEXT PRIMARY KEY")
    case .composite, .none: break
    case .withoutRowID: parts.append("k TEXT NOT NULL PRIMARY KEY")
    }
    parts.append("\(Table.rowName) INTEGER NOT NULL DEFAULT 0")
    for column in table.columns {
      var words = [column.name.quotedName, column.type]
      if column.isNotNull { words.append("NOT NULL") }
      if let value = column.defaultValue { words.append("DEFAULT \(value)") }
      if let check = column.check { words.append("CHECK (\(column.name.quotedName) \(check))") }
      if let collation = column.collation { words.append("COLLATE \(collation)") }
      if let formula = column.formula { words.append("AS (\(formula))") }
      if let parent = column.parent.flatMap(self.table) {
        words.append("REFERENCES \(parent.name.quotedName) (id)\(column.action)")
      }
      parts.append(words.filter { !$0.isEmpty }.joined(separator: " "))
    }
    if table.key == .composite {
      parts.append("PRIMARY KEY (\(Table.rowName), \(table.columns[0].name.quotedName))")
    }
    for unique in table.uniques {
      let names = unique.compactMap { id in table.columns.first { $0.id == id }?.name.quotedName }
      if names.count == unique.count { parts.append("UNIQUE (\(names.joined(separator: ", ")))") }
    }
    let options = [
      table.isStrict ? "STRICT" : nil, table.key == .withoutRowID ? "WITHOUT ROWID" : nil,
    ]
    .compactMap { $0 }.joined(separator: ", ")
    return
      "CREATE TABLE \(table.name.quotedName) (\(table.comment)\(parts.joined(separator: ",\n  "))) \(options)"
  }

  private func indexes(of table: Table) -> [String] {
    table.indexes.compactMap { index in
      guard let column = table.columns.first(where: { $0.id == index.column }) else { return nil }
      let name = column.name.quotedName
      return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name.quotedName) ON "
        + "\(table.name.quotedName) (\(name))"
        + (index.isPartial ? " WHERE \(name) IS NOT NULL" : "")
    }
  }

  private func triggers(of table: Table) -> [String] {
    table.triggers.compactMap { trigger in
      guard let target = self.table(trigger.target) else { return nil }
      return
        "CREATE TRIGGER \(trigger.name.quotedName) AFTER DELETE ON \(table.name.quotedName) BEGIN "
        + "DELETE FROM \(target.name.quotedName) WHERE \(Table.rowName) = -old.\(Table.rowName); END"
    }
  }

  private var viewStatements: [String] {
    views.enumerated().compactMap { index, view in
      guard let table = table(view.table) else { return nil }
      let columns = view.columns.compactMap { id in table.columns.first { $0.id == id } }
      guard columns.count == view.columns.count else { return nil }
      if let over = view.over, over < index, self.table(views[over].table) != nil {
        return
          "CREATE VIEW \(view.name.quotedName) AS SELECT count(*) AS n FROM \(views[over].name.quotedName)"
      }
      let names = columns.map(\.name.quotedName).joined(separator: ", ")
      return "CREATE VIEW \(view.name.quotedName) AS SELECT \(names) FROM \(table.name.quotedName)"
    }
  }
}
