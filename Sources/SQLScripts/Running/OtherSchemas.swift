import SQLScriptsDatabase

/// What a connection has beside the main database (law 30): a script may use none of it.
struct OtherSchemas {
  /// The names of the attached databases.
  private(set) var attached: Set<String> = []

  /// The TEMP tables and views of the app, by name in lower case.
  private(set) var tables: Set<String> = []

  /// The TEMP views among them.
  private(set) var views: Set<String> = []

  /// The TEMP triggers and indexes of the app.
  private(set) var triggersAndIndexes: Set<String> = []

  /// All TEMP objects of the app, as "type name".
  private var objects: Set<String> = []

  var isEmpty: Bool { attached.isEmpty && objects.isEmpty }

  init() {}

  init(of connection: Connection) throws(SQLiteError) {
    for row in try connection.rows("PRAGMA database_list") {
      // 0 is main, 1 is temp.
      if let number = row[0].int64, number > 1, let name = row[1].string {
        attached.insert(name.asciiLowercased)
      }
    }
    for (type, name) in try Self.temporaryObjects(connection) {
      objects.insert("\(type) \(name)")
      if type == "table" || type == "view" {
        tables.insert(name.asciiLowercased)
      } else {
        triggersAndIndexes.insert(name.asciiLowercased)
      }
      if type == "view" { views.insert(name.asciiLowercased) }
    }
  }

  /// Drops the TEMP objects that have been made since.
  func dropNewTemporaryObjects(_ connection: Connection) throws(SQLiteError) {
    let new = try Self.temporaryObjects(connection).filter {
      !objects.contains("\($0.type) \($0.name)")
    }
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
  ) throws(SQLiteError) -> [(type: String, name: String)] {
    try connection.rows(
      """
      SELECT type, name FROM sqlite_temp_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'
      ORDER BY rootpage > 0
      """
    ).compactMap { row in
      guard let type = row[0].string, let name = row[1].string else { return nil }
      return (type, name)
    }
  }
}
