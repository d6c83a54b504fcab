import SQLScriptsDatabase

/// Law 17: a script may not leave a row without its parent, unless it was without it before.
///
/// After a script, the tables that it touched and those that refer to them are checked; a clean result
/// is the end of it. Only if there are orphans is it asked which of them are old: the step is then run
/// once more, with a look at each table before the script first touches it. From then on the migration
/// looks beforehand at every step, so that a database with old orphans costs one repetition and no more.
final class ForeignKeyGuard {
  /// Whether to look at the tables before a script touches them.
  var looksBefore = false

  private let connection: Connection
  private var graph: ForeignKeyGraph?
  private var affected: Set<String> = []
  private var before: [String: [Orphan: Int]] = [:]

  /// What makes two orphans the same one across a rebuild of their table: not the rowid, which may
  /// change, but what they refer to and by which values.
  private struct Orphan: Hashable {
    var parent: String
    var values: [SQLiteValue]
  }

  enum Outcome {
    case clean
    /// There are orphans, and it is not known which are old.
    case mustLookBefore
    case violations([ForeignKeyViolation], count: Int)
  }

  init(_ connection: Connection) {
    self.connection = connection
  }

  func beginStep() {
    affected = []
    before = [:]
  }

  /// Forgets the schema: a rollback has changed it.
  func forget() {
    graph = nil
    beginStep()
  }

  /// Notes what a compiled statement will touch, before it runs.
  func willTouch(_ touches: Set<ScriptAuthorizer.Touch>) throws(SQLiteError) {
    let graph = try currentGraph()
    if graph.isEmpty { return }
    var tables: Set<String> = []
    for touch in touches {
      switch touch {
      case .insert(let table), .create(let table):
        tables.insert(table)
        tables.formUnion(graph.children(of: table))
      case .delete(let table), .drop(let table), .alter(let table):
        tables.formUnion(graph.children(of: table))
        if case .alter = touch { tables.insert(table) }
      case .update(let table, let column):
        tables.formUnion(graph.affected(byUpdating: column, of: table))
      }
    }
    try affect(tables)
  }

  /// Reads again what a statement changed in the schema, after it ran.
  ///
  /// - Parameter mentionsReferences: whether the statement's text has the word; without it CREATE TABLE
  ///   makes no foreign key.
  func didChangeSchema(
    _ touches: Set<ScriptAuthorizer.Touch>, mentionsReferences: Bool, renamed: (String, String)?
  ) throws(SQLiteError) {
    if let renamed {
      // A rename may have changed the references of other tables, too.
      if try currentGraph().isEmpty { return }
      graph = nil
      let children = try currentGraph().children(of: renamed.1)
      if affected.remove(renamed.0) != nil { affected.insert(renamed.1) }
      if let orphans = before.removeValue(forKey: renamed.0), before[renamed.1] == nil {
        before[renamed.1] = orphans
      }
      try affect(children)
      return
    }
    for touch in touches {
      switch touch {
      case .create(let table) where mentionsReferences, .alter(let table):
        if case .alter = touch, !mentionsReferences, try currentGraph().isEmpty { continue }
        let known = try currentGraph().references[table]
        try refresh(table)
        if let now = graph?.references[table], now != known { affected.insert(table) }
        // RENAME COLUMN changes the references of the tables that refer to the column.
        for child in graph?.children(of: table) ?? [] where child != table { try refresh(child) }
      case .drop(let table):
        if graph?.references[table] != nil { try refresh(table) }
      default: break
      }
    }
  }

  /// Checks what was touched, before the step is committed.
  func finishStep() throws(SQLiteError) -> Outcome {
    var violations: [ForeignKeyViolation] = []
    var count = 0
    var unclaimed = unclaimedOrphans()
    for table in affected.sorted() where try currentGraph().references[table] != nil {
      var old = before[table] ?? [:]
      for (orphan, violation) in try orphans(of: table) {
        if !looksBefore { return .mustLookBefore }
        if take(orphan, from: &old) || take(orphan, from: &unclaimed) { continue }
        count += 1
        if violations.count < 5 { violations.append(violation) }
      }
    }
    return count == 0 ? .clean : .violations(violations, count: count)
  }

