import SQLScriptsDatabase

/// What a connection has beside the main database (law 30): a script may use none of it.
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

  /// Drops the TEMP objects that have been made since.
  func dropNewTemporaryObjects(_ connection: Connection) throws(SQLiteError) {
    let new = try Self.temporaryObjects(connection).filter { !objects.contains($0) }
    // A virtual table takes its shadow tables along.
    for type in ["trigger", "view", "table"] {
      for object in new where object.type == type {
        try connection.execute("DROP \(type) IF EXISTS temp.\(object.name.quotedName)")
      }
    }
  }

  /// Virtual tables come first.
  private static func temporaryObjects(
    _ connection: Connection
  ) throws(SQLiteError) -> [Object] {
    try connection.rows(
      """
      SELECT type, name FROM sqlite_temp_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'
      ORDER BY rootpage > 0
      """
    ).compactMap { row in
      guard let type = row[0].string, let name = row[1].name else { return nil }
      return Object(type: type, name: name)
    }
  }
}
