import SQLScriptsDatabase
import SQLScriptsFiles

/// Which views and triggers of a database cannot be used (law 18).
///
/// SQLite compiles a view or a trigger when it is used, not when a table goes away under it. So each is
/// used, in a statement that is compiled and never run. That costs as much as compiling it, so after a
/// change only those are looked at that name what was changed.
package enum SchemaHealth {
  private struct Object {
    var isView: Bool
    var name: SQLName
    var table: SQLName
    var sql: String
  }

  /// Looks at the views and triggers that name one of some tables, views or triggers, themselves or by way
  /// of a view.
  ///
  /// - Returns: the names of those that were looked at, and of those that do not compile, with SQLite's
  ///   words.
  package static func naming(
    _ names: Set<SQLName>, _ connection: Connection
  ) throws(SQLiteError) -> (seen: Set<SQLName>, broken: [SQLName: String]) {
    guard !names.isEmpty else { return ([], [:]) }
    let objects = try objects(of: connection)
    var users: [SQLName: [Int]] = [:]
    for (index, object) in objects.enumerated() {
      for name in Self.names(in: object.sql).union([object.name]) {
        users[name, default: []].append(index)
      }
    }
    var found: Set<Int> = []
    var rest = Array(names)
    while let name = rest.popLast() {
      // A trigger is looked at by way of its table, which may be a view.
      for index in users.removeValue(forKey: name) ?? [] where found.insert(index).inserted {
        rest.append(objects[index].name)
      }
    }
    var broken: [SQLName: String] = [:]
    for index in found.sorted() {
      broken[objects[index].name] = try error(of: objects[index], connection)
    }
    return (Set(found.map { objects[$0].name }), broken)
  }

  /// The names of those that do not compile, with SQLite's words.
  ///
  /// - Parameter isWanted: whether to look at the one of this name.
  package static func broken(
    _ connection: Connection, where isWanted: (SQLName) -> Bool = { _ in true }
  ) throws(SQLiteError) -> [SQLName: String] {
    var broken: [SQLName: String] = [:]
    for object in try objects(of: connection) where isWanted(object.name) {
      broken[object.name] = try error(of: object, connection)
    }
    return broken
  }

  /// Whether SQLite's words say that this connection lacks something that an app brings along.
  static func isAboutConnection(_ message: String) -> Bool {
    [
      "no such function: ", "no such module: ", "no such collation sequence: ",
      "unknown function: ",
    ]
    .contains { message.hasPrefix($0) }
  }

  private static func objects(of connection: Connection) throws(SQLiteError) -> [Object] {
    try connection.rows(
      "SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE type IN ('view', 'trigger')"
    ).compactMap { row in
      guard let type = row[0].string, let name = row[1].name, let table = row[2].name else {
        return nil
      }
      return Object(isView: type == "view", name: name, table: table, sql: row[3].string ?? "")
    }
  }

  /// What SQLite says when a view or trigger is used; nil if it can be.
  private static func error(
    of object: Object, _ connection: Connection
  ) throws(SQLiteError) -> String? {
    var probe: String? = "SELECT * FROM main.\(object.name.quotedName)"
    if !object.isView {
      probe = try statement(firing: object.sql, on: object.table, connection)
    }
    guard let probe else { return nil }
    do {
      _ = try connection.prepare(probe)
    } catch  where error.code == .error {
      return error.message
    }
    return nil
  }

  /// All words and names of a text, without quotes.
  private static func names(in sql: String) -> Set<SQLName> {
    var sql = sql
    return sql.withUTF8 { bytes in
      StatementText(bytes).names
    }
  }

  /// A statement that fires a trigger.
  private static func statement(
    firing trigger: String, on table: SQLName, _ connection: Connection
  ) throws(SQLiteError) -> String? {
    switch event(of: trigger) {
    case "delete": return "DELETE FROM main.\(table.quotedName)"
    case "insert": return "INSERT INTO main.\(table.quotedName) DEFAULT VALUES"
    case "update":
      // Every column that can be set: the trigger may be UPDATE OF any of them.
      let columns = try connection.rows(
        "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0", .text(table.text)
      ).compactMap { $0.first?.string?.quotedName }
      guard !columns.isEmpty else { return nil }
      let sets = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
      return "UPDATE main.\(table.quotedName) SET \(sets)"
    default: return nil
    }
  }

  /// The event of CREATE TRIGGER: the last of the three words before ON.
  private static func event(of trigger: String) -> String? {
    var text = trigger
    return text.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var event: String?
      while let token = scanner.nextSignificant() {
        guard token.kind == .word else { continue }
        let word = String(decoding: bytes[token.range], as: UTF8.self).lowercased()
        if word == "on" { return event }
        if ["delete", "insert", "update"].contains(word) { event = word }
      }
      return event
    }
  }
}
