import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation

/// Proves on rows that an update leads to the wanted schema, and keeps every row and value that should stay.
package struct UpdateProof {
  /// The update is wrong, which is a mistake of this program: what differs.
  package struct Failure: Error, Sendable, Hashable {
    package let differences: [String]
  }

  private let before: Connection
  private let standIns: StandIns

  /// - Parameters:
  ///   - database: a database at the latest version; it is only read.
  ///   - kind: the sample rows of its tables.
  ///   - emptied: the tables that have no rows.
  init(
    _ database: BundleDatabase, _ standIns: StandIns, _ kind: SampleRows.Kind,
    emptying emptied: Set<SQLName> = []
  ) throws(SQLiteError) {
    self.standIns = standIns
    before = try Connection(repeatableAt: .first)
    try standIns.add(to: before)
    try before.copyAll(of: database.connection, busyTimeout: Milliseconds(0))
    try SampleRows.fill(before, kind)
    before.setTriggers(enabled: false)
    for table in emptied.sorted() { try before.execute("DELETE FROM main.\(table.quotedName)") }
    before.setTriggers(enabled: true)
  }

  /// - Parameter library: the scripts with the update.
  /// - Throws: `Failure`, `MigrationFailure` if the update stops, `SQLiteError`.
  func check(
    _ library: ScriptLibrary, from old: SchemaSnapshot, to wanted: SchemaSnapshot,
    _ answers: SchemaAnswers
  ) throws {
    let after = try Connection(repeatableAt: .first)
    try standIns.add(to: after)
    try after.copyAll(of: before, busyTimeout: Milliseconds(0))
    try Migrator(connection: after, library: library, options: MigrationOptions()).migrate()
    let found = try WantedUpdate.snapshot(of: after)
    var words = SchemaDifference(from: found, to: wanted).changes.map(\.description)
    let survivors = try CheckedAnswers(answers, old, wanted)
    for name in old.names {
      guard let table = old[name], table.kind == .table,
        let new = survivors.wantedName(of: SQLName(name), in: wanted).flatMap({ wanted[$0] }),
        new.kind == .table, !answers.dropped.contains(SchemaPlace(name))
      else { continue }
      words += try differences(table, new, answers, after)
    }
    words += try after.damage()
    let orphans = try [before, after].map { (connection) throws(SQLiteError) in
      try connection.rows("PRAGMA main.foreign_key_check").count
    }
    if orphans[1] > orphans[0] { words.append("rows would refer to rows that do not exist") }
    guard words.isEmpty else { throw Failure(differences: words) }
  }

  /// The lost and changed rows of a table.
  private func differences(
    _ old: SchemaTable, _ new: SchemaTable, _ answers: SchemaAnswers, _ after: Connection
  ) throws(SQLiteError) -> [String] {
    var columns: [(old: String, new: String, converts: Bool, fillsNulls: Bool)] = []
    for column in old.columns {
      let place = SchemaPlace(old.name, column.name)
      if answers.dropped.contains(place) { continue }
      let name = answers.renamedColumns[place]?.text ?? column.name
      // A formula may be another one.
      guard let present = new.column(name), !present.isGenerated else { continue }
      let fill = answers.fills[SchemaPlace(new.name, name)]
      // A constant only replaces NULL.
      if let fill, !ColumnsRead(fill).isConstant(in: old) { continue }
      let converts = present.affinity != column.affinity || new.isStrict
      columns.append((column.name, name, converts, fill != nil))
    }
    let rowIDs = (
      old: old.isWithoutRowID ? nil : String.rowIDName(besides: old.columns.map(\.name)),
      new: new.isWithoutRowID ? nil : String.rowIDName(besides: new.columns.map(\.name))
    )
    let isAliased = new.rowIDAlias.map { alias in old.rowIDAlias?.name != alias.name } ?? false
    var isOrdered = false
    if let first = rowIDs.old, let second = rowIDs.new, !isAliased {
      columns.insert((first, second, false, false), at: 0)
      isOrdered = true
    }
    let rows = (
      old: try rows(columns.map(\.old), of: old, in: before, isOrdered: isOrdered),
      new: try rows(columns.map(\.new), of: new, in: after, isOrdered: isOrdered)
    )
    guard rows.old.count == rows.new.count else {
      let count = rows.new.count == 1 ? "1 row" : "\(rows.new.count) rows"
      return ["“\(old.name)” would have \(count) instead of \(rows.old.count)"]
    }
    for (left, right) in zip(rows.old, rows.new) {
      for (index, column) in columns.enumerated() {
        let isSame =
          left[index] == right[index] || column.fillsNulls && left[index] == .null
          || column.converts && left[index].isSameNumber(as: right[index])
        if !isSame {
          return [
            "“\(column.new)” of “\(new.name)” would have \(right[index]) instead of \(left[index])"
          ]
        }
      }
    }
    return []
  }

  private func rows(
    _ columns: [String], of table: SchemaTable, in connection: Connection, isOrdered: Bool
  ) throws(SQLiteError) -> [[SQLiteValue]] {
    let list = columns.isEmpty ? "1" : columns.map(\.quotedName).joined(separator: ", ")
    let order = isOrdered ? " ORDER BY 1" : ""
    let rows = try connection.rows(
      "SELECT \(list) FROM main.\(table.name.quotedName) NOT INDEXED\(order)")
    return isOrdered ? rows : rows.sorted { "\($0)" < "\($1)" }
  }
}

extension SQLiteValue {
  /// Whether a value only has another storage class: 12, 12.0 and '12'.
  fileprivate func isSameNumber(as other: SQLiteValue) -> Bool {
    let (left, right) = ("\(self)", "\(other)")
    if left == right { return true }
    guard let first = Double(left), let second = Double(right) else { return false }
    return first == second
  }
}
