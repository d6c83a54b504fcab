import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

/// Tests law 17 against an oracle: a database with old foreign key violations, and random scripts or code steps that
/// change it.
///
/// The oracle runs the statements without the runner, counts the violations by brute force before and after, and
/// computes the expected result.
package struct OrphanScenario: Sendable {
  /// The result of the scripts.
  package struct Outcome: Equatable, Sendable {
    package var version: Int64
    package var isAccepted: Bool
    package var content: [String]
  }

  private struct Table {
    var name: String
    /// A column, its parent, and whether a foreign key is declared.
    var columns: [(name: String, parent: Int, isDeclared: Bool, type: String)]
    var hasRowID = true
  }

  private var generator: any RandomNumberGenerator & Sendable
  private let isUnchecked: Bool
  private var parents: [String]
  /// Whether a parent has its primary key. Without it, no foreign key to it can be used.
  private var hasKey = [true, true]
  /// Two names that SQLite distinguishes, even if they are equal in Swift.
  private let twins: (String, String)
  private var tables: [Table] = []
  private var start: [String] = []
  private var steps: [(isCode: Bool, sql: [String])] = []
  private var number = 0

  package private(set) var words = ""

  /// - Parameter isUnchecked: whether the scripts turn the check off, which the oracle must notice.
  package init(_ generator: any RandomNumberGenerator & Sendable, isUnchecked: Bool = false) {
    self.isUnchecked = isUnchecked
    var generator = generator
    twins =
      [("a", "B b"), ("caf\u{E9}", "cafe\u{301}"), ("\u{C4}", "\u{E4}")][
        Int.random(in: 0..<3, using: &generator)]
    let names = [("user s", "groups"), ("\u{F6} p", "o\u{308} p"), ("\u{D6}", "\u{F6}")]
    let pair = names[Int.random(in: 0..<3, using: &generator)]
    parents = [pair.0, pair.1]
    self.generator = generator
  }

  private mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func freshName(_ name: String) -> String {
    number += 1
    return "\(name)\(number)"
  }

  /// The result of the runner, and the expected one.
  package mutating func run() throws -> (found: Outcome, expected: Outcome) {
    make()
    let mine = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let oracle = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    var scripts: [InMemoryScript] = [.default(["SELECT 1"])]
    _ = try Migrator(connection: mine.handle, scripts: ScriptBundle(scripts: scripts)).migrate()
    for sql in start {
      try mine.execute(sql)
      try oracle.execute(sql)
    }
    var options = MigrationOptions()
    options.groupCommit = random(2) == 0 ? .zero : .seconds(3600)
    options.assumesLargeDatabase = random(2) == 0
    var expected = Outcome(version: 1, isAccepted: true, content: [])
    for version in 2..<Int64(2 + 1 + random(3)) {
      let isCode = random(3) == 0
      let before = try orphans(in: oracle)
      try oracle.execute("BEGIN")
      var sql: [String] = []
      for _ in 0..<(1 + random(4)) {
        for statement in change(isCode: isCode) {
          sql.append(statement)
          try oracle.execute(statement)
        }
      }
      steps.append((isCode, sql))
      scripts.append(
        isUnchecked && !isCode
          ? .unchecked(version, sql) : .update(version, isCode ? ["SELECT 1"] : sql))
      if isCode {
        options.codeSteps.append(
          CodeStep(version: version, name: "code", place: .instead) { [sql] database in
            for statement in sql { try database.execute(statement) }
          })
      }
      let after = try orphans(in: oracle)
      let isOrphaned = after.contains {
        $0.value.isDeclared && $0.value.count > before[$0.key]?.count ?? 0
      }
      // Each parent has tables that refer to it.
      if isOrphaned || hasKey.contains(false) {
        try oracle.execute("ROLLBACK")
        expected.isAccepted = false
        break
      }
      try oracle.execute("COMMIT")
      expected.version = version
    }
    words = "\(start)\n\(steps)"
    expected.content = try oracle.rowsAndSchema()
    var outcome = Outcome(version: 1, isAccepted: true, content: [])
    do {
      let report = try Migrator(
        connection: mine.handle, scripts: ScriptBundle(scripts: scripts), options: options
      ).migrate()
      outcome.version = report.to
    } catch {
      guard case .foreignKeys = error.reason else { throw error }
      words += "\n\(error.summary)"
      outcome.version = error.report.to
      outcome.isAccepted = false
    }
    outcome.content = try mine.rowsAndSchema()
    return (outcome, expected)
  }

  // MARK: The oracle

  /// A kind of violation: the table and the column by index, and the value as text.
  private struct Kind: Hashable {
    var table: Int
    var column: Int
    var value: String
  }

  private func orphans(
    in connection: Connection
  ) throws -> [Kind: (count: Int, isDeclared: Bool)] {
    let keys = try parents.map { parent in
      Set(try connection.rows("SELECT id FROM \(parent.quotedName)").map { "\($0[0])" })
    }
    var orphans: [Kind: (count: Int, isDeclared: Bool)] = [:]
    for (index, table) in tables.enumerated() {
      for (place, column) in table.columns.enumerated() {
        for row in try connection.rows(
          "SELECT \(column.name.quotedName) FROM \(table.name.quotedName)")
        where !row[0].isNull && !keys[column.parent].contains("\(row[0])") {
          orphans[
            Kind(table: index, column: place, value: "\(row[0])"),
            default: (0, column.isDeclared)
          ].count += 1
        }
      }
    }
    return orphans
  }

  // MARK: The statements of a script

  /// Makes a database large enough to be checked differently. Its pages are free, so no statement is slower.
  static let largeDatabase = [
    "CREATE TABLE large AS SELECT zeroblob(9000000)", "DROP TABLE large",
  ]

  private mutating func make() {
    if random(3) == 0 { start += Self.largeDatabase }
    for parent in parents {
      start.append("CREATE TABLE \(parent.quotedName)(id INTEGER PRIMARY KEY, n)")
      for id in 1...6 where random(3) > 0 {
        start.append("INSERT INTO \(parent.quotedName) VALUES (\(id), 'x')")
      }
    }
    tables = [
      Table(
        name: twins.0,
        columns: [("u " + twins.0, 0, true, "INTEGER"), ("u " + twins.1, 0, true, "INTEGER")]),
      Table(name: twins.1, columns: [("u", 0, true, "INTEGER")]),
      Table(name: "w", columns: [("u", 0, true, "TEXT"), ("g", 1, true, "TEXT")], hasRowID: false),
      Table(name: "plain", columns: [("u", 0, false, "INTEGER"), ("g", 1, false, "INTEGER")]),
      Table(name: "rowid", columns: [("rowid", 1, true, "INTEGER")]),
    ]
    for index in tables.indices {
      start.append(create(tables[index]))
      for id in 0..<random(8) { start.append(insert(into: index, id: id)) }
    }
  }

  private func create(_ table: Table) -> String {
    let columns = table.columns.map { column in
      let reference = column.isDeclared ? " REFERENCES \(parents[column.parent].quotedName)" : ""
      return "\(column.name.quotedName) \(column.type)\(reference)"
    }
    return "CREATE TABLE \(table.name.quotedName)(id INTEGER PRIMARY KEY, "
      + "\(columns.joined(separator: ", ")))\(table.hasRowID ? "" : " WITHOUT ROWID")"
  }

  private mutating func value() -> String {
    random(6) == 0 ? "NULL" : "\(random(9))"
  }

  private mutating func insert(into index: Int, id: Int? = nil) -> String {
    let table = tables[index]
    let values = table.columns.map { _ in value() }.joined(separator: ", ")
    let names = table.columns.map(\.name.quotedName).joined(separator: ", ")
    number += 1
    return
      "INSERT INTO \(table.name.quotedName)(id, \(names)) VALUES (\(id ?? 1000 + number), \(values))"
  }

  private mutating func change(isCode: Bool) -> [String] {
    let index = random(tables.count)
    let table = tables[index]
    let name = table.name.quotedName
    let place = random(table.columns.count)
    let column = table.columns[place].name.quotedName
    let parent = parents[random(2)].quotedName
    // If a code step gives several new names, nobody can tell which is whose.
    let kinds = isCode ? 9 : 13
    switch random(kinds) {
    case 0: return [insert(into: index)]
    case 1: return ["DELETE FROM \(name) WHERE \(column) = \(random(9))"]
    case 2: return ["UPDATE \(name) SET \(column) = \(value()) WHERE \(column) = \(random(9))"]
    case 3: return ["INSERT OR IGNORE INTO \(parent) VALUES (\(random(9)), 'y')"]
    case 4: return random(3) > 0 ? [] : ["DELETE FROM \(parent) WHERE id = \(random(9))"]
    case 5: return ["UPDATE \(parent) SET n = 'z'", "UPDATE \(name) SET id = id + 5000"]
    case 6: return rebuild(index, named: table.name)
    case 7: return rebuildParent(random(2), named: nil)
    case 8:
      return [
        "INSERT OR IGNORE INTO \(name) SELECT id + 10000, \(table.columns.map(\.name.quotedName).joined(separator: ", ")) FROM \(name) WHERE \(column) = \(random(9))"
      ]
    case 9: return rebuild(index, named: freshName("t "))
    case 10:
      tables[index].name = freshName("renamed")
      return ["ALTER TABLE \(name) RENAME TO \(tables[index].name)"]
    case 11:
      // For a column that is newly declared as a foreign key, the old name counts. No kind survives that.
      guard index != 3 else { return [] }
      tables[index].columns[place].name = freshName("c")
      return ["ALTER TABLE \(name) RENAME COLUMN \(column) TO \(tables[index].columns[place].name)"]
    default:
      let which = random(2)
      if random(2) == 0 {
        let old = parents[which].quotedName
        parents[which] = freshName("p ")
        return ["ALTER TABLE \(old) RENAME TO \(parents[which].quotedName)"]
      }
      return rebuildParent(which, named: freshName("parent "))
    }
  }

  /// A rebuild of a table: with foreign keys that were not declared, other types, other IDs, or swapped columns.
  private mutating func rebuild(_ index: Int, named name: String) -> [String] {
    let old = tables[index]
    for place in old.columns.indices {
      if random(2) == 0 { tables[index].columns[place].isDeclared = true }
      if random(3) == 0 {
        tables[index].columns[place].type = ["INTEGER", "TEXT", "BIGINT"][random(3)]
      }
    }
    if random(4) == 0 { tables[index].hasRowID.toggle() }
    tables[index].name = name == old.name ? freshName("tmp") : name
    let names = tables[index].columns.map(\.name.quotedName)
    let list = names.joined(separator: ", ")
    let sources = random(5) == 0 ? names.reversed().joined(separator: ", ") : list
    var statements = [
      create(tables[index]),
      random(4) == 0 && sources == list
        ? "INSERT INTO \(tables[index].name.quotedName) SELECT * FROM \(old.name.quotedName)"
        : "INSERT INTO \(tables[index].name.quotedName)(id, \(list)) SELECT id + 20000, \(sources) FROM \(old.name.quotedName)",
      "DROP TABLE \(old.name.quotedName)",
    ]
    if name == old.name {
      statements.append("ALTER TABLE \(tables[index].name.quotedName) RENAME TO \(name.quotedName)")
      tables[index].name = name
    }
    return statements
  }

  /// A rebuild of a parent, with the same name or, including all tables that refer to it, with another name.
  private mutating func rebuildParent(_ which: Int, named name: String?) -> [String] {
    let old = parents[which]
    let condition = random(4) == 0 ? " WHERE id <> \(random(9))" : ""
    let fresh = name ?? freshName("tmp")
    hasKey[which] = random(8) > 0
    let key = hasKey[which] ? "PRIMARY KEY" : ["", "UNIQUE"][random(2)]
    var statements = [
      "CREATE TABLE \(fresh.quotedName)(id INTEGER \(key), n)",
      "INSERT OR IGNORE INTO \(fresh.quotedName) SELECT * FROM \(old.quotedName)\(condition)",
    ]
    if name != nil {
      parents[which] = fresh
      for index in tables.indices
      where tables[index].columns.contains(where: { $0.parent == which }) {
        statements += rebuild(index, named: random(2) == 0 ? tables[index].name : freshName("t "))
      }
    }
    statements.append("DROP TABLE \(old.quotedName)")
    if name == nil {
      statements.append("ALTER TABLE \(fresh.quotedName) RENAME TO \(old.quotedName)")
    }
    return statements
  }
}
