import SQLScriptsDatabase

/// The orphans of a step that were orphans before it, only not declared as such (law 17).
///
/// An old user's rows may name parents that never were there, in a column that had no foreign key; then
/// an update rebuilds the table with one, or copies the column into a new table that has one. The script
/// has declared these orphans and not made them, and to fail would lock that user out for good. What was
/// so before is looked up before the step runs once more: the parent's table was there, the parent was
/// not, and the value was, in the same column or in one that the script copies from.
///
/// The other case: `ALTER TABLE … RENAME` takes references to the table along. A rebuild that renames the
/// old table away, and drops it at the end, leaves references to a table that is gone. Where the parents
/// themselves are there, under the name that the references had, no row has lost its parent.
struct UndeclaredOrphans {
  /// A row that refers to nothing, as far as the row itself does not matter.
  struct Suspect: Hashable {
    var table: String
    var reference: ForeignKeyGraph.Reference
    var values: [SQLiteValue]
  }

  /// What the report says about those that were explained.
  var notices: [String] {
    let declared = declaredRows.sorted { $0.key < $1.key }.map { names, count in
      let what =
        count == 1
        ? "1 row of \(names.child) refers to a row of \(names.parent) that is not there, and was not"
        : "\(count) rows of \(names.child) refer to rows of \(names.parent) that are not there, and"
          + " were not"
      return "\(what) before: the values are old, only the foreign key is new"
    }
    let lost = lostTables.sorted(by: <).map { names in
      "\(names.child) refers to \(names.parent), a table that is gone: renaming took the reference along."
        + " With foreign keys enforced, \(names.child) cannot be written"
    }
    return declared + lost
  }

  private struct Names: Hashable, Comparable {
    var child: String
    var parent: String

    static func < (left: Self, right: Self) -> Bool {
      (left.child, left.parent) < (right.child, right.parent)
    }
  }

  private let graph: ForeignKeyGraph
  private var old: [Suspect: Int] = [:]
  private var declaredRows: [Names: Int] = [:]
  private var lostTables: Set<Names> = []

  /// Looks at the database as it is before the step.
  ///
  /// - Parameter sources: the columns that the script reads where it writes a table.
  init(
    among suspects: Set<Suspect>, from sources: [String: Set<ScriptAuthorizer.Column>],
    in graph: ForeignKeyGraph, _ connection: Connection
  ) throws(SQLiteError) {
    self.graph = graph
    for suspect in suspects {
      let reference = suspect.reference
      // What was declared before the step is known row by row, and is nothing to explain.
      let wasDeclared = graph.references[suspect.table]?.contains {
        $0.parent == reference.parent && $0.columns == reference.columns
      }
      guard wasDeclared != true, connection.hasTable(reference.parent),
        try Self.count(
          reference.keys, suspect.values, in: reference.parent, connection) == 0
      else { continue }
      var count = try Self.count(
        reference.columns, suspect.values, in: suspect.table, connection)
      if suspect.values.count == 1 {
        for source in sources[suspect.table] ?? [] where source.table != suspect.table {
          count += try Self.count([source.name], suspect.values, in: source.table, connection)
        }
      }
      old[suspect] = count
    }
  }

  /// Whether an orphan that the step leaves is no new one.
  mutating func explains(_ suspect: Suspect, _ connection: Connection) throws(SQLiteError) -> Bool {
    let names = Names(child: suspect.table, parent: suspect.reference.parent)
    if let left = old[suspect], left > 0 {
      old[suspect] = left - 1
      declaredRows[names, default: 0] += 1
      return true
    }
    guard !connection.hasTable(names.parent) else { return false }
    for before in graph.references[suspect.table] ?? []
    where before.columns == suspect.reference.columns && before.parent != names.parent {
      if try Self.count(before.keys, suspect.values, in: before.parent, connection) > 0 {
        lostTables.insert(names)
        return true
      }
    }
    return false
  }

  /// How many rows have these values in these columns; none if there is no such table or column.
  private static func count(
    _ columns: [String], _ values: [SQLiteValue], in table: String, _ connection: Connection
  ) throws(SQLiteError) -> Int {
    let known = try connection.rows(
      "SELECT name, pk FROM pragma_table_info(?1, 'main') ORDER BY pk", .text(table))
    // A reference that names no columns means the primary key.
    let columns =
      columns.isEmpty
      ? known.filter { $0[1] != 0 }.compactMap { $0[0].string?.asciiLowercased } : columns
    let names = Set(known.compactMap { $0[0].string?.asciiLowercased })
    guard !columns.isEmpty, columns.count == values.count, columns.allSatisfy(names.contains) else {
      return 0
    }
    let conditions = columns.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
    let statement = try connection.prepare(
      "SELECT count(*) FROM main.\(table.quotedName) WHERE \(conditions)")
    try statement.bind(values)
    return try statement.step() ? statement.value(0).int ?? 0 : 0
  }
}
