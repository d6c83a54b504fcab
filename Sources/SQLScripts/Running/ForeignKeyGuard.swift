import SQLScriptsDatabase
import SQLScriptsSQL

/// Law 17: neither a script nor a code step may add foreign key violations.
///
/// After a script, the foreign keys of the touched tables, and of the tables that refer to them, are checked. If there
/// are violations, they are compared with those before: the number of each kind must not grow. The numbers before are
/// known from the previous step. Otherwise the step runs once more (law 31), with a check at its start. A script
/// outside a transaction cannot run again, so its tables are checked before the first statement that touches them. A
/// foreign key that SQLite could use before the step and cannot use after it is judged in the same way.
final class ForeignKeyGuard {
  let connection: Connection
  var schema = ForeignKeySchema()
  private var ledger: ForeignKeyOrphanLedger?

  /// The violations found after the last script or code step.
  private var known: [ForeignKey: Look] = [:]
  private var knownAtStep: [ForeignKey: Look] = [:]
  private var dataVersion: SQLiteValue?
  private var dataVersionQuery = KeptQuery("PRAGMA main.data_version")
  private var schemaVersionQuery = KeptQuery("PRAGMA main.schema_version")
  /// Whether even a small database counts as large, for tests of what is only done there.
  var assumesLarge = false
  /// Whether the database was too large for SQLite's usual cache when the transaction first asked.
  var largeness: Bool?
  /// The foreign keys whose first rows the part has looked at.
  var sampled: Set<ForeignKey> = []
  /// The rows that the script or code step has written to a large database.
  var rows: WrittenRows?

  /// The checks to make before a part of a step runs again. A part with an entry has already asked.
  private var wanted: [Part: (pasts: Set<ForeignKeyKinds.Past>, keys: Set<ForeignKey>)] = [:]
  var looked: [ForeignKeyKinds.Past: Look] = [:]
  /// Whether SQLite could use a foreign key when the part began.
  var wasUsable: [ForeignKey: Bool] = [:]
  private var part = Part(version: 0, number: 0)
  private(set) var canRepeat = true
  private var mustRepeat = false

  var touches = ForeignKeyTouches()
  var lineage = ForeignKeyLineage()
  var copies = ForeignKeyCopies()
  private var sawAllChanges = true

  /// The state that a later run needs of a step that cannot be repeated.
  var notes = ForeignKeyNotes()

  typealias Look = ForeignKeyOrphanLedger.Look

  /// A script or one of the code steps around it.
  private struct Part: Hashable {
    var version: Int64
    var number: Int
  }

  enum Outcome {
    case clean(notices: [String])
    case violations([SQLiteForeignKeyViolation], count: Int)
  }

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Begins a transaction. Others may have committed since the last one.
  func beginTransaction() throws(SQLiteError) {
    let now = try dataVersionQuery.value(connection)
    if now != dataVersion { known = [:] }
    dataVersion = now
    largeness = nil
  }

  private func schemaVersion() throws(SQLiteError) -> Int64? {
    try schemaVersionQuery.value(connection)?.int64
  }

  /// Begins a step.
  ///
  /// - Parameter canRepeat: whether the step can run again.
  func beginStep(_ version: Int64, canRepeat: Bool) {
    part = Part(version: version, number: 0)
    self.canRepeat = canRepeat
    mustRepeat = false
    knownAtStep = known
  }

  /// Whether the step has to run again from its start. It asks for that once.
  var wantsRepetition: Bool { mustRepeat }

  /// The database is in the state from before the step again.
  func didRollBackStep() {
    part.number = 0
    mustRepeat = false
    known = knownAtStep
    schema.distrustVersion()
  }

  /// Forgets the rows, because somebody else may have changed them.
  func forgetRows() {
    known = [:]
  }

  /// Forgets the schema and the rows, because a rollback has changed them.
  func forget() {
    forgetRows()
    schema.distrustVersion()
  }

