import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

/// The rows of a table after its scripts.
struct SeedTable {
  struct Column {
    let name: String
    /// Whether a default writes the time into it.
    let isFilledWithTime: Bool
  }

  let name: String
  let columns: [Column]
  /// The rows, ordered by their keys.
  private(set) var rows: [[StoredValue]] = []
  /// The rowids; empty if there are none, or if columns use all of their names.
  private(set) var rowIDs: [Int64] = []
  /// A name for the rowid; nil if there is none.
  private let rowIDName: String?
  /// Whether a column is an alias of the rowid.
  private let hasAlias: Bool

  private static let rowsInOneStatement = 500

  init(_ name: String, in connection: Connection) throws(SQLiteError) {
    self.name = name
    var columns: [Column] = []
    var names: [String] = []
    var keys: [String] = []
    for row in try connection.rows(
      "SELECT name, hidden, dflt_value, pk, type FROM pragma_table_xinfo(?)", .text(name))
    {
      guard let column = row[0].string else { continue }
      names.append(column)
      if row[3].int64 != 0 { keys.append(row[4].string?.uppercased() ?? "") }
      guard row[1].int64 == 0 else { continue }
      let value = row[2].string?.asciiLowercased ?? ""
      let isFilled = ["current_timestamp", "current_date", "current_time", "now", "unixepoch"]
        .contains { value.contains($0) }
      columns.append(Column(name: column, isFilledWithTime: isFilled))
    }
    self.columns = columns
    let isWithoutRowID = try connection.rows("PRAGMA main.table_list").contains {
      $0[0].string == "main" && $0[1].string?.isSameName(as: name) == true && $0[4].int64 != 0
    }
    rowIDName =
      isWithoutRowID
      ? nil
      : ["rowid", "_rowid_", "oid"].first { id in !names.contains { $0.asciiLowercased == id } }
    let keyIndexes = try connection.rows(
      "SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", .text(name))
    hasAlias = keys == ["INTEGER"] && keyIndexes.isEmpty && !isWithoutRowID
    try readRows(in: connection)
  }

  private mutating func readRows(in connection: Connection) throws(SQLiteError) {
    var list = [rowIDName ?? "0"]
    list += columns.map { StoredValue.selection(of: $0.name) }
    // Scanning an index would give another order.
    let statement = try connection.prepare(
      "SELECT \(list.joined(separator: ", ")) FROM main.\(name.quotedName) NOT INDEXED")
    while try statement.step() {
      if rowIDName != nil { rowIDs.append(statement.value(0).int64 ?? 0) }
      rows.append(
        columns.indices.map { index in
          StoredValue(
            type: statement.value(2 * index + 1), value: statement.value(2 * index + 2))
        })
    }
  }

  /// The highest rowid; nil if there is none.
  var greatestRowID: Int64? { rowIDs.max() }

  /// Removes the values that another run at another moment did not create: times and random numbers, which the script
  /// must compute again.
  ///
  /// - Returns: false if even the rows differ.
  mutating func removeValues(differentIn other: SeedTable) -> Bool {
    guard rows.count == other.rows.count, rowIDs == other.rowIDs else { return false }
    for row in rows.indices {
      for column in columns.indices where rows[row][column] != other.rows[row][column] {
        rows[row][column] = .ofTheRun
      }
    }
    return true
  }

  /// Columns with values that differ in each run and have no default that computes them.
  var columnsOfTheRun: [String] {
    columns.indices.filter { index in
      !columns[index].isFilledWithTime && rows.contains { $0[index] == .ofTheRun }
    }.map { columns[$0].name }
  }

  /// The statements that insert the rows. Columns whose default is the time are left out.
  var statements: [String] {
    var statements: [String] = []
    var start = 0
    while start < rows.count {
      let used = usedColumns(rows[start])
      let end =
        rows[start...].prefix(Self.rowsInOneStatement).firstIndex { usedColumns($0) != used }
        ?? min(start + Self.rowsInOneStatement, rows.count)
      statements += self.statements(start..<end, used)
      start = end
    }
    return statements
  }

  /// Whether the rows need explicit rowids, because SQLite would assign others. Other rows, a full-text index or a
  /// script may refer to a rowid.
  private var namesRowIDs: Bool {
    !hasAlias && !rowIDs.elementsEqual(1..<Int64(rowIDs.count) + 1)
  }

  private func usedColumns(_ row: [StoredValue]) -> [Int] {
    row.indices.filter { row[$0] != .ofTheRun }
  }

  private func statements(_ range: Range<Int>, _ used: [Int]) -> [String] {
    let table = name.quotedName
    let rowID = namesRowIDs ? rowIDName : nil
    guard !used.isEmpty || rowID != nil else {
      // One such statement inserts one row.
      return range.map { _ in "INSERT INTO \(table) DEFAULT VALUES" }
    }
    let names = [rowID].compactMap { $0 } + used.map { columns[$0].name.quotedName }
    let values = range.map { index in
      let numbers = rowID == nil ? [] : ["\(rowIDs[index])"]
      return "(" + (numbers + used.map { rows[index][$0].literal }).joined(separator: ", ") + ")"
    }
    let separator = values.count == 1 ? " " : "\n  "
    return [
      "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES" + separator
        + values.joined(separator: ",\n  ")
    ]
  }
}
