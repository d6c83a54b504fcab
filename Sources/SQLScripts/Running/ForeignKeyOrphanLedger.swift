import SQLScriptsDatabase

/// Stores the keys of foreign key violations in a separate database, and compares their numbers before and after a
/// step.
///
/// It can hold millions of keys, sorts them in O(n log n), and calls no function or collation of the app. It is created
/// for the first violation.
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
    fileprivate let table: String?
    let count: Int
    let affinities: [KeyAffinity]
    private let scratch: Connection?

    /// Creates the value for a foreign key without violations.
    convenience init(noneOf affinities: [KeyAffinity]) {
      self.init(nil, count: 0, affinities, nil)
    }

    fileprivate init(
      _ table: String?, count: Int, _ affinities: [KeyAffinity], _ scratch: Connection?
    ) {
      self.table = table
      self.count = count
      self.affinities = affinities
      self.scratch = scratch
    }

    deinit {
      if let table { try? scratch?.execute("DROP TABLE \(table)") }
    }

    /// Copies the rows into a table of another database.
    func copy(
      into target: String, version: Int64, number: Int, _ connection: Connection
    ) throws(SQLiteError) {
      guard let table, let scratch else { return }
      let columns =
        ForeignKeyOrphanLedger.columns(affinities.count) + ["version", "look", "number"]
      let source = try scratch.prepare("SELECT *, \(version), \(number), rowid FROM \(table)")
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      let sink = try connection.prepare(
        "INSERT INTO \(target) (\(columns.joined(separator: ", "))) VALUES (\(places))")
      while try source.step() {
        try sink.bind(columns.count, of: source)
        try sink.execute()
        sink.rewind()
      }
    }

    /// The first few rows.
    func examples(_ limit: Int) throws(SQLiteError) -> [(rowID: Int64?, values: [SQLiteValue])] {
      guard let table, let scratch else { return [] }
      return try scratch.rows("SELECT * FROM \(table) ORDER BY rowid LIMIT \(limit)")
        .map { ($0.last?.int64, Array($0.dropLast())) }
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
    let table = "look\(tables)"
    let columns = Self.columns(affinities.count)
    try scratch.execute("CREATE TABLE \(table)(\(columns.joined(separator: ", ")))")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let sink = try scratch.prepare("INSERT INTO \(table) VALUES (\(places))")
    var count = 0
    while try source.step() {
      try sink.bind(columns.count, of: source)
      try sink.execute()
      sink.rewind()
      count += 1
    }
    return Look(table, count: count, affinities, scratch)
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
  /// If the type of a column has changed, values are compared as numbers: 99 and '99' are one key.
  func growth(
    from before: [Part], to after: [Part], collations: [String]
  ) throws(SQLiteError) -> Growth {
    let arity = collations.count
    let keys = (0..<arity).map { "k\($0)" }
    let types = (0..<arity).map { index in
      let affinities =
        (before + after).map { $0.look.affinities[$0.order[index]] }
      let isRetyped = Set(affinities).count > 1
      let collation = ["NOCASE", "RTRIM"].contains(collations[index].uppercased())
      return
        "k\(index) \(isRetyped ? "NUMERIC" : "") \(collation ? "COLLATE \(collations[index])" : "")"
    }
    try scratch.execute("CREATE TABLE sum(\(types.joined(separator: ", ")), n, k, r)")
    defer { try? scratch.execute("DROP TABLE sum") }
    let add = { (part: Part, rest: String) throws(SQLiteError) in
      guard let table = part.look.table else { return }
      let values = part.order.map { "k\($0)" }.joined(separator: ", ")
      try self.scratch.execute("INSERT INTO sum SELECT \(values), \(rest) FROM \(table)")
    }
    for part in before { try add(part, "-1, NULL, NULL") }
    for (index, part) in after.enumerated() { try add(part, "1, \(index), r") }
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
}