  private func take(_ orphan: Orphan, from orphans: inout [Orphan: Int]) -> Bool {
    guard let left = orphans[orphan], left > 0 else { return false }
    orphans[orphan] = left - 1
    return true
  }

  /// Old orphans of tables that the script dropped: a rebuild in other steps carries them along under
  /// another name.
  private func unclaimedOrphans() -> [Orphan: Int] {
    var unclaimed: [Orphan: Int] = [:]
    for (table, orphans) in before where !affected.contains(table) || !connection.hasTable(table) {
      unclaimed.merge(orphans, uniquingKeysWith: +)
    }
    return unclaimed
  }

  private func affect(_ tables: Set<String>) throws(SQLiteError) {
    for table in tables where affected.insert(table).inserted && looksBefore {
      guard before[table] == nil, try currentGraph().references[table] != nil else { continue }
      var old: [Orphan: Int] = [:]
      for (orphan, _) in try orphans(of: table) { old[orphan, default: 0] += 1 }
      before[table] = old
    }
  }

  private func refresh(_ table: String) throws(SQLiteError) {
    _ = try currentGraph()
    try graph?.refresh(table, connection)
  }

  private func currentGraph() throws(SQLiteError) -> ForeignKeyGraph {
    if let graph { return graph }
    let fresh = try ForeignKeyGraph(connection)
    graph = fresh
    return fresh
  }

  /// The rows of a table that refer to nothing, as SQLite's own check finds them.
  private func orphans(
    of table: String
  ) throws(SQLiteError) -> [(Orphan, ForeignKeyViolation)] {
    let references = try currentGraph().references[table] ?? []
    let found: [[SQLiteValue]]
    do {
      found = try connection.rows("PRAGMA main.foreign_key_check(\(table.quotedName))")
    } catch  where error.code == .error {
      // "foreign key mismatch": the parent has no such unique key, which SQLite accepts until a row is
      // written with enforcement on. It is a matter for the validator, not a lost row.
      return []
    }
    var orphans: [(Orphan, ForeignKeyViolation)] = []
    for row in found {
      guard let reference = references.first(where: { $0.id == row[3].int64 }) else { continue }
      let values = try row[1].int64.map { (id) throws(SQLiteError) in
        try connection.rows(
          """
          SELECT \(reference.columns.map(\.quotedName).joined(separator: ", "))
          FROM main.\(table.quotedName) WHERE rowid = ?
          """, .integer(id)
        ).first ?? []
      }
      let key = zip(reference.columns, values ?? []).map { "\($0) = \($1)" }.joined(separator: ", ")
      orphans.append(
        (
          Orphan(parent: reference.parent, values: values ?? []),
          ForeignKeyViolation(
            table: table, rowID: row[1].int64, parent: reference.parent,
            key: key.isEmpty ? reference.columns.joined(separator: ", ") : key)
        ))
    }
    return orphans
  }
}

extension ForeignKeyGraph {
  /// The tables whose references an UPDATE of one column can break: its own, and of those that refer to
  /// the column. An UPDATE of any other column costs no check.
  func affected(byUpdating column: String, of table: String) -> Set<String> {
    var tables: Set<String> = []
    if references[table]?.contains(where: { $0.columns.contains(column) }) == true {
      tables.insert(table)
    }
    for child in children(of: table) {
      let refers = references[child]?.contains { reference in
        reference.parent == table && (reference.keys.isEmpty || reference.keys.contains(column))
      }
      if refers == true { tables.insert(child) }
    }
    return tables
  }
}

extension String {
  /// The name in double quotes, as SQL takes it whatever is in it.
  var quotedName: String {
    "\"" + self.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
