import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSchema

/// The rows that scripts have put into a table.
struct SeedTable {
  let table: SchemaTable
  let columns: [SchemaColumn]
  /// In the order in which they are stored.
  private(set) var rows: [[StoredValue]] = []

  private static let rowsInOneStatement = 500

  init(_ table: SchemaTable, in connection: Connection, _ time: RunTime) throws(SQLiteError) {
    self.table = table
    columns = table.columns.filter { !$0.isGenerated }
    let list = columns.map { StoredValue.selection(of: $0.name) }.joined(separator: ", ")
    // A scan of an index would give another order.
    let statement = try connection.prepare(
      "SELECT \(list) FROM main.\(table.name.quotedName) NOT INDEXED")
    while try statement.step() {
      rows.append(
        columns.indices.map { index in
          time.normal(
            StoredValue(
              type: statement.value(2 * index), value: statement.value(2 * index + 1)))
        })
    }
  }

  /// Whether the other has the same rows, in any order.
  func hasSameRows(as other: SeedTable) -> Bool { counts == other.counts }

  private var counts: [[StoredValue]: Int] { rows.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

  /// The highest of the numbers that tell the rows apart; nil if there is none.
  var greatestRowID: Int64? {
    guard let key = columns.firstIndex(where: { $0.name == table.rowIDAlias?.name }) else {
      return nil
    }
    return rows.lazy.compactMap { row in
      if case .integer(let number) = row[key] { number } else { nil }
    }.max()
  }

  /// Columns that hold the time at which the scripts ran, and do not get it by themselves.
  var columnsWithTime: [String] {
    columns.indices.filter { index in
      !columns[index].isFilledWithTime && rows.contains { $0[index] == .now }
    }.map { columns[$0].name }
  }

  /// The statements that put the rows in. What a default fills with the time is left to it.
  var statements: [String] {
    var statements: [String] = []
    var start = 0
    while start < rows.count {
      let used = usedColumns(rows[start])
      let end =
        rows[start...].prefix(Self.rowsInOneStatement).firstIndex { usedColumns($0) != used }
        ?? min(start + Self.rowsInOneStatement, rows.count)
      statements += self.statements(rows[start..<end], used)
      start = end
    }
    return statements
  }

  private func usedColumns(_ row: [StoredValue]) -> [Int] { row.indices.filter { row[$0] != .now } }

  private func statements(_ rows: ArraySlice<[StoredValue]>, _ used: [Int]) -> [String] {
    let name = table.name.quotedName
    guard !used.isEmpty else {
      // Of such rows one statement makes one.
      return rows.map { _ in "INSERT INTO \(name) DEFAULT VALUES" }
    }
    let names = used.map { columns[$0].name.quotedName }.joined(separator: ", ")
    let values = rows.map { row in
      "(" + used.map { row[$0].literal }.joined(separator: ", ") + ")"
    }
    let separator = values.count == 1 ? " " : "\n  "
    return [
      "INSERT INTO \(name) (\(names)) VALUES" + separator + values.joined(separator: ",\n  ")
    ]
  }
}

extension SchemaColumn {
  fileprivate var isFilledWithTime: Bool {
    guard let value = defaultValue?.lowercased() else { return false }
    return ["current_timestamp", "current_date", "current_time", "now"].contains {
      value.contains($0)
    }
  }
}
