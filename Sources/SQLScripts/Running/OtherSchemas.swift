import SQLScriptsDatabase
import SQLScriptsSQL

/// The objects of a connection outside the main database, which a script may not use (law 30).
struct OtherSchemas {
  private struct Object: Hashable {
    var type: String
    var name: SQLName
  }

  /// The names of the attached databases.
  private(set) var attached: Set<SQLName> = []

  /// The TEMP tables and views of the app.
  private(set) var tables: Set<SQLName> = []

  /// The TEMP views among them.
  private(set) var views: Set<SQLName> = []

  /// The views of attached databases with their schema, if no object of the main database had their name when the step
  /// began.
  private(set) var attachedViews: [SQLName: SQLName] = [:]

  /// The TEMP triggers and indexes of the app.
  private(set) var triggersAndIndexes: Set<SQLName> = []

  /// All TEMP objects of the app.
  private var objects: Set<Object> = []

  var isEmpty: Bool { attached.isEmpty && objects.isEmpty }

  init() {}

  init(of connection: Connection) throws(SQLiteError) {
    for row in try connection.rows("PRAGMA database_list") {
      // 0 is main, 1 is temp.
      if let number = row[0].int64, number > 1, let name = row[1].name {
        attached.insert(name)
        for view in try Self.names(
          "FROM \(name.quotedName).sqlite_schema WHERE type = 'view'", connection)
        where attachedViews[view] == nil { attachedViews[view] = name }
      }
    }
    if !attachedViews.isEmpty {
      for name in try Self.names("FROM main.sqlite_schema", connection) {
        attachedViews[name] = nil
      }
    }
    objects = Set(try Self.temporaryObjects(connection))
    for object in objects {
      if object.type == "table" || object.type == "view" {
        tables.insert(object.name)
      } else {
        triggersAndIndexes.insert(object.name)
      }
      if object.type == "view" { views.insert(object.name) }
    }
  }

  private static func names(
    _ source: String, _ connection: Connection
  ) throws(SQLiteError) -> [SQLName] {
    try connection.rows("SELECT name \(source)").compactMap(\.[0].name)
  }

  /// The reason why a table cannot be renamed: SQLite then reads the schema again and takes a TEMP object of the app for
  /// the table.
  func denial(ofRenameTo name: SQLName) -> ScriptDenial? {
    tables.contains(name) ? .otherDatabase(name: name.text, schema: "temp") : nil
  }

  /// Drops the TEMP objects that were created since.
  func dropNewTemporaryObjects(_ connection: Connection) throws(SQLiteError) {
    let new = try Self.temporaryObjects(connection).filter { !objects.contains($0) }
    // Dropping a virtual table also drops its shadow tables.
    for type in ["trigger", "view", "table"] {
      for object in new where object.type == type {
        try connection.execute("DROP \(type) IF EXISTS temp.\(object.name.quotedName)")
      }
    }
  }

  /// Virtual tables come first. Of SQLite's own tables, those that ANALYZE creates for TEMP objects can be dropped.
  private static func temporaryObjects(
    _ connection: Connection
  ) throws(SQLiteError) -> [Object] {
    try connection.rows(
      """
      SELECT type, name FROM sqlite_temp_schema
      WHERE substr(name, 1, 7) <> 'sqlite_' OR substr(name, 1, 11) = 'sqlite_stat'
      ORDER BY rootpage > 0
      """
    ).compactMap { row in
      guard let type = row[0].string, let name = row[1].name else { return nil }
      return Object(type: type, name: name)
    }
  }
}
