import SQLScriptsSQL

/// A table, or a column of a table, in one of two schemas.
package struct SchemaPlace: Sendable, Hashable {
  package let table: SQLName

  /// The column; nil for the table.
  package let column: SQLName?

  package init(_ table: String, _ column: String? = nil) {
    self.table = SQLName(table)
    self.column = column.map { SQLName($0) }
  }

  /// As it is written on the command line: `user.nick`. A name with a dot or a quote is in double quotes.
  package var text: String {
    [table, column].compactMap { $0 }.map { name in
      name.text.contains { ".\"=".contains($0) } ? name.quotedName : name.text
    }.joined(separator: ".")
  }
}

extension SchemaPlace: Comparable {
  package static func < (left: SchemaPlace, right: SchemaPlace) -> Bool {
    (left.table, left.column ?? SQLName("")) < (right.table, right.column ?? SQLName(""))
  }
}
