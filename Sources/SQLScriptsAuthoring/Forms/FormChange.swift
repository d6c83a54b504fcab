/// A change that somebody makes in a form of the editor, without writing SQL.
package enum FormChange: Sendable, Hashable {
  case createTable(name: String, columns: [FormColumn])
  /// - Parameters:
  ///   - name: the name of the table afterwards.
  ///   - columns: all columns that the table has afterwards.
  case changeTable(String, name: String, columns: [FormColumn])
  /// Drops a table with its rows, or a view.
  case dropTable(String)
  case addIndex(table: String, columns: [String], isUnique: Bool)
  case dropIndex(name: String)
  case fillValues(table: String, column: String, to: FormInput, where: FormRows)
  case deleteRows(table: String, where: FormRows)
  /// - Parameter values: the values by column. The other columns get their default.
  case addRow(table: String, values: [String: FormInput])
}
