import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// The old tables without rows, in a scratch database, after the renames. It shows what ALTER TABLE really does.
///
/// Views, triggers and virtual tables are left out: those that use a changed table are dropped before it changes.
final class SchemaDraft {
  /// The tables after the renames.
  private(set) var snapshot: SchemaSnapshot

  /// The statements that rename tables, and those that rename columns.
  private(set) var tableRenames: [String] = []
  private(set) var columnRenames: [String] = []

  /// The names before the renames: of tables, and of columns by their new place.
  private(set) var formerTables: [SQLName: SQLName] = [:]
  private var formerColumns: [SchemaPlace: SQLName] = [:]

  /// The tables in which a column was renamed, by their new names.
  private(set) var tablesWithRenames: Set<SQLName> = []

  private let connection: Connection

  /// A database for one table at a time.
  private let bench: Connection

  init(_ old: SchemaSnapshot, _ answers: CheckedAnswers, _ standIns: StandIns) throws {
    connection = try Connection(repeatableAt: .first)
    try connection.setScratchLimits()
    try standIns.add(to: connection)
    bench = try Connection(repeatableAt: .first)
    try bench.setScratchLimits()
    try standIns.add(to: bench)
    snapshot = SchemaSnapshot()
    try connection.execute("BEGIN")
    // Expressions may read tables that are dropped, unless something else gets their names.
    let taken = Set(answers.answers.renamedTables.values)
    let dropped = Set(answers.droppedTables.map { SQLName($0.name) }).intersection(taken)
    for name in old.names {
      guard let table = old[name], table.kind == .table, !dropped.contains(SQLName(name)) else {
        continue
      }
      try connection.prepareOnly(table.sql).execute()
      for index in table.indexes {
        if let sql = index.sql { try connection.prepareOnly(sql).execute() }
      }
    }
    do throws(SQLiteError) {
      try renameTables(answers.answers, old)
      try renameColumns(answers.answers, old)
    } catch {
      throw SchemaRefusal.rename(message: error.message)
    }
    try connection.execute("COMMIT")
    snapshot = try SchemaReader(connection).snapshot(without: [])
  }

  /// The name of a column before the renames.
  func formerName(of column: String, in table: String) -> String {
    formerColumns[SchemaPlace(table, column)]?.text ?? column
  }

  /// The name of a table before the renames.
  func formerName(of table: String) -> String { formerTables[SQLName(table)]?.text ?? table }

  /// A table after some statements; nil if SQLite refuses one of them. The draft stays as it was.
  func table(_ table: SchemaTable, after statements: [String]) -> SchemaTable? {
    // Each change of a schema reads all of it, so the table is alone in its database.
    let creations = [table.sql] + table.indexes.compactMap(\.sql)
    do throws(SQLiteError) {
      try bench.execute("SAVEPOINT change")
      defer {
        try? bench.execute("ROLLBACK TO change")
        try? bench.execute("RELEASE change")
      }
      for sql in creations + statements { try bench.prepareOnly(sql).execute() }
      return try SchemaReader(bench).table(SQLName(table.name))
    } catch {
      return nil
    }
  }

  /// The old schema after the renames.
  func complete(_ old: SchemaSnapshot, _ answers: CheckedAnswers) -> SchemaSnapshot {
    var all = snapshot
    for var table in snapshot.tables.values {
      table.triggers = old[formerName(of: table.name)]?.triggers ?? table.triggers
      all.set(table, named: SQLName(table.name))
    }
    for table in answers.droppedTables { all.set(table, named: SQLName(table.name)) }
    for var table in old.tables.values where table.kind == .view || table.kind == .virtual {
      let name = answers.answers.renamedTables[SQLName(table.name)]?.text ?? table.name
      if !name.isSameName(as: table.name) {
        table.sql = table.sql.creating(name, insteadOf: table.name)
        table.name = name
      }
      all.set(table, named: SQLName(name))
    }
    return all
  }

