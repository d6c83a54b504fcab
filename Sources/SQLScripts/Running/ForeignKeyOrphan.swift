import SQLScriptsDatabase

/// What makes two orphans the same one across a rebuild of their table: not the rowid, which may change,
/// but what they refer to and by which values.
struct ForeignKeyOrphan: Hashable {
  var parent: String
  var values: [SQLiteValue]

  typealias Found = (ForeignKeyOrphan, ForeignKeyViolation, ForeignKeyGraph.Reference)

  /// The rows of a table that refer to nothing, as SQLite's own check finds them.
  static func find(
    in table: String, _ references: [ForeignKeyGraph.Reference], _ connection: Connection
  ) throws(SQLiteError) -> [Found] {
    let rows: [[SQLiteValue]]
    do throws(SQLiteError) {
      rows = try connection.rows("PRAGMA main.foreign_key_check(\(table.quotedName))")
    } catch {
      // A parent without such a unique key: SQLite accepts that until a row is written with enforcement
      // on. It is a matter for the validator; the table's other references are checked all the same.
      guard error.message.hasPrefix("foreign key mismatch") else { throw error }
      var found: [Found] = []
      for reference in references { found += try find(in: table, by: reference, connection) }
      return found
    }
    var found: [Found] = []
    var withoutRowID: Set<Int64> = []
    for row in rows {
      guard let reference = references.first(where: { $0.id == row[3].int64 }) else { continue }
      guard let rowID = row[1].int64 else {
        withoutRowID.insert(reference.id)
        continue
      }
      let values = try connection.rows(
        """
        SELECT \(reference.columns.map(\.quotedName).joined(separator: ", "))
        FROM main.\(table.quotedName) WHERE rowid = ?
        """, .integer(rowID)
      ).first
      var orphan = reference.orphan(in: row[0].string ?? table, rowID: rowID, values ?? [])
      // As the author wrote it.
      if let parent = row[2].string { orphan.1.parent = parent }
      found.append(orphan)
    }
    for reference in references where withoutRowID.contains(reference.id) {
      found += try find(in: table, by: reference, connection)
    }
    return found
  }

  /// The same for one reference, with the values of rows that have no rowid.
  private static func find(
    in table: String, by reference: ForeignKeyGraph.Reference, _ connection: Connection
  ) throws(SQLiteError) -> [Found] {
    var conditions = reference.columns.map { "c.\($0.quotedName) IS NOT NULL" }
    if connection.hasTable(reference.parent) {
      let keys = try reference.uniqueKeys(connection)
      guard keys.count == reference.columns.count else { return [] }
      // The parent's column comes first: its collation and affinity are those of the foreign key.
      let matches = zip(keys, reference.columns).map { "p.\($0.quotedName) = c.\($1.quotedName)" }
      conditions.append(
        """
        NOT EXISTS (SELECT 1 FROM main.\(reference.parent.quotedName) AS p
        WHERE \(matches.joined(separator: " AND ")))
        """)
    }
    return try connection.rows(
      """
      SELECT \(reference.columns.map { "c.\($0.quotedName)" }.joined(separator: ", "))
      FROM main.\(table.quotedName) AS c WHERE \(conditions.joined(separator: " AND "))
      """
    ).map { reference.orphan(in: table, rowID: nil, $0) }
  }
}

extension ForeignKeyGraph.Reference {
  fileprivate func orphan(
    in table: String, rowID: Int64?, _ values: [SQLiteValue]
  ) -> ForeignKeyOrphan.Found {
    let key = zip(columns, values).map { "\($0) = \($1)" }.joined(separator: ", ")
    return (
      ForeignKeyOrphan(parent: parent, values: values),
      ForeignKeyViolation(table: table, rowID: rowID, parent: parent, key: key),
      self
    )
  }

  /// The columns of the parent that are referred to; none if they are not unique together.
  fileprivate func uniqueKeys(_ connection: Connection) throws(SQLiteError) -> [String] {
    let primary = try connection.rows(
      "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE pk > 0 ORDER BY pk", .text(parent)
    ).compactMap { $0[0].string?.asciiLowercased }
    if keys.isEmpty || Set(keys) == Set(primary) { return keys.isEmpty ? primary : keys }
    var indexes: [String: Set<String>] = [:]
    for row in try connection.rows(
      """
      SELECT l.name, i.name FROM pragma_index_list(?, 'main') AS l,
      pragma_index_info(l.name, 'main') AS i WHERE l."unique" AND NOT l.partial
      """, .text(parent))
    {
      guard let index = row[0].string else { continue }
      indexes[index, default: []].insert(row[1].string?.asciiLowercased ?? "")
    }
    return indexes.values.contains(Set(keys)) ? keys : []
  }
}
