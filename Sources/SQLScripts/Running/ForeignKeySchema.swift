import SQLScriptsDatabase
import SQLScriptsSQL

/// The foreign keys of the tables in `main`.
///
/// It is read again whenever `schema_version` has changed (law 17): completely if somebody else may have changed the
/// schema, or else for the tables that statements created, dropped or altered.
struct ForeignKeySchema {
  fileprivate struct Table {
    /// Nil if it was not read.
    var text: String?
    var references: [ForeignKey] = []
    /// Only for tables with foreign keys.
    var columns: [SQLName: KeyAffinity] = [:]
  }

  /// The previous state of the tables that a refresh changed.
  struct Former {
    fileprivate var tables: [SQLName: Table?] = [:]

    var names: Set<SQLName> { Set(tables.keys) }

    /// Whether a table did not have such a foreign key.
    func hasNew(_ key: ForeignKey) -> Bool {
      tables[key.child].map { table in table?.references.contains(key) != true } ?? false
    }
  }

  private var version: Int64?
  private var tables: [SQLName: Table] = [:]
  private var children: [SQLName: Set<SQLName>] = [:]

  init() {}

  func hasTable(_ name: SQLName) -> Bool { tables[name] != nil }

  /// Whether any table has foreign keys.
  var hasReferences: Bool { children.contains { !$0.value.isEmpty } }

  /// The foreign keys of a table.
  func references(of table: SQLName) -> [ForeignKey] { tables[table]?.references ?? [] }

  /// The tables that refer to a table.
  func children(of table: SQLName) -> Set<SQLName> { children[table] ?? [] }

  func contains(_ key: ForeignKey) -> Bool { references(of: key.child).contains(key) }

  /// The columns of a table that has foreign keys.
  func columns(of table: SQLName) -> Set<SQLName> { Set((tables[table]?.columns ?? [:]).keys) }

  func affinities(of key: ForeignKey) -> [KeyAffinity] {
    key.columns.map { tables[key.child]?.columns[$0] ?? .none }
  }

  var tableNames: Set<SQLName> { Set(tables.keys) }

  /// All foreign keys, ordered by their table names.
  var references: [ForeignKey] { tables.keys.sorted().flatMap(references(of:)) }

  /// Ignores the schema's version from now on, because after a rollback another schema can get the same number.
  mutating func distrustVersion() { version = nil }

  /// The schema before a refresh.
  func before(_ former: Former) -> ForeignKeySchema {
    var schema = self
    for (name, table) in former.tables { schema.set(name, table) }
    return schema
  }

  /// The schema with other parents for some foreign keys.
  func replacingParents(_ parent: (ForeignKey) -> SQLName?) -> ForeignKeySchema {
    var schema = self
    for (name, table) in tables {
      var meant = table
      for (index, key) in table.references.enumerated() {
        if let parent = parent(key) { meant.references[index].parent = parent }
      }
      if meant.references != table.references { schema.set(name, meant) }
    }
    return schema
  }

  /// Reads the changed tables.
  ///
  /// - Parameters:
  ///   - now: the schema's version.
  ///   - names: the tables that may have changed; nil if they are not known.
  @discardableResult
  mutating func refresh(
    to now: Int64?, only names: Set<SQLName>? = nil, _ connection: Connection
  ) throws(SQLiteError) -> Former {
    var former = Former()
    if let now, now == version { return former }
    let replace = { (schema: inout Self, name: SQLName, table: Table?) in
      former.tables[name] = .some(schema.tables[name])
      schema.set(name, table)
    }
    if let names {
      for name in names {
        let table = connection.hasTable(name.text) ? try Self.read(name, nil, connection) : nil
        if table != nil || tables[name] != nil { replace(&self, name, table) }
      }
    } else {
      var gone = tableNames
      for row in try connection.rows(
        "SELECT name, sql FROM main.sqlite_schema WHERE type = 'table'")
      {
        guard let name = row[0].name, let text = row[1].string else { continue }
        gone.remove(name)
        if tables[name]?.text == text { continue }
        replace(&self, name, try Self.read(name, text, connection))
      }
      for name in gone { replace(&self, name, nil) }
    }
    version = now
    return former
  }

  /// The tables and foreign keys, for the run that continues a script outside a transaction.
  var notes: [StepNote] {
    tables.sorted { $0.key < $1.key }.flatMap { name, table -> [StepNote] in
      let columns = table.columns.map { StepNote.column($0.key, of: name, $0.value) }
      return [.table(name)] + columns + table.references.map { .key($0) }
    }
  }

  /// Creates the schema from notes.
  init(_ notes: [StepNote]) {
    var tables: [SQLName: Table] = [:]
    for note in notes {
      switch note {
      case .table(let name): tables[name] = Table()
      case .column(let name, let table, let affinity): tables[table]?.columns[name] = affinity
      case .key(let key): tables[key.child]?.references.append(key)
      case .touch, .look, .skipped, .schema: continue
      }
    }
    for (name, table) in tables { set(name, table) }
  }

  private mutating func set(_ name: SQLName, _ table: Table?) {
    for key in references(of: name) { children[key.parent]?.remove(name) }
    tables[name] = table
    for key in references(of: name) { children[key.parent, default: []].insert(name) }
  }

  private static func read(
    _ name: SQLName, _ text: String?, _ connection: Connection
  ) throws(SQLiteError) -> Table {
    var table = Table(text: text)
    // Every foreign key contains the word REFERENCES.
    if let text, !text.mentions("references") { return table }
    var keys: [Int64: ForeignKey] = [:]
    for row in try connection.rows("PRAGMA main.foreign_key_list(\(name.quotedName))") {
      guard let id = row[0].int64, let parent = row[2].name,
        let column = row[3].name
      else { continue }
      keys[id, default: ForeignKey(child: name, columns: [], parent: parent, keys: [])]
        .columns.append(column)
      if let key = row[4].name { keys[id]?.keys.append(key) }
    }
    table.references = keys.sorted { $0.key > $1.key }.map(\.value)
    guard !keys.isEmpty else { return table }
    for row in try connection.rows("PRAGMA main.table_xinfo(\(name.quotedName))") {
      guard let column = row[1].name else { continue }
      table.columns[column] = KeyAffinity(declaredType: row[2].string ?? "")
    }
    return table
  }
}