  /// Begins a script or code step.
  func beginPart() throws(SQLiteError) {
    part.number += 1
    try schema.refresh(to: schemaVersion(), connection)
    touches = ForeignKeyTouches()
    lineage = ForeignKeyLineage()
    copies = ForeignKeyCopies()
    // Outside a transaction, others may change the schema.
    sawAllChanges = canRepeat
    looked = [:]
    wasUsable = [:]
    sampled = []
    notes = ForeignKeyNotes()
    guard let wanted = wanted[part] else { return }
    try connection.withLargeCache(if: isLarge()) { () throws(SQLiteError) in
      for past in wanted.pasts { try look(at: past) }
    }
    for key in wanted.keys { wasUsable[key] = try isUsable(key) }
  }

  /// Notes the effects of a statement before it runs.
  ///
  /// - Parameters:
  ///   - reads: the tables that it reads. Other names do no harm.
  ///   - renamed: the table that `ALTER TABLE … RENAME TO` renames.
  func willTouch(
    _ tables: Set<ScriptAuthorizer.Touch>, reading reads: Set<SQLName>,
    renamed: (from: SQLName, to: SQLName)?
  ) throws(SQLiteError) {
    touches.note(tables, renamed: renamed)
    lineage.note(tables, reading: reads, renamed: renamed, start: schema)
    copies.note(tables, renamed: renamed)
    guard !canRepeat else { return try sample(tables) }
    notes.add(tables, reading: reads, renamed: renamed, start: schema)
    for key in keys(of: Set(tables.map(\.table))) where wasUsable[key] == nil {
      // After the first statement that touches it, it is too late.
      let isUsable = try isUsable(key)
      wasUsable[key] = isUsable
      try look(at: .declared(key))
      notes.add(looked[.declared(key)], at: key, isUsable: isUsable)
    }
  }

  /// Notes the effects of all statements of a code step.
  func didTouch(_ tables: Set<ScriptAuthorizer.Touch>, reading reads: Set<SQLName>) {
    touches.note(tables, renamed: nil)
    // `INSERT INTO a SELECT * FROM b` may read b without asking the authorizer. That does not matter if b stays.
    let dropped = tables.compactMap { if case .drop(let table) = $0 { table } else { nil } }
    lineage.note(tables, reading: reads.union(dropped), renamed: nil, start: schema)
    // The authorizer is not told new names.
    sawAllChanges = !tables.contains { if case .alter = $0 { true } else { false } }
  }

  /// Checks the touched tables.
  ///
  /// - Parameter toleratesDangling: whether the rename of a table may leave a foreign key without a table.
  func finishPart(toleratesDangling: Bool) throws(SQLiteError) -> Outcome {
    guard !touches.isEmpty else { return .clean(notices: []) }
    // ALTER TABLE changes the references of the tables that refer to it, too.
    let changed = touches.changedTables.union(
      touches.alteredTables.flatMap { schema.children(of: $0) })
    let former = try schema.refresh(
      to: schemaVersion(), only: sawAllChanges ? changed : nil, connection)
    let written = schema
    // Rows are checked against the table that the script meant.
    schema = lineage.meant(written)
    defer { schema = written }
    let keys = keys(of: touches.tables.union(former.names))
    var now: [ForeignKey: Look] = [:]
    var outcome = Outcome.clean(notices: [])
    if !keys.isEmpty {
      outcome = try connection.withLargeCache(if: isLarge()) { () throws(SQLiteError) in
        try check(keys, since: former, written, &now)
      }
    }
    if case .clean(let notices) = outcome, !mustRepeat {
      let lost = written.dangling(since: former, changing: touches.changedTables)
      let names = lost.isEmpty ? WrittenNames() : try WrittenNames(connection)
      // Only a reference to a dropped table was lost on purpose.
      let taken = toleratesDangling ? [] : lost.filter { !schema.contains($0) }
      outcome =
        if taken.isEmpty {
          .clean(notices: notices + lost.map { $0.danglingNotice(names) })
        } else {
          .violations(taken.prefix(5).map { $0.danglingViolation(names) }, count: taken.count)
        }
    }
    known = known.filter { written.contains($0.key) && !touches.touch($0.key) }
    known.merge(now.filter { written.contains($0.key) }) { $1 }
    return outcome
  }

