import SQLScriptsDatabase
import SQLScriptsSQL

/// The tables, views and triggers of a database, as facts that can be compared.
///
/// It tells apart the versions of an app's scripts, so that a database is not adopted at the wrong one. It contains what
/// SQLite's pragmas tell, not CHECK constraints. `SQLScriptsSchema` compares completely, but apps do not contain it.
struct SchemaOutline {
  /// A table, view or trigger.
  struct Object: Equatable {
    let kind: String
    let name: String
    /// What is in it, such as “column “age””, with the facts about it.
    var parts: [String: String] = [:]
  }

  private(set) var objects: [SQLName: Object] = [:]

  /// The tables in which SQLScripts and other tools store the version.
  private static let bookkeeping: Set<SQLName> = [
    "db_version", "db_version_history", "schema_migrations", "grdb_migrations",
  ]

  /// Reads the main database.
  init(_ connection: Connection) throws(SQLiteError) {
    for entry in try Self.entries(connection) {
      objects[entry.key] =
        entry.isTable
        ? try Self.table(entry.name, entry.list, connection)
        : Object(
          kind: entry.kind, name: entry.name, parts: ["definition": Self.canonical(entry.sql)])
    }
  }

  /// The keys of `objects`, without what is in them.
  static func names(_ connection: Connection) throws(SQLiteError) -> Set<SQLName> {
    Set(try entries(connection).map(\.key))
  }

  /// A table, view or trigger in the list of a database.
  private struct Entry {
    let key: SQLName
    let kind: String
    let name: String
    let sql: String
    /// Its row in `PRAGMA table_list`.
    let list: [SQLiteValue]?
    /// Whether it is a table, and not a virtual one.
    let isTable: Bool
  }

  private static func entries(_ connection: Connection) throws(SQLiteError) -> [Entry] {
    let tables = try connection.rows("PRAGMA main.table_list").filter { $0[0] == "main" }
    var listed: [SQLName: [SQLiteValue]] = [:]
    for row in tables { listed[SQLName(row[1].string ?? "")] = row }
    let rows = try connection.rows(
      "SELECT type, name, sql FROM main.sqlite_schema WHERE type IN ('table', 'view', 'trigger')")
    return rows.compactMap { row in
      guard let kind = row[0].string, let name = row[1].string, let sql = row[2].string else {
        return nil
      }
      let key = SQLName(name)
      let list = listed[key]
      guard !key.isReserved, !bookkeeping.contains(key), list?[2] != "shadow",
        !key.folded.hasPrefix("sqlscripts_")
      else { return nil }
      let isTable = kind == "table" && list?[2] != "virtual"
      return Entry(
        key: isTable ? key : SQLName("\(kind) \(name)"), kind: kind, name: name, sql: sql,
        list: list,
        isTable: isTable)
    }
  }

  private static func table(
    _ name: String, _ list: [SQLiteValue]?, _ connection: Connection
  ) throws(SQLiteError) -> Object {
    var object = Object(kind: "table", name: name)
    if let list, list.count > 5 {
      if list[4] == 1 { object.parts["WITHOUT ROWID"] = "" }
      if list[5] == 1 { object.parts["STRICT"] = "" }
    }
    for row in try connection.rows("PRAGMA main.table_xinfo(\(name.quotedName))") {
      let column = row[1].string ?? ""
      var facts = [canonical(row[2].string ?? "")]
      if row[3] == 1 { facts.append("NOT NULL") }
      if let value = row[4].string { facts.append("DEFAULT \(canonical(value))") }
      if let place = row[5].int64, place > 0 { facts.append("PRIMARY KEY \(place)") }
      if let hidden = row[6].int64, hidden > 0 { facts.append("GENERATED") }
      let collation = connection.collation(of: column, in: name)
      if collation != "BINARY" { facts.append("COLLATE \(collation)") }
      object.parts["column \(SQLName(column).folded)"] = facts.filter { !$0.isEmpty }.joined(
        separator: " ")
    }
    try readIndexes(of: name, into: &object, connection)
    try readForeignKeys(of: name, into: &object, connection)
    return object
  }

