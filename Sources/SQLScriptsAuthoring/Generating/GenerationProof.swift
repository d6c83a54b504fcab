import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// Proves that a generated update makes the requested change and no other.
///
/// It runs on a database with rows in every table. The stored text of the schema and every row with its rowid are
/// compared before and after, except for the requested change.
struct GenerationProof {
  private let generation: Generation
  private let before: Connection
  private let table: SchemaTable
  private let standIns: StandIns

  /// - Parameter database: a database at the latest version; it is only read.
  init(
    _ generation: Generation, of table: SchemaTable, in database: BundleDatabase,
    _ standIns: StandIns
  ) throws(SQLiteError) {
    self.standIns = standIns
    self.generation = generation
    self.table = table
    before = try Connection(repeatableAt: .first)
    try standIns.add(to: before)
    try before.copyAll(of: database.connection, busyTimeout: Milliseconds(0))
    try SampleRows.fill(before)
  }

  /// The other changes that an update would make, as text; empty if there are none.
  ///
  /// - Parameter library: the scripts with the update.
  func differences(after library: ScriptLibrary) throws -> [String] {
    let after = try Connection(repeatableAt: .first)
    try standIns.add(to: after)
    try after.copyAll(of: before, busyTimeout: Milliseconds(0))
    try Migrator(connection: after, library: library, options: MigrationOptions()).migrate()
    let old = try StoredState(before).withoutStatistics
    let new = try StoredState(after).withoutStatistics
    switch generation {
    case .renameColumn:
      // The name is in every object that uses the column, and no value changes.
      return new.differences(from: old) { _, _ in true }
    case .index:
      let known = Set(old.objects.map(\.name))
      let index = new.objects.first { $0.kind == "index" && !known.contains($0.name) }
      return new.without(objects: { $0.name == index?.name }, rowsOf: []).differences(from: old)
    case .rebuild(_, nil):
      return new.differences(from: old, isSame: Self.isSameButForName)
    case .addColumn, .rebuild, .dropColumn:
      return try differences(old, new, after)
    }
  }

  /// For a change of columns: everything but the table's own text, and the remaining columns.
  private func differences(
    _ old: StoredState, _ new: StoredState, _ after: Connection
  ) throws(SQLiteError) -> [String] {
    var gone: Set<String> = []
    if case .dropColumn(_, let name) = generation, let column = table.column(exactly: name) {
      gone = Set(table.indexes(using: column).map(\.name))
    }
    var tables: Set<SQLName> = [SQLName(table.name)]
    if case .rebuild = generation { tables.insert("sqlite_sequence") }
    let isLeftOut = { (object: StoredState.Object) in
      object.kind == "table" && object.name.isSameName(as: table.name)
        || object.kind == "index" && gone.contains(object.name)
    }
    var words = new.without(objects: isLeftOut, rowsOf: tables)
      .differences(from: old.without(objects: isLeftOut, rowsOf: tables))
    guard let changed = try SchemaReader(after).snapshot(without: [])[table.name] else {
      return words + ["table “\(table.name)” would be dropped"]
    }
    var columns = table.columns.filter { column in
      changed.columns.contains {
        $0.name.isSameName(as: column.name) && $0.type == column.type
          && $0.isGenerated == column.isGenerated
      }
    }.map(\.name.quotedName)
    let isOrdered = !table.isWithoutRowID && !changed.isWithoutRowID
    if isOrdered,
      let rowID = String.rowIDName(besides: table.columns.map(\.name) + changed.columns.map(\.name))
    {
      columns.insert(rowID, at: 0)
    }
    let source = "main.\(table.name.quotedName) NOT INDEXED"
    let rows = try [before, after].map { connection throws(SQLiteError) in
      try StoredState.rows(of: columns, from: source, sorted: !isOrdered, in: connection)
    }
    if rows[0] != rows[1] {
      words.append(
        rows[0].count == rows[1].count
          ? "“\(table.name)” would have other values or row IDs"
          : "“\(table.name)” would have \(rows[1].count) rows instead of \(rows[0].count)")
    }
    return words
  }

  /// ALTER TABLE puts the new name of a table in quotes.
  private static func isSameButForName(_ before: String, _ after: String) -> Bool {
    let (old, new) = (MentionedNames(before), MentionedNames(after))
    guard old.names.count > 2, new.names.count > 2, old.names[2] == new.names[2],
      old.names[1].uppercased() == "TABLE"
    else { return false }
    return Array(before.utf8)[old.ranges[2].upperBound...]
      == Array(after.utf8)[new.ranges[2].upperBound...]
  }
}

extension SchemaSnapshot {
  /// The snapshot with the triggers of each table in the order of their creation.
  ///
  /// - Parameter triggers: the names of all triggers in this order.
  func withTriggers(inOrderOf triggers: [String]) -> SchemaSnapshot {
    let places = Dictionary(
      triggers.enumerated().map { (SQLName($0.element), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var snapshot = self
    for var table in tables.values where table.triggers.count > 1 {
      table.triggers.sort {
        places[SQLName($0.name), default: 0] < places[SQLName($1.name), default: 0]
      }
      snapshot.set(table, named: SQLName(table.name))
    }
    return snapshot
  }
}