  /// Checks the foreign keys of the touched tables.
  ///
  /// - Parameters:
  ///   - written: the schema as it is. `schema` is what the script meant.
  ///   - now: set to what is found.
  private func check(
    _ keys: [ForeignKey], since former: ForeignKeySchema.Former, _ written: ForeignKeySchema,
    _ now: inout [ForeignKey: Look]
  ) throws(SQLiteError) -> Outcome {
    var orphaned: [ForeignKey] = []
    var clean: [ForeignKey] = []
    var mismatched: [ForeignKey] = []
    var sound: [SQLName: Bool] = [:]
    for key in keys {
      let isNew = former.hasNew(key)
      let mayBreak = isNew ? true : try touches.mayBreak(key, connection)
      // If there are fewer violations now, the next step may not have more.
      let mayHeal = touches.touch(key) && known[key]?.count ?? 0 > 0
      let mayMismatch = isNew || touches.mayMismatch(key)
      guard mayBreak || mayHeal || mayMismatch else { continue }
      if written.contains(key), try isSound(key.child, &sound) {
        if mayBreak || mayHeal { clean.append(key) }
        continue
      }
      guard let query = try query(for: key) else {
        // The parent has no such key any more, or is a view.
        if mayMismatch { mismatched.append(key) }
        continue
      }
      guard mayBreak || mayHeal else { continue }
      if let rows, !isNew, touches.onlyWriteRows(of: key),
        try !query.mayFindAny(in: rows.ranges { SQLName($0) == key.child }, connection)
      {
        // Nothing is known of the others, which may be fewer now.
        continue
      }
      if try query.findsAny(connection) { orphaned.append(key) } else { clean.append(key) }
    }
    for key in clean { now[key] = Look(noneOf: schema.affinities(of: key)) }
    var outcome = Outcome.clean(notices: [])
    if !orphaned.isEmpty || !mismatched.isEmpty {
      let before = written.before(former)
      lineage.finish(start: before, end: schema)
      let kinds = ForeignKeyKinds(from: before, to: schema, by: lineage)
      let (copied, orphans) = try split(kinds.kinds(of: orphaned))
      let lost = lost(mismatched, by: kinds)
      if !wantsLook(at: orphans, lost) {
        outcome = try judge(orphans, &now)
        if case .clean = outcome, let violations = try violations(by: lost) { outcome = violations }
        if case .clean(let notices) = outcome {
          outcome = .clean(notices: notices + (try self.notices(for: copied)))
        }
      }
    }
    return outcome
  }

  /// Whether SQLite's own check of a table finds nothing, which is the usual case. It is one short statement for all
  /// foreign keys of the table. In a large database only those are checked that the step may have broken.
  private func isSound(
    _ table: SQLName, _ known: inout [SQLName: Bool]
  ) throws(SQLiteError) -> Bool {
    if try isLarge() { return false }
    if let isSound = known[table] { return isSound }
    let isSound = try connection.findsNoViolation(in: table)
    known[table] = isSound
    return isSound
  }

  /// The foreign keys of tables, and of the tables that refer to them.
  func keys(of tables: Set<SQLName>) -> [ForeignKey] {
    var keys: Set<ForeignKey> = []
    for table in tables {
      keys.formUnion(schema.references(of: table))
      for child in schema.children(of: table) {
        keys.formUnion(schema.references(of: child).filter { $0.parent == table })
      }
    }
    return keys.sorted { $0.isBefore($1) }
  }

  /// A foreign key that SQLite cannot use, and the foreign keys that it was before.
  private typealias Lost = (key: ForeignKey, former: [ForeignKey])

  /// A table that the step created has no rows yet, and its author may create the parent later.
  private func lost(_ keys: [ForeignKey], by kinds: ForeignKeyKinds) -> [Lost] {
    keys.compactMap { key in kinds.former(of: key).map { (key, $0) } }
  }

