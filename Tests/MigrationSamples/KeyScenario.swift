import SQLScripts
import SQLScriptsDatabase

/// Tests law 17 against an oracle, for keys of every kind: composite, with other types and collations than their
/// parents, into the same table, without rowids, and into missing tables.
///
/// The oracle copies the keys into a table with the types and collations of the parent's columns, and compares them
/// there.
package struct KeyScenario: Sendable {
  private struct Key: Sendable {
    let child: String
    let columns: [String]
    let parent: String
    let parentColumns: [String]
    /// The types and collations of the parent's columns.
    let types: [String]
  }

  private var generator: any RandomNumberGenerator & Sendable
  private let isUnchecked: Bool
  private var keys: [Key] = []
  private var tables: [String: String] = [:]
  private var start: [String] = []
  private var number = 0

  package private(set) var words = ""

  /// - Parameter isUnchecked: whether the scripts turn the check off, which the oracle must notice.
  package init(_ generator: any RandomNumberGenerator & Sendable, isUnchecked: Bool = false) {
    self.generator = generator
    self.isUnchecked = isUnchecked
  }

  private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func pick(_ list: [String]) -> String { list[random(list.count)] }

  /// The result of the runner, and the expected one.
  package mutating func run() throws -> (
    found: OrphanScenario.Outcome, expected: OrphanScenario.Outcome
  ) {
    make()
    let mine = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let oracle = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    var scripts: [InMemoryScript] = [.default(["SELECT 1"])]
    try Migrator(connection: mine.handle, scripts: ScriptBundle(scripts: scripts)).migrate()
    for sql in start {
      // Rows that a unique key refuses are in neither database.
      guard (try? oracle.execute(sql)) != nil else { continue }
      try mine.execute(sql)
    }
    var expected = OrphanScenario.Outcome(version: 1, isAccepted: true, content: [])
    var options = MigrationOptions()
    options.groupCommit = random(2) == 0 ? .zero : .seconds(3600)
    options.assumesLargeDatabase = random(2) == 0
    words = "\(start)"
    for version in 2..<Int64(2 + 1 + random(3)) {
      let before = try orphans(oracle)
      try oracle.execute("BEGIN")
      var sql: [String] = []
      for _ in 0..<(1 + random(4)) {
        let change = change()
        try oracle.execute("SAVEPOINT change")
        do {
          for statement in change { try oracle.execute(statement) }
          sql += change
        } catch {
          try oracle.execute("ROLLBACK TO change")
        }
        try oracle.execute("RELEASE change")
      }
      let after = try orphans(oracle)
      let grows = Self.grows(from: before.keys, to: after.keys)
      // 2 and '2' may be the same key to the parent but are different values. The law does not decide this case.
      if !grows, Self.grows(from: before.values, to: after.values) {
        try oracle.execute("ROLLBACK")
        try oracle.execute("BEGIN")
        sql = []
      }
      if sql.isEmpty { sql = ["SELECT 1"] }
      words += "\n\(version): \(sql)"
      scripts.append(isUnchecked ? .unchecked(version, sql) : .update(version, sql))
      if grows {
        try oracle.execute("ROLLBACK")
        expected.isAccepted = false
        break
      }
      try oracle.execute("COMMIT")
      expected.version = version
    }
    expected.content = try oracle.rowsAndSchema()
    var found = OrphanScenario.Outcome(version: 1, isAccepted: true, content: [])
    do {
      found.version = try Migrator(
        connection: mine.handle, scripts: ScriptBundle(scripts: scripts), options: options
      ).migrate().to
    } catch {
      guard case .foreignKeys = error.reason else { throw error }
      words += "\n\(error.summary)"
      found.version = error.report.to
      found.isAccepted = false
    }
    found.content = try mine.rowsAndSchema()
    return (found, expected)
  }

  // MARK: The oracle

  /// The number of violations of each key as the parent compares it, and of each value.
  private func orphans(
    _ connection: Connection
  ) throws -> (keys: [String: Int], values: [String: Int]) {
    var (keys, values): ([String: Int], [String: Int]) = ([:], [:])
    for (index, key) in self.keys.enumerated() where connection.hasTable(key.child) {
      let places = key.types.indices
      let columns = places.map { "k\($0) \(key.types[$0])" } + places.map { "v\($0)" }
      try connection.execute("CREATE TEMP TABLE probe (\(columns.joined(separator: ", ")))")
      defer { try? connection.execute("DROP TABLE temp.probe") }
      let given = key.columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      let list = (key.columns + key.columns).joined(separator: ", ")
      try connection.execute(
        "INSERT INTO probe SELECT \(list) FROM main.\(key.child) WHERE \(given)")
      let same = places.map { "probe.k\($0) = p.\(key.parentColumns[$0])" }
      let condition =
        connection.hasTable(key.parent)
        ? "NOT EXISTS (SELECT 1 FROM main.\(key.parent) AS p WHERE \(same.joined(separator: " AND ")))"
        : "1"
      let shown = ["k", "v"].map { kind in
        places.map { Self.shown("\(kind)\($0)", key.types[$0]) }.joined(separator: " || '|' || ")
      }
      for row in try connection.rows(
        "SELECT \(shown.joined(separator: ", ")) FROM probe WHERE \(condition)")
      {
        keys["\(index): \(row[0])", default: 0] += 1
        values["\(index): \(row[1])", default: 0] += 1
      }
    }
    return (keys, values)
  }

  private static func grows(from before: [String: Int], to after: [String: Int]) -> Bool {
    after.contains { $0.value > before[$0.key] ?? 0 }
  }

  /// An expression with the same text for equal keys.
  private static func shown(_ column: String, _ type: String) -> String {
    let text = "quote(iif(typeof(\(column)) = 'real', CAST(\(column) AS INTEGER), \(column)))"
    return type.contains("NOCASE") ? "lower(\(text))" : text
  }

  // MARK: The schema and the statements of a script

  private mutating func make() {
    if random(3) == 0 { start += OrphanScenario.largeDatabase }
    let types = ["TEXT", "TEXT COLLATE NOCASE", "INTEGER", "NUMERIC", ""]
    let (one, two) = (pick(types), pick(types))
    tables["p"] =
      "(id INTEGER PRIMARY KEY, a \(one), b \(two), c \(one) UNIQUE, UNIQUE (a, b))"
    let childTypes = ["TEXT", "INTEGER", "", "TEXT COLLATE NOCASE"]
    let withoutRowID = random(2) == 0 ? " WITHOUT ROWID" : ""
    tables["kid"] =
      """
      (id INTEGER PRIMARY KEY, x \(pick(childTypes)), y \(pick(childTypes)), z \(pick(childTypes)) \
      REFERENCES p (c), FOREIGN KEY (x, y) REFERENCES p (a, b))\(withoutRowID)
      """
    tables["node"] = "(id INTEGER PRIMARY KEY, x REFERENCES node (id), y INTEGER REFERENCES p, z)"
    tables["stray"] = "(id INTEGER PRIMARY KEY, x REFERENCES missing (id), y, z)"
    keys = [
      Key(
        child: "kid", columns: ["x", "y"], parent: "p", parentColumns: ["a", "b"],
        types: [one, two]
      ),
      Key(child: "kid", columns: ["z"], parent: "p", parentColumns: ["c"], types: [one]),
      Key(child: "node", columns: ["x"], parent: "node", parentColumns: ["id"], types: ["INTEGER"]),
      Key(child: "node", columns: ["y"], parent: "p", parentColumns: ["id"], types: ["INTEGER"]),
      Key(child: "stray", columns: ["x"], parent: "missing", parentColumns: ["id"], types: [""]),
    ]
    for name in ["p", "kid", "node", "stray"] {
      start.append("CREATE TABLE \(name) \(tables[name] ?? "")")
      for _ in 0..<(2 + random(6)) { start.append(insert(name)) }
    }
  }

  private mutating func value() -> String {
    pick(["NULL", "1", "2", "3", "4", "'1'", "'2'", "'a'", "'A'", "'b'", "2.0", "'2.0'", "x'61'"])
  }

  private mutating func insert(_ table: String) -> String {
    number += 1
    return "INSERT INTO \(table) VALUES (\(number), \(value()), \(value()), \(value()))"
  }

  private mutating func change() -> [String] {
    let name = pick(["p", "kid", "kid", "node", "stray"])
    let column = name == "p" ? pick(["a", "b", "c"]) : pick(["x", "y", "z"])
    switch random(9) {
    case 0: return [insert(name)]
    case 1: return ["DELETE FROM \(name) WHERE \(column) = \(value())"]
    case 2: return ["UPDATE \(name) SET \(column) = \(value()) WHERE \(column) = \(value())"]
    case 3: return [insert("p"), insert("p")]
    case 4: return ["UPDATE \(name) SET \(column) = upper(\(column))"]
    case 5: return ["UPDATE \(name) SET \(column) = \(column) || ''"]
    case 6: return rebuild(name)
    case 7:
      number += 100
      return [
        "INSERT INTO \(name) SELECT id + \(number), \(name == "p" ? "a, b, NULL" : "x, y, z") FROM \(name)"
      ]
    default:
      return random(3) == 0
        ? ["DELETE FROM \(name) WHERE id % 2 = \(random(2))"]
        : ["REPLACE INTO p VALUES (\(1 + random(8)), \(value()), \(value()), \(value()))"]
    }
  }

  /// A rebuild with the same name, sometimes with swapped columns.
  private mutating func rebuild(_ name: String) -> [String] {
    let columns = name == "p" ? ["a", "b", "c"] : ["x", "y", "z"]
    let sources = random(4) == 0 ? [columns[1], columns[0], columns[2]] : columns
    // References to the table itself use its later name.
    return [
      "CREATE TABLE fresh \(tables[name] ?? "")",
      "INSERT INTO fresh (id, \(columns.joined(separator: ", "))) SELECT id, \(sources.joined(separator: ", ")) FROM \(name)",
      "DROP TABLE \(name)", "ALTER TABLE fresh RENAME TO \(name)",
    ]
  }
}
