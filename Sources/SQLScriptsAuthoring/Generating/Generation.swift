import SQLScripts
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A requested change of the schema, with the statements for it.
package enum Generation: Sendable {
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
    /// There is text after a `;`.
    case notOneStatement
    /// The name exists twice.
    case exists(String)
  }

  /// The table that changes.
  var table: String {
    switch self {
    case .addColumn(let table, _), .dropColumn(let table, _), .renameColumn(let table, _, _),
      .rebuild(let table, _), .index(let table, _, _, _):
      table
    }
  }

  /// The description of the update.
  package var sentence: String {
    switch self {
    case .addColumn(let table, let definition):
      "add \(MentionedNames(definition).names.first ?? "a column") to \(table)"
    case .dropColumn(let table, let column): "drop \(column) from \(table)"
    case .renameColumn(let table, let column, let new): "rename \(column) of \(table) to \(new)"
    case .rebuild(let table, _): "rebuild \(table)"
    case .index(let table, let columns, _, _):
      "index \(columns.joined(separator: ", ")) of \(table)"
    }
  }

  /// The statements, in order, for a database with this schema.
  package func statements(for schema: SchemaSnapshot) throws(Refusal) -> [String] {
    switch self {
    case .addColumn(_, let sql), .rebuild(_, let sql?):
      if SQLFileText(sql.utf8).statements != [sql] { throw .notOneStatement }
    default: break
    }
    switch self {
    case .addColumn(let name, let definition):
      let table = try Self.table(name, in: schema)
      if let column = MentionedNames(definition).names.first, table.column(exactly: column) != nil {
        throw .exists(column)
      }
      return ["ALTER TABLE \(table.name.quotedName) ADD COLUMN \(definition)"]
    case .renameColumn(let name, let column, let new):
      let table = try Self.table(name, in: schema)
      let old = try Self.column(column, of: table)
      if let other = table.column(exactly: new), !other.name.isSameName(as: old.name) {
        throw .exists(new)
      }
      return [
        "ALTER TABLE \(table.name.quotedName) RENAME COLUMN \(old.name.quotedName) TO \(new.quotedName)"
      ]
    case .dropColumn(let name, let column):
      let table = try Self.table(name, in: schema)
      let old = try Self.column(column, of: table)
      // SQLite does not drop a column that an index uses.
      let indexes = table.indexes(using: old)
      return indexes.map { "DROP INDEX \($0.name.quotedName)" } + [
        "ALTER TABLE \(table.name.quotedName) DROP COLUMN \(old.name.quotedName)"
      ]
    case .rebuild(let name, let definition):
      return try Rebuild(of: Self.table(name, in: schema), as: definition, in: schema).statements
    case .index(let name, let columns, let isUnique, let given):
      let table = try Self.table(name, in: schema)
      var names: [String] = []
      for column in columns { names.append(try Self.column(column, of: table).name) }
      let index = given ?? ([table.name] + names).joined(separator: "_")
      if schema.table(ofIndex: index) != nil || schema[index] != nil { throw .exists(index) }
      let list = names.map(\.quotedName).joined(separator: ", ")
      return [
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(index.quotedName) ON \(table.name.quotedName) (\(list))"
      ]
    }
  }

  /// The statements for a column that ALTER TABLE cannot drop: a rebuild without it.
  ///
  /// Nil for another change, or if the new definition is uncertain.
  package func rebuildingStatements(for schema: SchemaSnapshot) throws(Refusal) -> [String]? {
    guard case .dropColumn(let name, let column) = self else { return nil }
    let table = try Self.table(name, in: schema)
    let old = try Self.column(column, of: table).name
    let isParent = schema.tables.values.flatMap(\.foreignKeys).contains { key in
      key.parent.isSameName(as: table.name)
        && key.keys.contains { $0.isSameName(as: old) }
    }
    guard !isParent, let definition = TableDefinition(table)?.without(old) else { return nil }
    return try Rebuild(of: table, as: definition, without: old, in: schema).statements
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
