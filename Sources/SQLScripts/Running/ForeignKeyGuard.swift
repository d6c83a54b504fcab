import SQLScriptsDatabase

/// Law 17: a script may not leave a row without its parent, unless it was without it before.
///
/// After a script, the tables that it touched and those that refer to them are checked; a clean result
/// is the end of it. Only if there are orphans is it asked which of them are old: the step is then run
/// once more, with a look at each table before the script first touches it. From then on the migration
/// looks beforehand at every step, so that a database with old orphans costs one repetition and no more.
/// Orphans that are still unexplained then may be old without having been declared: see
/// `UndeclaredOrphans`, which costs one more repetition.
final class ForeignKeyGuard {
  /// Whether to look at the tables before a script touches them.
  var looksBefore = false

  /// Whether the step can be run again.
  var canRepeat = true

  private let connection: Connection
  private var renames: [(from: String, to: String)] = []
  private var graph: ForeignKeyGraph?
  private var affected: Set<String> = []
  private var before: [String: [ForeignKeyOrphan: Int]] = [:]
  private var sources: [String: Set<ScriptAuthorizer.Column>] = [:]

  // What the run before could not explain, and what was found out about it before this one.
  private var suspects: Set<UndeclaredOrphans.Suspect> = []
  private var sourcesOfSuspects: [String: Set<ScriptAuthorizer.Column>] = [:]
  private var repetitions = 0
  private var undeclared: UndeclaredOrphans?

  enum Outcome {
    case clean(notices: [String])
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
    renames = []
    sources = [:]
    undeclared = nil
  }

  /// Forgets the schema: a rollback has changed it.
  func forget() {
    graph = nil
    beginStep()
  }

  /// Notes what a compiled statement will touch, before it runs.
  ///
  /// - Parameter reads: the columns that it reads.
  func willTouch(
    _ touches: Set<ScriptAuthorizer.Touch>, reading reads: Set<ScriptAuthorizer.Column>
  ) throws(SQLiteError) {
    var graph = try currentGraph()
    if undeclared == nil, !suspects.isEmpty {
      undeclared = try UndeclaredOrphans(
        among: suspects, from: sourcesOfSuspects, in: graph, connection)
    }
    if !reads.isEmpty { note(reads, of: touches) }
    if graph.isEmpty { return }
    defer { self.graph = graph }
    var tables: Set<String> = []
    for touch in touches {
      switch touch {
      case .insert(let table), .create(let table):
        tables.insert(table)
        tables.formUnion(graph.children(of: table))
      case .delete(let table), .drop(let table):
        tables.formUnion(graph.children(of: table))
        // Its old orphans may come back: under another name, or from a copy.
        if looksBefore { try look(at: table) }
      case .alter(let table):
        tables.formUnion(graph.children(of: table))
        tables.insert(table)
      case .update(let table, let column):
        tables.formUnion(try graph.affected(byUpdating: column, of: table, connection))
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
      renames.append((from: renamed.0, to: renamed.1))
      let children = try currentGraph().children(of: renamed.1)
      if let columns = sources.removeValue(forKey: renamed.0) {
        sources[renamed.1, default: []].formUnion(columns)
      }
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
    var unexplained: [(suspect: UndeclaredOrphans.Suspect, violation: ForeignKeyViolation)] = []
    var unclaimed = unclaimedOrphans()
    for table in affected.sorted() where try currentGraph().references[table] != nil {
      var old = before[table] ?? [:]
      for (orphan, violation, reference) in try orphans(of: table) {
        if !looksBefore { return .mustLookBefore }
        let names = [orphan] + formerNames(of: orphan)
        if names.contains(where: { take($0, from: &old) || take($0, from: &unclaimed) }) {
          continue
        }
        unexplained.append(
          (.init(table: table, reference: reference, values: orphan.values), violation))
      }
    }
    if canRepeat, repetitions < 2, !unexplained.allSatisfy({ suspects.contains($0.suspect) }) {
      suspects = Set(unexplained.map(\.suspect))
      sourcesOfSuspects = sources
      repetitions += 1
      return .mustLookBefore
    }
    suspects = []
    repetitions = 0
    return try judge(unexplained)
  }

  private func judge(
    _ orphans: [(suspect: UndeclaredOrphans.Suspect, violation: ForeignKeyViolation)]
  ) throws(SQLiteError) -> Outcome {
    var violations: [ForeignKeyViolation] = []
    var count = 0
    for (suspect, violation) in orphans {
      if try undeclared?.explains(suspect, connection) == true { continue }
      count += 1
      if violations.count < 5 { violations.append(violation) }
    }
    return count == 0
      ? .clean(notices: undeclared?.notices ?? []) : .violations(violations, count: count)
  }

  private func note(
    _ reads: Set<ScriptAuthorizer.Column>, of touches: Set<ScriptAuthorizer.Touch>
  ) {
    for touch in touches {
      switch touch {
      case .insert(let table), .update(let table, _):
        sources[table, default: []].formUnion(reads)
      case .delete, .create, .drop, .alter: break
      }
    }
  }

  /// The orphan as it was known before its parent was renamed.
  private func formerNames(of orphan: ForeignKeyOrphan) -> [ForeignKeyOrphan] {
    var names: [ForeignKeyOrphan] = []
    var name = orphan
    for rename in renames.reversed() where rename.to == name.parent {
      name.parent = rename.from
      names.append(name)
    }
    return names
  }

  private func take(
    _ orphan: ForeignKeyOrphan, from orphans: inout [ForeignKeyOrphan: Int]
  ) -> Bool {
    guard let left = orphans[orphan], left > 0 else { return false }
    orphans[orphan] = left - 1
    return true
  }

  /// Old orphans of tables that the script dropped: a rebuild in other steps carries them along under
  /// another name.
  private func unclaimedOrphans() -> [ForeignKeyOrphan: Int] {
    var unclaimed: [ForeignKeyOrphan: Int] = [:]
    for (table, orphans) in before where !affected.contains(table) || !connection.hasTable(table) {
      unclaimed.merge(orphans, uniquingKeysWith: +)
    }
    return unclaimed
  }

  private func affect(_ tables: Set<String>) throws(SQLiteError) {
    for table in tables where affected.insert(table).inserted && looksBefore {
      try look(at: table)
    }
  }

  /// Notes the orphans that a table has now, once a step.
  private func look(at table: String) throws(SQLiteError) {
    guard before[table] == nil, try currentGraph().references[table] != nil else { return }
    var old: [ForeignKeyOrphan: Int] = [:]
    for (orphan, _, _) in try orphans(of: table) { old[orphan, default: 0] += 1 }
    before[table] = old
  }

  private func orphans(
    of table: String
  ) throws(SQLiteError) -> [ForeignKeyOrphan.Found] {
    try ForeignKeyOrphan.find(in: table, try currentGraph().references[table] ?? [], connection)
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
}
