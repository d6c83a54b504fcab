import SQLScriptsDatabase
import SQLScriptsSQL

/// Finds views and triggers that cannot be used (law 18).
///
/// SQLite compiles a view or trigger when it is used, not when one of its tables is dropped. So each is used in a
/// statement that is compiled and never run. That costs as much as compiling the view, so after a change only those
/// that name a changed object are checked.
package enum SchemaHealth {
  /// A view or a trigger. One of each kind may have the same name.
  package struct Key: Sendable, Hashable, Comparable {
    package let kind: SQLObjectKind
    package let name: SQLName

    package init(_ kind: SQLObjectKind, _ name: SQLName) { (self.kind, self.name) = (kind, name) }

    package static func < (left: Key, right: Key) -> Bool {
      left.name == right.name
        ? left.kind.rawValue < right.kind.rawValue : left.name < right.name
    }
  }

  private struct Object {
    var isView: Bool
    var name: SQLName
    var table: SQLName
    var sql: String

    var key: Key { Key(isView ? .view : .trigger, name) }
  }

  /// Checks the views and triggers that name one of some tables, views or triggers, directly or through a view.
  ///
  /// - Returns: the names of those that were checked, and of those that do not compile, with SQLite's messages.
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
      // A trigger is checked through its table, which may be a view.
      for index in users.removeValue(forKey: name) ?? [] where found.insert(index).inserted {
        rest.append(objects[index].name)
      }
    }
    let seen = found.sorted().map { objects[$0] }
    return (Set(seen.map(\.name)), byName(try broken(seen, connection)))
  }

  /// The names of those that do not compile, with SQLite's messages.
  ///
  /// - Parameter isWanted: whether to check the one of this name.
  package static func broken(
    _ connection: Connection, where isWanted: (SQLName) -> Bool = { _ in true }
  ) throws(SQLiteError) -> [SQLName: String] {
    byName(try broken(objects(of: connection).filter { isWanted($0.name) }, connection))
  }

  /// The views and triggers that do not compile, with SQLite's messages. All triggers of a table and event share theirs.
  package static func brokenObjects(
    _ connection: Connection
  ) throws(SQLiteError) -> [Key: String] {
    try broken(objects(of: connection), connection)
  }

  /// SQLite's message about the newest view or trigger; nil if it compiles.
  package static func errorOfNewest(_ connection: Connection) throws(SQLiteError) -> String? {
    try broken(objects(of: connection, " ORDER BY rowid DESC LIMIT 1"), connection).values.first
  }

  private static func byName(_ broken: [Key: String]) -> [SQLName: String] {
    Dictionary(broken.map { ($0.key.name, $0.value) }) { first, _ in first }
  }

  private static func broken(
    _ objects: [Object], _ connection: Connection
  ) throws(SQLiteError) -> [Key: String] {
    var broken: [Key: String] = [:]
    // One statement fires all triggers of a table and event.
    var errors: [SQLName: String?] = [:]
    for object in objects {
      guard let text = try probe(of: object, connection) else { continue }
      let probe = SQLName(text)
      let error: String?
      if let known = errors[probe] {
        error = known
      } else {
        error = try self.error(of: text, connection)
        errors[probe] = .some(error)
      }
      if let error { broken[object.key] = error }
    }
    return broken
  }

  private static func objects(
    of connection: Connection, _ part: String = ""
  ) throws(SQLiteError) -> [Object] {
    try connection.rows(
      "SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE type IN ('view', 'trigger')"
        + part
    ).compactMap { row in
      guard let type = row[0].string, let name = row[1].name, let table = row[2].name else {
        return nil
      }
      return Object(isView: type == "view", name: name, table: table, sql: row[3].string ?? "")
    }
  }

  /// A statement that uses a view or trigger; nil if nothing does.
  private static func probe(
    of object: Object, _ connection: Connection
  ) throws(SQLiteError) -> String? {
    object.isView
      ? "SELECT * FROM main.\(object.name.quotedName)"
      : try statement(firing: object.sql, on: object.table, connection)
  }

  /// SQLite's error when it compiles a statement; nil if it succeeds.
  private static func error(
    of probe: String, _ connection: Connection
  ) throws(SQLiteError) -> String? {
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
    return sql.withUTF8 { StatementText($0).names }
  }

  /// A statement that fires a trigger.
  private static func statement(
    firing trigger: String, on table: SQLName, _ connection: Connection
  ) throws(SQLiteError) -> String? {
    var trigger = trigger
    switch trigger.withUTF8({ StatementText($0).triggerEvent }) {
    case "delete": return "DELETE FROM main.\(table.quotedName)"
    case "insert": return "INSERT INTO main.\(table.quotedName) DEFAULT VALUES"
    case "update":
      // Sets every column that can be set, because the trigger may be UPDATE OF any of them.
      let columns: [String]
      do throws(SQLiteError) {
        columns = try connection.rows(
          "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0", .text(table.text)
        ).compactMap { $0.first?.string?.quotedName }
      } catch  where error.code == .error {
        // The view of an INSTEAD OF trigger cannot be read, so the trigger cannot fire.
        return "SELECT * FROM main.\(table.quotedName)"
      }
      guard !columns.isEmpty else { return nil }
      let sets = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
      return "UPDATE main.\(table.quotedName) SET \(sets)"
    default: return nil
    }
  }
}
