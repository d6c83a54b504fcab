import SQLScriptsDatabase

/// Keeps the keys of orphans in a database of its own, and compares how many there were with how many
/// there are.
///
/// A million keys fit there, sorting them is linear but for a logarithm, and no function or collation of an
/// app is asked. It is made for the first orphan that is found.
final class ForeignKeyOrphanLedger {
  private let scratch: Connection
  private var tables = 0

  init() throws(SQLiteError) {
    scratch = try Connection(temporaryWithCache: 16 << 20)
    try scratch.execute("PRAGMA journal_mode = OFF")
    // Nothing of it is ever to last.
    try scratch.execute("BEGIN")
  }

  /// The orphans of one foreign key at one moment.
  final class Look {
    /// Nil where none were found.
    fileprivate let table: String?
    let count: Int
    let affinities: [KeyAffinity]
    private let scratch: Connection?

    /// The orphans of a foreign key that has none.
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

    /// Copies the rows into a table of another database, which has columns for them.
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

    /// The first few.
    func examples(_ limit: Int) throws(SQLiteError) -> [(rowID: Int64?, values: [SQLiteValue])] {
      guard let table, let scratch else { return [] }
      return try scratch.rows("SELECT * FROM \(table) ORDER BY rowid LIMIT \(limit)")
        .map { ($0.last?.int64, Array($0.dropLast())) }
    }
  }

  /// Copies the orphans that a query finds.
  func look(
    _ query: ForeignKeyOrphanQuery, affinities: [KeyAffinity], _ connection: Connection
  ) throws(SQLiteError) -> Look {
    try look(at: try query.orphans(connection), affinities: affinities)
  }

  /// Copies orphans: the values of the key's columns, and the rowid or NULL.
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

  /// The orphans of a foreign key, with the places of its values in the order of another's.
  typealias Part = (look: Look, order: [Int])

  struct Growth {
    var count = 0
    /// Some of the new ones; the key is the index of the look after the step.
    var examples: [(key: Int, rowID: Int64?, values: [SQLiteValue])] = []
  }

  /// What there is more of after the step than before it.
  ///
  /// A column that has another type since is compared as numbers are: 99 and '99' are one key.
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
      // The row of a key that several tables may have is not known.
      growth.examples.append(
        (
          row[arity + 1].int ?? 0, after.count == 1 ? row[arity + 2].int64 : nil,
          Array(row.prefix(arity))
        ))
    }
    return growth
  }
}
