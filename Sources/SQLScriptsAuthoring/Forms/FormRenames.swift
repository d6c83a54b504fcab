import SQLScriptsSQL
import SQLScriptsSchema

/// The new names of a table and its columns, as statements for an empty database.
struct FormRenames {
  private(set) var statements: [String] = []
  private(set) var answers = SchemaAnswers()

  /// The columns that are dropped, by their names after the statements.
  private(set) var dropped: [String] = []

  init(of table: SchemaTable, to name: String, _ columns: [FormColumn]) {
    if !table.name.hasSameBytes(as: name) {
      answers.renamedTables[SQLName(table.name)] = SQLName(name)
      // SQLite does not rename a table to the same name in other letters.
      let other = "sqlscripts_other_\(name)"
      statements = [
        "ALTER TABLE \(table.name.quotedName) RENAME TO \(other.quotedName)",
        "ALTER TABLE \(other.quotedName) RENAME TO \(name.quotedName)",
      ]
    }
    var wanted: [SQLName: String] = [:]
    for column in columns {
      if let was = column.was { wanted[SQLName(was)] = column.name }
    }
    var names: [(now: String, then: String?)] = []
    for column in table.columns {
      let then = wanted[SQLName(column.name)]
      let target = then ?? column.name
      let isTaken = columns.contains { other in
        other.name.isSameName(as: column.name)
          && !(other.was?.isSameName(as: column.name) ?? false)
      }
      if let then, !then.hasSameBytes(as: column.name) {
        answers.renamedColumns[SchemaPlace(table.name, column.name)] = SQLName(then)
      }
      guard isTaken else {
        names.append((column.name, then))
        if then == nil { dropped.append(target) }
        continue
      }
      // Another column gets its name.
      let other = "sqlscripts_other_\(column.name)"
      statements.append(Self.rename(column.name, to: other, in: name))
      names.append((other, then))
      if then == nil { dropped.append(other) }
    }
    for (now, then) in names {
      guard let then, !then.hasSameBytes(as: now) else { continue }
      statements.append(Self.rename(now, to: then, in: name))
    }
  }

  private static func rename(_ column: String, to new: String, in table: String) -> String {
    "ALTER TABLE \(table.quotedName) RENAME COLUMN \(column.quotedName) TO \(new.quotedName)"
  }
}
