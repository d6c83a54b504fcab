import SQLScriptsDatabase

/// Stores the keys of foreign key violations in a separate database, and compares their numbers before and after a
/// step.
///
/// It can hold millions of keys, sorts the keys that differ in O(n log n), and calls no function or collation of the
/// app. It is created for the first violation.
final class ForeignKeyOrphanLedger {
  private let scratch: Connection
  private var tables = 0

  init() throws(SQLiteError) {
    scratch = try Connection(temporaryWithCache: 16 << 20)
    try scratch.execute("PRAGMA journal_mode = OFF")
    // The database is never kept.
    try scratch.execute("BEGIN")
  }

  /// The violations of one foreign key at one moment.
  final class Look {
    /// Nil if there were none.
    fileprivate let rows: ForeignKeyOrphanRows?
    let affinities: [KeyAffinity]

    var count: Int { rows?.count ?? 0 }

    /// Creates the value for a foreign key without violations.
    convenience init(noneOf affinities: [KeyAffinity]) {
      self.init(nil, affinities)
    }

    fileprivate init(_ rows: ForeignKeyOrphanRows?, _ affinities: [KeyAffinity]) {
      self.rows = rows
      self.affinities = affinities
    }

    /// Copies the rows into a table of another database.
    func copy(
      into target: String, version: Int64, number: Int, _ connection: Connection
    ) throws(SQLiteError) {
      let columns =
        ForeignKeyOrphanLedger.columns(affinities.count) + ["version", "look", "number"]
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      let sink = try connection.prepare(
        "INSERT INTO \(target) (\(columns.joined(separator: ", "))) VALUES (\(places))")
      var reader = try rows?.reader()
      var index: Int64 = 0
      while let row = try reader?.next() {
        index += 1
        let numbers = [.integer(version), .integer(Int64(number)), SQLiteValue.integer(index)]
        try sink.execute(row.values + [row.number] + numbers)
      }
    }

    /// The first few rows.
    func examples(_ limit: Int) throws(SQLiteError) -> [ForeignKeyOrphanQuery.Orphan] {
      var examples: [ForeignKeyOrphanQuery.Orphan] = []
      var reader = try rows?.reader()
      while examples.count < limit, let row = try reader?.next() {
        examples.append((row.rowID, row.values))
      }
      return examples
    }
  }

  /// Copies the violations that a query finds.
  func look(
    _ query: ForeignKeyOrphanQuery, affinities: [KeyAffinity], _ connection: Connection
  ) throws(SQLiteError) -> Look {
    try look(at: try query.orphans(connection), affinities: affinities)
  }

  /// Copies violations: the values of the key's columns, and the rowid or NULL.
  func look(at source: Statement, affinities: [KeyAffinity]) throws(SQLiteError) -> Look {
    tables += 1
    let rows = try ForeignKeyOrphanRows("look\(tables)", in: scratch)
    try rows.append(source, arity: affinities.count)
    return Look(rows, affinities)
  }

  /// The names of the columns that hold a key, and the rowid.
  static func columns(_ arity: Int) -> [String] { (0..<arity).map { "k\($0)" } + ["r"] }

  /// The violations of one foreign key, with the order of its columns in another one.
  typealias Part = (look: Look, order: [Int])

  struct Growth {
    var count = 0
    /// Some of the new violations. `key` is the index of the look after the step.
    var examples: [(key: Int, rowID: Int64?, values: [SQLiteValue])] = []
  }

  /// Compares the violations after the step with those before it.
  ///
  /// If the type of a column has changed, values are compared as numbers: 99 and '99' are one key. A column that is not
  /// numeric is compared as a parent of type TEXT compares it: 2 and 2.0 are two keys.
  func growth(
    from before: [Part], to after: [Part], collations: [String], parents: [KeyAffinity]
  ) throws(SQLiteError) -> Growth {
    let arity = collations.count
    let keys = (0..<arity).map { "k\($0)" }
    let types = (0..<arity).map { index in
      let affinities =
        (before + after).map { $0.look.affinities[$0.order[index]] }
      let isText = !affinities.contains(.numeric) && parents[index] == .text
      let type = isText ? "TEXT" : Set(affinities).count > 1 ? "NUMERIC" : ""
      let collation = ["NOCASE", "RTRIM"].contains(collations[index].uppercased())
      return
        "k\(index) \(type) \(collation ? "COLLATE \(collations[index])" : "")"
    }
    try scratch.execute("CREATE TABLE sum(\(types.joined(separator: ", ")), n, k, r)")
    defer { try? scratch.execute("DROP TABLE sum") }
    let places = (0..<arity + 3).map { _ in "?" }.joined(separator: ", ")
    let sink = try scratch.prepare("INSERT INTO sum VALUES (\(places))")
    let add = { (row: ForeignKeyOrphanRows.Row, order: [Int], key: Int?) throws(SQLiteError) in
      let values = row.values
      let number: [SQLiteValue] =
        key.map { [.integer(1), .integer(Int64($0)), row.number] } ?? [.integer(-1), .null, .null]
      try sink.execute(order.map { values[$0] } + number)
    }
    if before.count == 1, after.count == 1, before[0].order == after[0].order {
      try difference(from: before[0].look, to: after[0].look) { row, isNew throws(SQLiteError) in
        try add(row, after[0].order, isNew ? 0 : nil)
      }
    } else {
      for (parts, isNew) in [(before, false), (after, true)] {
        for (index, part) in parts.enumerated() {
          var reader = try part.look.rows?.reader()
          while let row = try reader?.next() { try add(row, part.order, isNew ? index : nil) }
        }
      }
    }
    let list = keys.joined(separator: ", ")
    let groups = try scratch.prepare(
      """
      SELECT \(list), sum(n), max(k), max(r) FROM sum GROUP BY \(list) HAVING sum(n) > 0
      ORDER BY max(r)
      """)
    var growth = Growth()
    while try groups.step() {
      growth.count += groups.value(arity).int ?? 0
      guard growth.examples.count < 5 else { continue }
      let row = groups.row
      // If several tables have the key, its row is not known.
      growth.examples.append(
        (
          row[arity + 1].int ?? 0, after.count == 1 ? row[arity + 2].int64 : nil,
          Array(row.prefix(arity))
        ))
    }
    return growth
  }

  /// Passes the rows of two looks on, except for pairs with the same key. Most rows are usually such pairs, because a
  /// step changes few of them and their order stays the same.
  private func difference(
    from before: Look, to after: Look,
    _ body: (ForeignKeyOrphanRows.Row, _ isNew: Bool) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    var (olds, news) = (try before.rows?.reader(), try after.rows?.reader())
    var (old, new) = (try olds?.next(), try news?.next())
    while old != nil || new != nil {
      if let left = old, let right = new, left.key == right.key {
        (old, new) = (try olds?.next(), try news?.next())
      } else if let row = old, row.rowID ?? 0 <= new?.rowID ?? .max {
        try body(row, false)
        old = try olds?.next()
      } else if let row = new {
        try body(row, true)
        new = try news?.next()
      }
    }
  }
}

extension ForeignKeyOrphanRows.Row {
  fileprivate var values: [SQLiteValue] { SQLiteValue.unpacked(key) }

  fileprivate var number: SQLiteValue { rowID.map { .integer($0) } ?? .null }
}
