import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaTable {
  /// Whether SQLite finds the rows that reference a row of the parent without reading the whole table.
  func hasIndex(on key: SchemaForeignKey) -> Bool {
    let columns = Set(key.columns.map { $0.asciiLowercased })
    return columns == [rowIDAlias?.name.asciiLowercased] || indexes.contains { $0.covers(key) }
  }
}

extension SchemaIndex {
  /// Whether it begins with the columns of a foreign key, in any order, and has all rows.
  func covers(_ key: SchemaForeignKey) -> Bool {
    let columns = Set(key.columns.map { $0.asciiLowercased })
    return !isPartial
      && Set(self.columns.prefix(columns.count).compactMap { $0?.asciiLowercased }) == columns
  }
}
