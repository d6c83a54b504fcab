import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaForeignKey {
  /// “Each row belongs to a row of **user** and is deleted with it”
  func words(in table: SchemaTable) -> Words {
    let isOwn = SQLName(parent) == SQLName(table.name)
    let isRequired = columns.allSatisfy { name in
      guard let column = table.column(name) else { return false }
      return column.isNotNull || table.rowIDAlias?.name.isSameName(as: name) == true
    }
    let other: Words = isOwn ? "another row" : "a row of \(name: parent)"
    let start: Words = isRequired ? "Each row belongs to \(other)" : "A row can belong to \(other)"
    return start + (deletion.map { " and \($0)" } ?? "")
  }

  /// What happens to a row when the one that it belongs to is deleted; nil if nothing is declared.
  var deletion: Words? {
    switch onDelete {
    case "CASCADE": "is deleted with it"
    case "SET NULL":
      columns.count == 1
        ? "loses the value in \(name: columns[0]) when that is deleted"
        : "loses those values when that is deleted"
    case "SET DEFAULT": "gets its default values when that is deleted"
    default: nil
    }
  }
}