  private func violations(by lost: [Lost]) throws(SQLiteError) -> Outcome? {
    // Foreign keys that were unusable before are not reported.
    let new = lost.filter { $0.former.allSatisfy { wasUsable[$0] ?? true } }
    if new.isEmpty { return nil }
    let names = try WrittenNames(connection)
    let violations = new.prefix(5).map { key, _ in
      // A view of this name is not a table.
      schema.hasTable(key.parent) ? key.mismatch(names) : key.danglingViolation(names)
    }
    return .violations(violations, count: new.count)
  }

  /// Whether the step has to run again with a check at its start.
  private func wantsLook(at kinds: [ForeignKeyKinds.Kind], _ lost: [Lost]) -> Bool {
    let pasts = Set(kinds.flatMap(\.pasts))
    let keys = Set(lost.flatMap(\.former))
    guard canRepeat, wanted[part] == nil,
      pasts.contains(where: { look(of: $0) == nil })
        || keys.contains(where: { wasUsable[$0] == nil })
    else { return false }
    // All of them, because a rollback of the transaction discards the known ones.
    wanted[part] = (pasts, keys)
    mustRepeat = true
    return true
  }

  /// Whether SQLite can check a foreign key.
  private func isUsable(_ key: ForeignKey) throws(SQLiteError) -> Bool {
    guard schema.hasTable(key.parent) else { return false }
    return try ParentKey(key, connection)?.isUnique ?? false
  }

  /// Compares the violations after the step with those before.
  private func judge(
    _ kinds: [ForeignKeyKinds.Kind], _ now: inout [ForeignKey: Look]
  ) throws(SQLiteError) -> Outcome {
    var violations: [SQLiteForeignKeyViolation] = []
    var count = 0
    var notices: [String] = []
    var written: WrittenNames?
    // Read once, and only for a message.
    func names() throws(SQLiteError) -> WrittenNames {
      let names = if let written { written } else { try WrittenNames(connection) }
      written = names
      return names
    }
    for kind in kinds {
      var after: [(key: ForeignKey, query: ForeignKeyOrphanQuery, look: Look)] = []
      for key in kind.keys {
        guard let query = try query(for: key) else { continue }
        let old = touches.touch(key) ? nil : known[key]
        let look =
          if let known = old ?? now[key] {
            known
          } else {
            try currentLedger().look(query, affinities: schema.affinities(of: key), connection)
          }
        now[key] = look
        after.append((key, query, look))
      }
      guard let first = after.first else { continue }
      let before = kind.pasts.compactMap { past in
        look(of: past).map { ($0, past.order(for: first.key)) }
      }
      let growth = try currentLedger().growth(
        from: before,
        to: after.map { ($0.look, ForeignKeyKinds.order(of: $0.key, for: first.key)) },
        collations: first.query.collations, parents: first.query.affinities)
      count += growth.count
      for example in growth.examples where violations.count < 5 {
        let (key, query, _) = after[example.key]
        violations.append(
          key.violation(
            rowID: example.rowID, example.values, isTableMissing: query.isTableMissing,
            try names()))
      }
      guard growth.count == 0, kind.isNew else { continue }
      for (key, _, look) in after where look.count > 0 {
        notices.append(key.notice(of: try look.examples(3), count: look.count, try names()))
      }
    }
    return count == 0 ? .clean(notices: notices) : .violations(violations, count: count)
  }

  func query(for key: ForeignKey) throws(SQLiteError) -> ForeignKeyOrphanQuery? {
    try ForeignKeyOrphanQuery(key, in: schema, anyKey: false, connection)
  }

  func look(of past: ForeignKeyKinds.Past) -> Look? {
    if case .declared(let key) = past, let look = known[key] { return look }
    return looked[past]
  }

  func look(at past: ForeignKeyKinds.Past) throws(SQLiteError) {
    guard look(of: past) == nil, let key = try past.key(in: schema, connection),
      let query = try ForeignKeyOrphanQuery(key, in: schema, anyKey: true, connection)
    else { return }
    looked[past] = try currentLedger().look(
      query, affinities: try past.affinities(in: schema, connection), connection)
  }

  func currentLedger() throws(SQLiteError) -> ForeignKeyOrphanLedger {
    if let ledger { return ledger }
    let fresh = try ForeignKeyOrphanLedger()
    ledger = fresh
    return fresh
  }
}
