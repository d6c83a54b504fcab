import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

extension SchemaEdit {
  /// The schema after the change. SQLite itself makes it, in a database without rows.
  ///
  /// - Parameter answers: receives what the change itself says about the rows.
  func goal(
    from schema: SchemaSnapshot, _ answers: inout SchemaAnswers, _ standIns: StandIns
  ) throws -> SchemaSnapshot {
    let table = try Self.table(table, in: schema)
    var changed: [SQLName: String] = [:]
    var lost: Set<SQLName> = []
    var statement: String?
    switch self {
    case .addColumn(_, let definition):
      changed[SQLName(table.name)] = try Self.adding(definition, to: table)
    case .dropColumn(_, let name):
      let column = try Self.column(name, of: table)
      changed[SQLName(table.name)] = try Self.dropping(column, from: table, in: schema)
      lost = Set(table.indexes(using: column).map { SQLName($0.name) })
      answers.dropped.insert(SchemaPlace(table.name, column.name))
    case .renameColumn(_, let name, let new):
      let column = try Self.column(name, of: table)
      if let other = table.column(exactly: new), !other.name.isSameName(as: column.name) {
        throw Refusal.exists(new)
      }
      statement =
        "ALTER TABLE \(table.name.quotedName) RENAME COLUMN \(column.name.quotedName) TO \(new.quotedName)"
      answers.renamedColumns[SchemaPlace(table.name, column.name)] = SQLName(new)
    case .rebuild(_, let definition?):
      changed[SQLName(table.name)] = try Self.checked(definition, of: table)
    case .rebuild(_, nil): break
    case .index: statement = try index(of: table, in: schema)
    }
    let goal: SchemaSnapshot
    do throws(SQLiteError) {
      let connection = try Connection(repeatableAt: .first)
      try connection.setScratchLimits()
      try standIns.add(to: connection)
      try ScratchGuard.watching(connection, running: nil) { (_) throws(SQLiteError) in
        for sql in schema.creations(replacing: changed, without: lost)
          + [statement].compactMap({ $0 })
        {
          try connection.prepareOnly(sql).execute()
        }
      }
      goal = try WantedUpdate.snapshot(of: connection)
    } catch {
      throw Refusal.invalid(message: error.message)
    }
    guard goal[table.name]?.kind == .table else { throw Refusal.notADefinition(of: table.name) }
    return goal
  }

  private static func adding(
    _ definition: String, to table: SchemaTable
  ) throws(Refusal) -> String {
    if SQLFileText(definition.utf8).statements.count > 1 || SQLEnd(of: definition).isEnded {
      throw .notOneStatement
    }
    guard let column = TableDefinition("CREATE TABLE t (\(definition)\n)")?.onlyColumn else {
      throw .notOneColumn
    }
    if let other = table.column(exactly: column) { throw .exists(other.name) }
    guard let sql = TableDefinition(table)?.adding(definition) else {
      throw .notADefinition(of: table.name)
    }
    return sql
  }

  private static func dropping(
    _ column: SchemaColumn, from table: SchemaTable, in schema: SchemaSnapshot
  ) throws(Refusal) -> String {
    let isParent = schema.children(of: SQLName(table.name)).flatMap(\.foreignKeys).contains { key in
      key.parent.isSameName(as: table.name)
        && key.keys.contains { $0.isSameName(as: column.name) }
    }
    guard !isParent, let sql = TableDefinition(table)?.without(column.name) else {
      throw .isNeeded(column.name, table: table.name)
    }
    return sql
  }

  private static func checked(
    _ definition: String, of table: SchemaTable
  ) throws(Refusal) -> String {
    if SQLFileText(definition.utf8).statements != [definition] { throw .notOneStatement }
    let head = MentionedNames(definition).names
    guard head.count > 2, head[0].uppercased() == "CREATE", head[1].uppercased() == "TABLE",
      head[2].isSameName(as: table.name)
    else { throw .notADefinition(of: table.name) }
    return definition
  }

  private func index(of table: SchemaTable, in schema: SchemaSnapshot) throws(Refusal) -> String? {
    guard case .index(_, let columns, let isUnique, let given) = self else { return nil }
    var names: [String] = []
    for column in columns {
      let name = try Self.column(column, of: table).name
      if names.contains(name) { throw .repeated(name) }
      names.append(name)
    }
    let index = given ?? ([table.name] + names).joined(separator: "_")
    if schema.table(ofIndex: index) != nil || schema[index] != nil { throw .exists(index) }
    let list = names.map(\.quotedName).joined(separator: ", ")
    return
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(index.quotedName) ON \(table.name.quotedName) (\(list))"
  }
}