  private static func readIndexes(
    of table: String, into object: inout Object, _ connection: Connection
  ) throws(SQLiteError) {
    for row in try connection.rows("PRAGMA main.index_list(\(table.quotedName))") {
      guard let name = row[1].string, let origin = row[3].string, origin != "pk" else { continue }
      let parts = try connection.rows("PRAGMA main.index_xinfo(\(name.quotedName))")
        .filter { $0[5] == 1 }
      let columns = parts.map { part in
        let column = part[2].string.map { SQLName($0).folded } ?? "an expression"
        let collation = part[4].string.map { $0 == "BINARY" ? "" : " COLLATE \($0)" } ?? ""
        return column + collation + (part[3] == 1 ? " DESC" : "")
      }.joined(separator: ", ")
      guard origin == "c" else {
        object.parts["UNIQUE (\(columns))"] = ""
        continue
      }
      var facts = (row[2] == 1 ? "UNIQUE " : "") + "(\(columns))"
      if row[4] == 1 || parts.contains(where: { $0[2].isNull }) {
        let sql = try connection.rows(
          "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND name = ?", .text(name))
        facts += " \(canonical(sql.first?.first?.string ?? ""))"
      }
      object.parts["index \(SQLName(name).folded)"] = facts
    }
  }

  private static func readForeignKeys(
    of table: String, into object: inout Object, _ connection: Connection
  ) throws(SQLiteError) {
    var keys: [Int64: (parent: String, columns: [String], actions: String)] = [:]
    for row in try connection.rows("PRAGMA main.foreign_key_list(\(table.quotedName))") {
      let id = row[0].int64 ?? 0
      let (parent, column) = (row[2].string ?? "", row[3].string ?? "")
      // Without a column, it references the primary key, which most people write out.
      var target = row[4].string ?? ""
      if row[4].isNull { target = try primaryKey(of: parent, row[1].int64 ?? 0, connection) }
      let actions = "ON UPDATE \(row[5]) ON DELETE \(row[6])"
      let pair = SQLName(column).folded + " → " + SQLName(target).folded
      keys[id, default: (SQLName(parent).folded, [], actions)].columns.append(pair)
    }
    for key in keys.values {
      let columns = key.columns.sorted().joined(separator: ", ")
      object.parts["foreign key \(columns) of \(key.parent)"] = key.actions
    }
  }

  private static func primaryKey(
    of table: String, _ place: Int64, _ connection: Connection
  ) throws(SQLiteError) -> String {
    let columns = try connection.rows("PRAGMA main.table_xinfo(\(table.quotedName))")
    return columns.first { $0[5].int64 == place + 1 }?[1].string ?? ""
  }

  /// SQL without differences that SQLite ignores: whitespace, comments, case and quotes of names.
  private static func canonical(_ sql: String) -> String {
    var sql = sql
    return sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var words: [String] = []
      while let token = scanner.nextSignificant() {
        let word = String(
          decoding: UnsafeBufferPointer(rebasing: bytes[token.range]), as: UTF8.self)
        switch token.kind {
        case .string: words.append(word)
        case .quotedName: words.append(SQLName(quoted: word).folded)
        default: words.append(SQLName(word).folded)
        }
      }
      return words.joined(separator: " ")
    }
  }
}

extension SchemaOutline {
  /// How a database differs from the schema that the scripts create, as “table user has no column age”.
  ///
  /// - Parameter known: the objects of all versions of the scripts. Others belong to the app and may be there.
  func differences(to found: SchemaOutline, known: Set<SQLName>) -> [String] {
    var differences: [String] = []
    for key in Set(objects.keys).union(found.objects.keys).sorted() {
      switch (objects[key], found.objects[key]) {
      case (let object?, nil): differences.append("there is no \(object.kind) \(object.name)")
      case (nil, let object?):
        if known.contains(key) {
          differences.append("there is already a \(object.kind) \(object.name)")
        }
      case (let expected?, let object?):
        differences += Self.differences(expected, object)
      case (nil, nil): break
      }
    }
    return differences
  }

  private static func differences(_ expected: Object, _ found: Object) -> [String] {
    let subject = "\(expected.kind) \(expected.name)"
    return Set(expected.parts.keys).union(found.parts.keys).sorted().compactMap { part in
      switch (expected.parts[part], found.parts[part]) {
      case (.some, nil): "\(subject) has no \(part)"
      case (nil, .some): "\(subject) has the additional \(part)"
      case (let old?, let new?) where old != new:
        part == "definition"
          ? "\(subject) has another definition"
          : "\(part) of \(subject) is \(shown(new)), not \(shown(old))"
      default: nil
      }
    }
  }

  private static func shown(_ facts: String) -> String {
    facts.isEmpty ? "without a type" : "“\(facts)”"
  }
}
