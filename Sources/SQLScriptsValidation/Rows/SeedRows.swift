import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Compares the rows that scripts inserted into two databases.
struct SeedRows {
  /// The tables of which only the number of rows is compared.
  var random: Set<String>

  private static let shownRows = 3
  private static let listedRows = 1000

  func differences(
    from old: (replay: ScriptReplay, schema: SchemaSnapshot),
    to new: (replay: ScriptReplay, schema: SchemaSnapshot)
  ) throws(SQLiteError) -> [Divergence.Difference] {
    var differences: [Divergence.Difference] = []
    let clock = Clock()
    for key in new.schema.tables.keys.sorted() {
      guard let table = new.schema[key], let other = old.schema[key],
        table.kind == .table, other.kind == .table
      else { continue }
      let columns = table.columns.filter { column in
        !column.isGenerated && other.column(column.name).map { !$0.isGenerated } ?? false
      }.map(\.name).sorted()
      guard !columns.isEmpty else { continue }
      differences += try compare(
        table, columns, clock, (old.replay.database, new.replay.database))
    }
    return differences
  }

  /// The rows of the updates that a new database lacks. Its other rows and the IDs that SQLite assigned do not
  /// matter, because the state before the updates is not known.
  func missing(
    _ tables: Set<String>,
    from old: (replay: ScriptReplay, schema: SchemaSnapshot),
    to new: (replay: ScriptReplay, schema: SchemaSnapshot)
  ) throws(SQLiteError) -> [Divergence.Difference] {
    var differences: [Divergence.Difference] = []
    let clock = Clock()
    let databases = (old: old.replay.database, new: new.replay.database)
    for key in tables.sorted() where !random.contains(key) {
      guard let table = new.schema[key], let other = old.schema[key],
        table.kind == .table, other.kind == .table
      else { continue }
      let columns = table.columns.filter { column in
        column.name != table.rowIDAlias?.name && !column.isGenerated
          && other.column(column.name).map { !$0.isGenerated } ?? false
      }.map(\.name).sorted()
      guard !columns.isEmpty,
        try digest(table, columns, clock, databases.old).count <= Self.listedRows
      else { continue }
      differences += try listed(table, columns, clock, databases, onlyMissing: true)
    }
    return differences
  }

  private typealias Databases = (old: RehearsalDatabase, new: RehearsalDatabase)

  private func compare(
    _ table: SchemaTable, _ columns: [String], _ clock: Clock, _ databases: Databases
  ) throws(SQLiteError) -> [Divergence.Difference] {
    let before = try digest(table, columns, clock, databases.old)
    let after = try digest(table, columns, clock, databases.new)
    let isRandom =
      random.contains(table.name.asciiLowercased)
      || table.columns.contains { $0.defaultValue?.asciiLowercased.contains("random") ?? false }
    if before.count == after.count, isRandom || before.sum == after.sum { return [] }
    if before.count == after.count, let key = table.rowIDAlias?.name {
      let others = columns.filter { $0 != key }
      let (old, new) = (
        try digest(table, others, clock, databases.old),
        try digest(table, others, clock, databases.new)
      )
      if old.sum == new.sum {
        let words = "the rows of “\(table.name)” have other values in “\(key)” in new databases"
        return [Divergence.Difference(words: words, isCosmetic: true)]
      }
    }
    guard !isRandom, max(before.count, after.count) <= Self.listedRows else {
      let words =
        before.count == after.count
        ? "“\(table.name)” has other rows in new databases"
        : "“\(table.name)” has \(after.count) row\(after.count == 1 ? "" : "s") in new databases and \(before.count) in migrated ones"
      return [Divergence.Difference(words: words)]
    }
    return try listed(table, columns, clock, databases)
  }

  /// The rows that only one of the databases has, in words.
  private func listed(
    _ table: SchemaTable, _ columns: [String], _ clock: Clock, _ databases: Databases,
    onlyMissing: Bool = false
  ) throws(SQLiteError) -> [Divergence.Difference] {
    var counts: [[SQLiteValue]: Int] = [:]
    try each(table, columns, databases.old) { counts[$0.map(clock.normal), default: 0] -= 1 }
    try each(table, columns, databases.new) { counts[$0.map(clock.normal), default: 0] += 1 }
    let rows = counts.filter { onlyMissing ? $0.value < 0 : $0.value != 0 }.map { row, count in
      (
        words: zip(columns, row).map { "\($0) = \($1.literal)" }.joined(separator: ", "),
        count: count
      )
    }.sorted { $0.words < $1.words }
    return rows.prefix(Self.shownRows).map { row in
      let place = "row (\(row.words)) of “\(table.name)”"
      return Divergence.Difference(
        words: row.count < 0
          ? "new databases lack the \(place)" : "only new databases have the \(place)")
    }
      + (rows.count > Self.shownRows
        ? [Divergence.Difference(words: "other rows of “\(table.name)” also differ")] : [])
  }

  /// The number of rows, and a checksum that does not depend on their order.
  private func digest(
    _ table: SchemaTable, _ columns: [String], _ clock: Clock, _ database: RehearsalDatabase
  ) throws(SQLiteError) -> (count: Int, sum: Int) {
    var digest = (count: 0, sum: 0)
    guard !columns.isEmpty else { return digest }
    try each(table, columns, database) { row in
      digest.count += 1
      digest.sum &+= row.map(clock.normal).hashValue
    }
    return digest
  }

  private func each(
    _ table: SchemaTable, _ columns: [String], _ database: RehearsalDatabase,
    _ body: ([SQLiteValue]) -> Void
  ) throws(SQLiteError) {
    let list = columns.map(\.quotedName).joined(separator: ", ")
    database.allowTime()
    try database.asRunner { () throws(SQLiteError) in
      let rows = try database.connection.prepare(
        "SELECT \(list) FROM main.\(table.name.quotedName)")
      while try rows.step() { body(rows.row) }
    }
  }
}

/// Recognizes a value that is only the time at which a script ran.
private struct Clock {
  private let days: Set<String>
  private let seconds: Int64?
  private let julianDay: Double?

  init() {
    // A rehearsal may span midnight, and a script may write local time.
    let connection = try? Connection(
      path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let row = try? connection?.rows(
      """
      SELECT date('now'), date('now', '-1 day'), date('now', '+1 day'),
        CAST(strftime('%s', 'now') AS INTEGER), julianday('now')
      """
    ).first
    days = Set((row ?? []).prefix(3).compactMap(\.string))
    seconds = (row ?? []).dropFirst(3).first?.int64
    julianDay = (row ?? []).dropFirst(4).first?.double
  }

  private static let now = SQLiteValue.text("now")
  private static let day: Int64 = 86_400

  /// The value, with all times of these days replaced by one.
  func normal(_ value: SQLiteValue) -> SQLiteValue {
    switch value {
    case .text(let text):
      return days.contains(String(text.prefix(10))) ? Self.now : value
    case .integer(let number):
      guard let seconds else { return value }
      for unit: Int64 in [1, 1000, 1_000_000] {
        let (low, high) = ((seconds - Self.day) * unit, (seconds + Self.day) * unit)
        if low <= number, number <= high { return Self.now }
      }
      return value
    case .real(let number):
      guard let julianDay, abs(number - julianDay) < 1 else { return value }
      return Self.now
    case .null, .blob, .invalidText: return value
    }
  }
}

extension SQLiteValue {
  /// The value as an SQL literal, shortened if it is long.
  fileprivate var literal: String {
    guard case .text(let text) = self else { return description }
    return text.count > 30 ? "'\(text.prefix(30))…'" : "'\(text)'"
  }
}
