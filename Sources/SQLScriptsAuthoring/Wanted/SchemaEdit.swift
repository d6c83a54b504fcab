import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A requested change of one table.
package enum SchemaEdit: Sendable {
  /// - Parameter definition: the name and the text after it, as in CREATE TABLE.
  case addColumn(table: String, definition: String)
  case dropColumn(table: String, column: String)
  case renameColumn(table: String, column: String, new: String)
  /// - Parameter definition: the new CREATE TABLE; nil for the existing one.
  case rebuild(table: String, definition: String?)
  case index(table: String, columns: [String], isUnique: Bool, name: String?)

  package enum Refusal: Error, Sendable, Hashable {
    case noTable(String, guess: String?)
    case noColumn(String, table: String, guess: String?)
    /// It is a view or a virtual table.
    case notATable(String)
    /// The definition is of another table, or is not a table definition.
    case notADefinition(of: String)
    /// It is not the definition of one column.
    case notOneColumn
    /// There is text after a `;`.
    case notOneStatement
    /// The name exists twice.
    case exists(String)
    /// A column is named twice.
    case repeated(String)
    /// More than the column would change without it.
    case isNeeded(String, table: String)
    /// SQLite does not accept the new schema.
    case invalid(message: String)
  }

  /// The table that changes.
  var table: String {
    switch self {
    case .addColumn(let table, _), .dropColumn(let table, _), .renameColumn(let table, _, _),
      .rebuild(let table, _), .index(let table, _, _, _):
      table
    }
  }

  /// The description of the update; nil if its changes say it better.
  package var sentence: String? {
    switch self {
    case .addColumn(let table, let definition):
      "add \(MentionedNames(definition).names.first ?? "a column") to \(table)"
    // Indexes may have to go with it.
    case .dropColumn: nil
    case .renameColumn(let table, let column, let new): "rename \(column) of \(table) to \(new)"
    case .rebuild(let table, _): "rebuild \(table)"
    case .index(let table, let columns, _, _):
      "index \(columns.joined(separator: ", ")) of \(table)"
    }
  }

  /// The table, if it has to be rebuilt even if nothing differs.
  var rebuiltTable: String? {
    if case .rebuild(let table, nil) = self { table } else { nil }
  }

  static func table(
    _ name: String, in schema: SchemaSnapshot
  ) throws(Refusal) -> SchemaTable {
    guard let table = schema[name], table.name.isSameName(as: name) else {
      throw .noTable(name, guess: Spelling.closest(to: name, among: schema.names))
    }
    guard table.kind == .table else { throw .notATable(table.name) }
    return table
  }

  static func column(
    _ name: String, of table: SchemaTable
  ) throws(Refusal) -> SchemaColumn {
    if let column = table.column(exactly: name) { return column }
    let guess = Spelling.closest(to: name, among: table.columns.map(\.name))
    throw .noColumn(name, table: table.name, guess: guess)
  }
}

extension SchemaTable {
  /// The column with a name as SQLite compares it, so that Ö and ö are two.
  func column(exactly name: String) -> SchemaColumn? {
    columns.first { $0.name.isSameName(as: name) }
  }
}
