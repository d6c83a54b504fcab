import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The schema of an existing database, as the statements of a default script.
///
/// The statements are those that SQLite stores, so comments inside them are kept. Tables of SQLScripts and of other
/// migration tools are left out, and so are rows.
package struct ExistingSchema: Sendable {
  /// The statements in an order in which each comes after what it refers to, if that is possible: tables with their
  /// indexes, views, triggers. Otherwise it is the order in which they were created.
  package let statements: [String]

  /// Whether a table has rows, which the statements do not insert.
  package let hasRows: Bool

  private let snapshot: SchemaSnapshot

  package init(_ connection: Connection) throws(SQLiteError) {
    let hidden = VersionSchemas.hiddenTables
    let schema = try Schema(connection, without: Array(hidden))
    snapshot = try SchemaReader(connection).snapshot(without: hidden)
    var ranks: [String: Int] = [:]
    let created = try connection.rows("SELECT type, name FROM main.sqlite_schema ORDER BY rowid")
    for (rank, row) in created.enumerated() {
      ranks["\(row[0].string ?? "") \(row[1].string ?? "")"] = rank
    }
    let objects = schema.objects.sorted {
      ranks["\($0.kind) \($0.name)"] ?? 0 < ranks["\($1.kind) \($1.name)"] ?? 0
    }
    statements =
      try Self.settings(of: connection) + Self.ordered(objects, in: snapshot).map(\.sql)
    var hasRows = false
    for table in objects where table.kind == .table && !hasRows {
      // The module of a virtual table may be missing here.
      let query = "SELECT 1 FROM main.\(table.name.quotedName) LIMIT 1"
      hasRows = (try? connection.rows(query))?.isEmpty == false
    }
    self.hasRows = hasRows
  }

  /// Whether there is nothing to write.
  package var isEmpty: Bool { snapshot.count == 0 }

  /// The differences between this schema and that of a new database that a default script creates; empty if the script
  /// cannot run here, for example because it needs a function of the app. `validate` explains that.
  func differences(after file: ScriptFile) throws(SQLiteError) -> [String] {
    let library = ScriptLibrary(ScriptBundle(scripts: []).adding(file))
    guard let new = try? BundleDatabase(library) else { return [] }
    let schema = try SchemaReader(new.connection).snapshot(without: VersionSchemas.hiddenTables)
    return SchemaDifference(from: snapshot, to: schema).changes.map(\.description)
  }

  /// The number in the file's header that identifies the app. `user_version` may be the version store of a library.
  private static func settings(of connection: Connection) throws(SQLiteError) -> [String] {
    let number = try connection.value("PRAGMA main.application_id")?.int64 ?? 0
    return number == 0 ? [] : ["PRAGMA application_id = \(number)"]
  }

  private static func ordered(
    _ objects: [Schema.Object], in snapshot: SchemaSnapshot
  ) -> [Schema.Object] {
    let tables = objects.filter { $0.kind == .table }
    let views = objects.filter { $0.kind == .view }
    let indexes = Dictionary(grouping: objects.filter { $0.kind == .index }) { SQLName($0.table) }
    let first = sorted(tables) { table in
      guard let found = snapshot[table.name], found.kind == .table else {
        return MentionedNames(table.sql).names
      }
      return found.foreignKeys.map(\.parent)
    }
    return first.flatMap { [$0] + (indexes[SQLName($0.name)] ?? []) }
      + sorted(views) { MentionedNames($0.sql).names } + objects.filter { $0.kind == .trigger }
  }

  /// The objects, each after those that it needs. In a circle, the first one comes last.
  private static func sorted(
    _ objects: [Schema.Object], needing needs: (Schema.Object) -> [String]
  ) -> [Schema.Object] {
    let named = Dictionary(
      objects.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    var order: [Schema.Object] = []
    var seen: Set<SQLName> = []
    var stack = objects.reversed().map { (name: SQLName($0.name), isReady: false) }
    while let (name, isReady) = stack.popLast() {
      guard let object = named[name] else { continue }
      if isReady {
        order.append(object)
      } else if seen.insert(name).inserted {
        stack.append((name, true))
        stack += needs(object).reversed().map { (SQLName($0), false) }
      }
    }
    return order
  }
}