  /// An expression with other names of columns. Its author may use those from before and from after the renames.
  ///
  /// - Parameter beforeRenames: whether it gets the names from before.
  func expression(_ sql: String, of table: String, beforeRenames: Bool) -> String {
    let renames = formerColumns.filter { $0.key.table == SQLName(table) }
    guard !renames.isEmpty else { return sql }
    let text = SQLText(sql)
    var bytes = text.bytes
    for index in text.indices.reversed() where text.isName(index) && text.word(index + 1) != "(" {
      let name = SQLName(text.name(index))
      var other: SQLName?
      if beforeRenames {
        other = renames.first { $0.key.column == name }?.value
      } else if snapshot[table]?.column(name.text) == nil {
        other = renames.first { $0.value == name }?.key.column
      }
      guard let other else { continue }
      bytes.replaceSubrange(text.tokens[index].range, with: Array(other.quotedName.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What SQLite says about an expression over the old columns; nil if it can be computed.
  func problem(of expression: String, over table: String) -> String? {
    // A misspelled name in double quotes must not become a text in each row.
    connection.setDoubleQuotedText(allowed: false)
    defer { connection.setDoubleQuotedText(allowed: true) }
    do throws(SQLiteError) {
      let statement = try connection.prepareOnly(
        "SELECT (\(expression)\n) FROM \(table.quotedName)")
      return statement.columnCount == 1 ? nil : "it must be one expression"
    } catch {
      return error.message
    }
  }

  /// Whether SQLite finds a condition true for the row of a query; false if it cannot compute it.
  func isTrue(_ condition: String, in query: String) -> Bool {
    (try? connection.value("SELECT \(condition) FROM (\(query))")) == .integer(1)
  }

  private func run(_ statement: String) throws(SQLiteError) -> String {
    try connection.prepareOnly(statement).execute()
    return statement
  }

  private func renameTables(_ answers: SchemaAnswers, _ old: SchemaSnapshot) throws(SQLiteError) {
    var names = Set(old.tables.keys)
    let renames = Self.ordered(
      answers.renamedTables.map { (old[$0.key]?.name ?? $0.key.text, $0.value.text) },
      among: &names,
      changesCase: false)
    // The draft has no virtual tables.
    var virtual = Set(answers.renamedTables.keys.filter { old[$0]?.kind == .virtual })
    for (name, new) in renames {
      let statement = "ALTER TABLE \(name.quotedName) RENAME TO \(new.quotedName)"
      if virtual.remove(SQLName(name)) != nil {
        virtual.insert(SQLName(new))
        tableRenames.append(statement)
      } else {
        tableRenames.append(try run(statement))
      }
    }
    for (name, new) in answers.renamedTables {
      formerTables[new] = SQLName(old[name]?.name ?? name.text)
    }
  }

  private func renameColumns(_ answers: SchemaAnswers, _ old: SchemaSnapshot) throws(SQLiteError) {
    let byTable = Dictionary(grouping: answers.renamedColumns, by: { $0.key.table })
    for (name, renames) in byTable.sorted(by: { $0.key < $1.key }) {
      guard let table = old[name], table.kind == .table else { continue }
      let new = answers.renamedTables[name]?.text ?? table.name
      var names = Set(table.columns.map { SQLName($0.name) })
      let pairs = renames.compactMap { place, new in
        place.column.map { (table.column($0.text)?.name ?? $0.text, new.text) }
      }
      tablesWithRenames.insert(SQLName(new))
      // A column that is dropped may have the new name of another one.
      var all = pairs
      for (_, name) in pairs {
        let place = SchemaPlace(table.name, name)
        guard let other = table.column(name), answers.renamedColumns[place] == nil,
          answers.dropped.contains(place) || other.isGenerated
        else { continue }
        all.append((other.name, Self.unused("old_" + name, names)))
      }
      for (column, name) in Self.ordered(all, among: &names, changesCase: true) {
        columnRenames.append(
          try run(
            "ALTER TABLE \(new.quotedName) RENAME COLUMN \(column.quotedName) TO \(name.quotedName)"
          ))
      }
      for (column, name) in pairs { formerColumns[SchemaPlace(new, name)] = SQLName(column) }
    }
  }

  /// Renames in an order in which no new name is taken. Names that change places need one more.
  ///
  /// - Parameter changesCase: whether SQLite accepts a new name that only differs in the case of letters.
  private static func ordered(
    _ renames: [(String, String)], among names: inout Set<SQLName>, changesCase: Bool
  ) -> [(String, String)] {
    var rest = renames.sorted { $0 < $1 }
    var done: [(String, String)] = []
    while !rest.isEmpty {
      if let index = rest.firstIndex(where: { old, new in
        !names.contains(SQLName(new)) || changesCase && SQLName(old) == SQLName(new)
      }) {
        let (old, new) = rest.remove(at: index)
        names.remove(SQLName(old))
        names.insert(SQLName(new))
        done.append((old, new))
      } else {
        let (old, new) = rest.removeFirst()
        // If nothing will make room for the new name, SQLite says so.
        guard
          SQLName(old) == SQLName(new) || rest.contains(where: { SQLName($0.0) == SQLName(new) })
        else {
          done.append((old, new))
          continue
        }
        let other = unused("old_" + old, names)
        names.remove(SQLName(old))
        names.insert(SQLName(other))
        done.append((old, other))
        rest.append((other, new))
      }
    }
    return done
  }

  private static func unused(_ name: String, _ names: Set<SQLName>) -> String {
    names.contains(SQLName(name)) ? unused("old_" + name, names) : name
  }
}
