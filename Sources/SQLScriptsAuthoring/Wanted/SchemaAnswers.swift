import SQLScriptsSQL

/// What two schemas do not say, because only their author knows it.
package struct SchemaAnswers: Sendable, Hashable {
  /// Tables that were renamed, with their new names.
  package var renamedTables: [SQLName: SQLName] = [:]

  /// Columns that were renamed, with their new names. The table has its name in the old schema.
  package var renamedColumns: [SchemaPlace: SQLName] = [:]

  /// Tables and columns of the old schema that are dropped with what they contain.
  package var dropped: Set<SchemaPlace> = []

  /// Expressions over the old columns, for columns of the wanted schema.
  package var fills: [SchemaPlace: String] = [:]

  /// Columns and tables of the wanted schema. If there are rows that do not fit them, the update stops.
  package var guarded: Set<SchemaPlace> = []

  /// Tables of the old schema that have no rows on any device, so that nothing is asked about their rows.
  package var emptyTables: Set<SQLName> = []

  package init() {}

  /// Whether a table has no rows on any device.
  ///
  /// - Parameter table: its name in the wanted schema.
  func isEmpty(_ table: String) -> Bool {
    if emptyTables.isEmpty { return false }
    let former = renamedTables.first { $0.value == SQLName(table) }?.key
    return emptyTables.contains(former ?? SQLName(table))
  }

  /// Whether the update stops if rows do not fit a place.
  func guards(_ place: SchemaPlace) -> Bool {
    guarded.contains(place) || guarded.contains(SchemaPlace(place.table.text))
  }
}
