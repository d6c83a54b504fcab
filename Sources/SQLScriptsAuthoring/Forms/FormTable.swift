import SQLScriptsSQL
import SQLScriptsSchema

/// A new table that somebody described in a form.
struct FormTable {
  let statements: [String]

  init(_ name: String, _ columns: [FormColumn], in schema: SchemaSnapshot) throws(FormRefusal) {
    try FormNames.checkTable(name, in: schema)
    try FormNames.check(columns)
    let keys = columns.filter(\.isKey).map(\.name)
    let table = FormColumn.Surroundings(
      table: name, keys: keys, isStrict: false, schema: schema)
    var lines: [String] = []
    for (index, column) in columns.enumerated() {
      let isOnlyKey = column.isKey && keys.count == 1
      let unique = column.isUnique && !isOnlyKey
      lines.append(
        try column.definition(table, unique: unique, field: "columns[\(index)]"))
    }
    if keys.count > 1 {
      lines.append("PRIMARY KEY (\(keys.map(\.formName).joined(separator: ", ")))")
    }
    var statements = [
      "CREATE TABLE \(name.formName) (\n  \(lines.joined(separator: ",\n  "))\n)"
    ]
    // Without an index, deleting a row of the other table reads all rows of this one.
    for column in columns where column.belongsTo != nil && !column.isUnique {
      if let first = keys.first, first.isSameName(as: column.name) { continue }
      statements.append(
        FormTable.index(on: column.name, of: name, isUnique: false, in: schema))
    }
    self.statements = statements
  }

  static func index(
    on column: String, of table: String, isUnique: Bool, in schema: SchemaSnapshot
  ) -> String {
    let name = FormNames.index(table, [column], in: schema)
    return
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name.formName) ON \(table.formName) (\(column.formName))"
  }
}
