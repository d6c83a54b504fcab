import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Creates rows for empty tables, so that scripts are rehearsed with data.
///
/// Some statements pass on an empty table and fail if there is a row: a new column that is NOT NULL without a
/// default, a non-constant default, a unique index.
package struct SampleRows {
  package enum Kind {
    /// Three rows that differ in every column, and rows with the values that scripts look for.
    case typical
    /// A row, a duplicate in all columns that need not be unique, a row with NULL in every nullable column, and rows
    /// with values that are easily forgotten.
    case hostile
  }

  let kind: Kind
  let table: SchemaTable
  private var columns: [SampleColumn] = []
  private lazy var solver = RowSolver(table)
  /// The values of its parents' rows, by lowercase column.
  private var parents: [String: [SQLiteValue]] = [:]
  /// The values of the first row.
  private var first: [SQLiteValue] = []

  private static let rowCount = 3
  private static let manyLiterals = 8
  /// After all other rows
  private static let nullRow = 26
  /// How often a row gets other values because another row has its key.
  private static let attempts = 4

  init(_ kind: Kind, of table: SchemaTable, in connection: Connection, hints: SampleHints) {
    self.kind = kind
    self.table = table
    let json = JSONColumns(of: table, known: hints.json)
    let distinct = Self.distinctColumns(of: table)
    let primary = table.primaryKey.map(\.asciiLowercased)
    let unique = table.indexes.filter(\.isUnique).map { $0.columns.map { $0?.asciiLowercased } }
    let keys = Set(unique.joined().compactMap { $0 })
    let alone = Set(unique.filter { $0.count == 1 }.joined().compactMap { $0 })
      .union(primary.count == 1 ? primary : [])
    columns = table.columns.filter { !$0.isGenerated }.map { column in
      let key = column.name.asciiLowercased
      return SampleColumn(
        column, isJSON: json.contains(key), isKey: keys.contains(key),
        isAlone: alone.contains(key), isDistinct: distinct.contains(key),
        literals: hints.literals[key] ?? [])
    }
    for key in table.foreignKeys { readParent(key, connection) }
  }

  /// Inserts rows into the table; none if SQLite accepts none, as with a CHECK that nothing satisfies.
  mutating func seed(_ connection: Connection) {
    guard table.kind == .table, !columns.isEmpty else { return }
    guard let insert = insertion(connection) else { return }
    for row in 0..<Self.rowCount {
      if row == 1 { first = firstRow(connection) }
      if kind == .hostile, row > 0, add(row, isHostile: true, insert) { continue }
      for attempt in 0..<Self.attempts
      where add(row + attempt * Self.rowCount, isHostile: false, insert) { break }
    }
    guard
      (try? connection.value("SELECT EXISTS (SELECT 1 FROM main.\(table.name.quotedName))"))
        == .integer(1)
    else { return }
    switch kind {
    case .typical:
      for (row, values) in literalRows.enumerated() { addRow(row, values, insert) }
    case .hostile:
      for row in 0..<OddValue.count {
        addRow(row, zip(columns, first).map { odd($0, first: $1, row: row) }, insert)
      }
    }
  }

  /// Inserts many usual rows, to measure how long a script takes.
  ///
  /// - Returns: the number of rows, which is lower if a key has few values.
  mutating func seed(_ connection: Connection, count: Int) -> Int {
    guard table.kind == .table, !columns.isEmpty, let insert = insertion(connection) else {
      return 0
    }
    return (0..<count).count { add($0, isHostile: false, insert) }
  }

  /// Adds a row with NULL if a script has replaced all of them. Users write rows in each version.
  mutating func addNulls(_ connection: Connection) {
    let nullable = columns.map { $0.mayBeNull && parents[$0.key] == nil }
    let name = table.name.quotedName
    // EXISTS, because scripts insert rows that need not be read. A list, because AND of a thousand columns would exceed
    // SQLite's depth of expressions.
    let queries = zip(columns, nullable).filter(\.1)
      .map { "EXISTS (SELECT 1 FROM main.\(name) WHERE \($0.0.column.name.quotedName) IS NULL)" }
    guard !queries.isEmpty,
      let hasNulls = try? connection.rows("SELECT \(queries.joined(separator: ", "))").first,
      hasNulls.contains(.integer(0)),
      let count = (try? connection.value("SELECT count(*) FROM main.\(name)"))?.int64,
      let insert = insertion(connection)
    else { return }
    // A key of its own, also where the rows of an earlier version still exist
    let row = Self.nullRow + Int(count)
    let values = columns.indices.map { index in
      nullable[index] ? .null : value(at: index, row: row, isHostile: false)
    }
    _ = add(values, keeping: [], isUsual: false, row: row, insert)
  }

  private func insertion(_ connection: Connection) -> Statement? {
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    return try? connection.prepare(
      "INSERT INTO main.\(table.name.quotedName) (\(columnList)) VALUES (\(marks))")
  }

  private var columnList: String {
    columns.map(\.column.name.quotedName).joined(separator: ", ")
  }

  /// The values of the first row.
  private func firstRow(_ connection: Connection) -> [SQLiteValue] {
    let query = "SELECT \(columnList) FROM main.\(table.name.quotedName) LIMIT 1"
    return (try? connection.rows(query))?.first ?? []
  }

  /// Rows with the literals of the scripts: each literal in a row of its own, and the first of all columns together.
  private var literalRows: [[SQLiteValue?]] {
    let literals = columns.map { parents[$0.key] == nil ? $0.literals : [] }
    var rows: [[SQLiteValue?]] = []
    for (index, values) in literals.enumerated() {
      for value in values where rows.count < Self.manyLiterals {
        var row = [SQLiteValue?](repeating: .none, count: columns.count)
        row[index] = value
        rows.append(row)
      }
    }
    let together = literals.map(\.first)
    if literals.count(where: { !$0.isEmpty }) > 1 { rows.insert(together, at: 0) }
    return Array(rows.prefix(Self.manyLiterals))
  }

  private func odd(_ column: SampleColumn, first: SQLiteValue, row: Int) -> SQLiteValue? {
    let isKey = column.column.primaryKeyPosition > 0
    guard parents[column.key] == nil, !isKey || !column.isAlone, !column.hasForm else { return nil }
    // A part of a key may occur twice where the other parts differ.
    if row == 1, column.isDistinct, !column.isAlone { return first }
    if let literal = column.literal(row: row) { return literal }
    let value = OddValue.value(row, in: column.column, isKey: column.isDistinct, first: first)
    if value == .null, column.column.isNotNull { return nil }
    return value
  }

  /// Adds a row in which some columns have special values.
  private mutating func addRow(_ number: Int, _ special: [SQLiteValue?], _ insert: Statement) {
    // After the rows of all attempts
    let row = Self.rowCount * Self.attempts + number
    let values = zip(columns.indices, special).map { index, value in
      value ?? self.value(at: index, row: row, isHostile: false)
    }
    let kept = special.indices.filter { special[$0] != nil }
    _ = add(values, keeping: kept, isUsual: true, row: row, insert)
  }

  /// Tries a row, and the row that is nearest to it among those that the table accepts.
  private mutating func add(_ row: Int, isHostile: Bool, _ insert: Statement) -> Bool {
    let values = columns.indices.map { value(at: $0, row: row, isHostile: isHostile) }
    return add(values, keeping: [], isUsual: !isHostile, row: row, insert)
  }

  private mutating func add(
    _ values: [SQLiteValue], keeping kept: [Int], isUsual: Bool, row: Int, _ insert: Statement
  ) -> Bool {
    var values = values
    if isUsual, let solver {
      values =
        solver.solveCompletely(values, keeping: kept, row: row, fixed: parents) ?? values
    }
    do throws(SQLiteError) {
      try insert.insert(values)
      return true
    } catch {
      if case .unique = error.said { return false }
    }
    guard let solution = solver?.solve(values, keeping: kept, row: row, fixed: parents) else {
      return false
    }
    return (try? insert.insert(solution)) != nil
  }

  private func value(at index: Int, row: Int, isHostile: Bool) -> SQLiteValue {
    let column = columns[index]
    let isTwin = isHostile && !column.isDistinct
    // The last row has NULL in every nullable column.
    if isTwin, row == Self.rowCount - 1, column.mayBeNull { return .null }
    if isTwin, first.indices.contains(index) { return first[index] }
    let row = isTwin ? 0 : row
    if let values = parents[column.key] {
      if values.isEmpty, column.mayBeNull { return .null }
      if !values.isEmpty { return values[row % values.count] }
    }
    return column.plausible(at: index, row: row + 1)
  }

  /// The columns that must differ between rows: one of each key, so that all others can be equal.
  private static func distinctColumns(of table: SchemaTable) -> Set<String> {
    var keys = table.indexes.filter { $0.isUnique && !$0.isPartial }.map {
      $0.columns.compactMap { $0?.asciiLowercased }
    }
    keys.append(table.primaryKey.map { $0.asciiLowercased })
    let references = Set(table.foreignKeys.flatMap(\.columns).map { $0.asciiLowercased })
    var distinct: Set<String> = []
    for key in keys.sorted(by: { $0.count < $1.count }) where distinct.isDisjoint(with: key) {
      if let column = key.last(where: { !references.contains($0) }) ?? key.last {
        distinct.insert(column)
      }
    }
    return distinct
  }

  /// Sample rows reference existing rows.
  private mutating func readParent(_ key: SchemaForeignKey, _ connection: Connection) {
    var names = key.keys
    if names.isEmpty {
      let query = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
      let rows = try? connection.rows(query, .text(key.parent))
      names = (rows ?? []).compactMap { $0.first?.string }
    }
    guard names.count == key.columns.count else { return }
    let list = names.map(\.quotedName).joined(separator: ", ")
    let query = "SELECT \(list) FROM main.\(key.parent.quotedName) LIMIT \(Self.rowCount)"
    var rows: [[SQLiteValue]] = []
    if key.parent.isSameName(as: table.name) {
      // The rows of a table that refers to itself refer to its first row, and that to none, or to itself.
      let indices = names.map { name in
        columns.firstIndex { $0.column.name.isSameName(as: name) }
      }
      let first = indices.map { $0.map { columns[$0].plausible(at: $0, row: 1) } ?? .null }
      let mayBeNull = key.columns.allSatisfy { table.column($0).map { !$0.isNotNull } ?? false }
      let none = [SQLiteValue](repeating: .null, count: names.count)
      rows = [mayBeNull ? none : first, first, first]
    } else {
      guard let found = try? connection.rows(query) else { return }
      rows = found
    }
    for (index, column) in key.columns.enumerated() where parents[column.asciiLowercased] == nil {
      parents[column.asciiLowercased] = rows.compactMap { $0.count > index ? $0[index] : nil }
    }
  }
}

extension Statement {
  fileprivate func insert(_ values: [SQLiteValue]) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    try execute()
  }
}
