import SQLScriptsDatabase
import SQLScriptsSQL

/// Law 17: neither a script nor a code step may leave a row without its parent, unless it was without it
/// before.
///
/// Afterwards, the foreign keys of the tables that were touched, and of those that refer to them, are
/// checked; a clean result is the end of it. Where there are orphans, they are compared with those before:
/// how many there are of one kind must not grow. How many there were is known from the step before, or else
/// the step is run once more (law 31), with a look at its start. Without a transaction it cannot be: there,
/// the look comes before the first statement that touches a table. A foreign key that SQLite could use before
/// and cannot use now is judged in the same way.
final class ForeignKeyGuard {
  let connection: Connection
  var schema = ForeignKeySchema()
  private var ledger: ForeignKeyOrphanLedger?

  /// The orphans of what was checked, as of the last script or code step.
  private var known: [ForeignKey: Look] = [:]
  private var knownAtStep: [ForeignKey: Look] = [:]
  private var dataVersion: SQLiteValue?

  /// What is to be looked at before a part of a step runs once more. A part that has an entry was told.
  private var wanted: [Part: (pasts: Set<ForeignKeyKinds.Past>, keys: Set<ForeignKey>)] = [:]
  var looked: [ForeignKeyKinds.Past: Look] = [:]
  /// Whether SQLite could use a foreign key when the part began.
  var wasUsable: [ForeignKey: Bool] = [:]
  private var part = Part(version: 0, number: 0)
  private var canRepeat = true
  private var mustRepeat = false

  var touches = ForeignKeyTouches()
  var lineage = ForeignKeyLineage()
  private var sawAllChanges = true

  /// What a later run has to know of a step that cannot be repeated.
  var notes = ForeignKeyNotes()

  typealias Look = ForeignKeyOrphanLedger.Look

  /// A script or one of the code steps around it.
  private struct Part: Hashable {
    var version: Int64
    var number: Int
  }

  enum Outcome {
    case clean(notices: [String])
    case violations([ForeignKeyViolation], count: Int)
  }

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Begins a transaction. What others have committed since the last one is not known.
  func beginTransaction() throws(SQLiteError) {
    let now = try connection.value("PRAGMA main.data_version")
    if now != dataVersion { known = [:] }
    dataVersion = now
  }

  /// Begins a step.
  ///
  /// - Parameter canRepeat: whether it can be run again.
  func beginStep(_ version: Int64, canRepeat: Bool) {
    part = Part(version: version, number: 0)
    self.canRepeat = canRepeat
    mustRepeat = false
    knownAtStep = known
  }

  /// Whether the step has to be run again from its start. It asks for that once.
  var wantsRepetition: Bool { mustRepeat }

  /// The database is again as it was when the step began.
  func didRollBackStep() {
    known = knownAtStep
    schema.distrustVersion()
  }

  /// Forgets the rows: somebody has changed them who was not watched.
  func forgetRows() {
    known = [:]
  }

  /// Forgets the schema and the rows: a rollback has changed them.
  func forget() {
    forgetRows()
    schema.distrustVersion()
  }

  /// Begins a script or code step.
  func beginPart() throws(SQLiteError) {
    part.number += 1
    try schema.refresh(connection)
    touches = ForeignKeyTouches()
    lineage = ForeignKeyLineage()
    // Outside a transaction others change the schema meanwhile.
    sawAllChanges = canRepeat
    looked = [:]
    wasUsable = [:]
    notes = ForeignKeyNotes()
    guard let wanted = wanted[part] else { return }
    for past in wanted.pasts { try look(at: past) }
    for key in wanted.keys { wasUsable[key] = try isUsable(key) }
  }

  /// Notes what a statement will do, before it runs.
  ///
  /// - Parameters:
  ///   - reads: the tables that it reads; names of other things do no harm.
  ///   - renamed: what `ALTER TABLE … RENAME TO` renames.
  func willTouch(
    _ tables: Set<ScriptAuthorizer.Touch>, reading reads: Set<SQLName>,
    renamed: (from: SQLName, to: SQLName)?
  ) throws(SQLiteError) {
    touches.note(tables, renamed: renamed)
    lineage.note(tables, reading: reads, renamed: renamed, start: schema)
    guard !canRepeat else { return }
    notes.add(tables, reading: reads, renamed: renamed, start: schema)
    for key in keys(of: Set(tables.map(\.table))) where wasUsable[key] == nil {
      // After the first statement that touches it, it is too late.
      let isUsable = try isUsable(key)
      wasUsable[key] = isUsable
      try look(at: .declared(key))
      notes.add(looked[.declared(key)], at: key, isUsable: isUsable)
    }
  }

  /// Notes what all statements of a code step have done.
  func didTouch(_ tables: Set<ScriptAuthorizer.Touch>, reading reads: Set<SQLName>) {
    touches.note(tables, renamed: nil)
    // `INSERT INTO a SELECT * FROM b` may read b without a word to the authorizer. Where b stays, that does
    // not matter.
    let dropped = tables.compactMap { if case .drop(let table) = $0 { table } else { nil } }
    lineage.note(tables, reading: reads.union(dropped), renamed: nil, start: schema)
    // The authorizer does not hear of a new name.
    sawAllChanges = !tables.contains { if case .alter = $0 { true } else { false } }
  }

  /// Checks what was touched.
  ///
  /// - Parameter toleratesDangling: whether the rename of a table may leave a foreign key without a table.
  func finishPart(toleratesDangling: Bool) throws(SQLiteError) -> Outcome {
    guard !touches.isEmpty else { return .clean(notices: []) }
    // ALTER TABLE changes the references of the tables that refer to it, too.
    let changed = touches.changedTables.union(
      touches.changedTables.flatMap { schema.children(of: $0) })
    let former = try schema.refresh(only: sawAllChanges ? changed : nil, connection)
    let written = schema
    // Rows are judged by the table that the script meant.
    schema = lineage.meant(written)
    defer { schema = written }
    var orphaned: [ForeignKey] = []
    var clean: [ForeignKey] = []
    var mismatched: [ForeignKey] = []
    for key in keys(of: touches.tables.union(former.names)) {
      let isNew = former.hasNew(key)
      let mayBreak = isNew ? true : try touches.mayBreak(key, connection)
      // Fewer old orphans excuse fewer in the next step.
      let mayHeal = touches.touch(key) && known[key]?.count ?? 0 > 0
      let mayMismatch = isNew || touches.mayMismatch(key)
      guard mayBreak || mayHeal || mayMismatch else { continue }
      guard let query = try query(for: key) else {
        // The parent has no such key any more, or is a view now.
        if mayMismatch { mismatched.append(key) }
        continue
      }
      guard mayBreak || mayHeal else { continue }
      if try query.findsAny(connection) { orphaned.append(key) } else { clean.append(key) }
    }
    var now: [ForeignKey: Look] = [:]
    for key in clean { now[key] = Look(noneOf: schema.affinities(of: key)) }
    var outcome = Outcome.clean(notices: [])
    if !orphaned.isEmpty || !mismatched.isEmpty {
      let before = written.before(former)
      lineage.finish(start: before, end: schema)
      let kinds = ForeignKeyKinds(from: before, to: schema, by: lineage)
      let (orphans, lost) = (kinds.kinds(of: orphaned), lost(mismatched, by: kinds))
      if !wantsLook(at: orphans, lost) {
        outcome = try judge(orphans, &now)
        if case .clean = outcome, let violations = try violations(by: lost) { outcome = violations }
      }
    }
    if case .clean(let notices) = outcome, !mustRepeat {
      let lost = dangling(written, former)
      let names = lost.isEmpty ? WrittenNames() : try WrittenNames(connection)
      // Nobody means to have a reference taken along. A table that is dropped was meant to be.
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

  /// Foreign keys that had a table to refer to before, and have none now: with enforcement on, nobody could
  /// write their tables any more.
  private func dangling(
    _ written: ForeignKeySchema, _ former: ForeignKeySchema.Former
  ) -> [ForeignKey] {
    let missing = touches.changedTables.filter { !written.hasTable($0) }
    let keys = missing.flatMap { parent in
      written.children(of: parent).flatMap { child in
        written.references(of: child).filter { $0.parent == parent }
      }
    }
    if keys.isEmpty { return [] }
    let before = written.before(former)
    return keys.sorted { $0.isBefore($1) }.filter { key in
      before.references(of: key.child).contains { old in
        old.columns == key.columns && before.hasTable(old.parent)
      }
    }
  }

  /// The foreign keys of tables, and of those that refer to them.
  private func keys(of tables: Set<SQLName>) -> [ForeignKey] {
    var keys: Set<ForeignKey> = []
    for table in tables {
      keys.formUnion(schema.references(of: table))
      for child in schema.children(of: table) {
        keys.formUnion(schema.references(of: child).filter { $0.parent == table })
      }
    }
    return keys.sorted { $0.isBefore($1) }
  }

  /// A foreign key that SQLite cannot use, and what it was before.
  private typealias Lost = (key: ForeignKey, former: [ForeignKey])

  /// A table that the step has made was never written: its author may have forward references in mind.
  private func lost(_ keys: [ForeignKey], by kinds: ForeignKeyKinds) -> [Lost] {
    keys.compactMap { key in kinds.former(of: key).map { (key, $0) } }
  }

  private func violations(by lost: [Lost]) throws(SQLiteError) -> Outcome? {
    // What could not be used before is no news.
    let new = lost.filter { $0.former.allSatisfy { wasUsable[$0] ?? true } }
    if new.isEmpty { return nil }
    let names = try WrittenNames(connection)
    let violations = new.prefix(5).map { key, _ in
      // A view of this name is not a table.
      schema.hasTable(key.parent) ? key.mismatch(names) : key.danglingViolation(names)
    }
    return .violations(violations, count: new.count)
  }

  /// Whether the step has to be run again, for a look at its start.
  private func wantsLook(at kinds: [ForeignKeyKinds.Kind], _ lost: [Lost]) -> Bool {
    let pasts = Set(kinds.flatMap(\.pasts))
    let keys = Set(lost.flatMap(\.former))
    guard canRepeat, wanted[part] == nil,
      pasts.contains(where: { look(of: $0) == nil })
        || keys.contains(where: { wasUsable[$0] == nil })
    else { return false }
    // All of them: a rollback of the whole transaction forgets those that are known.
    wanted[part] = (pasts, keys)
    mustRepeat = true
    return true
  }

  /// Whether SQLite can check a foreign key.
  private func isUsable(_ key: ForeignKey) throws(SQLiteError) -> Bool {
    guard schema.hasTable(key.parent) else { return false }
    return try ParentKey(key, connection)?.isUnique ?? false
  }

  /// Compares the orphans that there are with those that there were.
  private func judge(
    _ kinds: [ForeignKeyKinds.Kind], _ now: inout [ForeignKey: Look]
  ) throws(SQLiteError) -> Outcome {
    var violations: [ForeignKeyViolation] = []
    var count = 0
    var notices: [String] = []
    var written: WrittenNames?
    // Read once, and only for something to say.
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
        collations: first.query.collations)
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
        notices.append(try key.notice(of: look, try names()))
      }
    }
    return count == 0 ? .clean(notices: notices) : .violations(violations, count: count)
  }

  private func query(for key: ForeignKey) throws(SQLiteError) -> ForeignKeyOrphanQuery? {
    try ForeignKeyOrphanQuery(key, in: schema, anyKey: false, connection)
  }

  private func look(of past: ForeignKeyKinds.Past) -> Look? {
    if case .declared(let key) = past, let look = known[key] { return look }
    return looked[past]
  }

  private func look(at past: ForeignKeyKinds.Past) throws(SQLiteError) {
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

extension ForeignKey {
  /// What the report says where the key may lose its table.
  fileprivate func danglingNotice(_ names: WrittenNames) -> String {
    "\(names[child]) (\(columns.words)) refers to \(parent), which no longer exists: with foreign keys"
      + " enforced, every write to \(names[child]) will fail"
  }

  /// What the report says about rows that were orphans before anybody declared what they refer to.
  fileprivate func notice(
    of look: ForeignKeyOrphanLedger.Look, _ names: WrittenNames
  ) throws(SQLiteError) -> String {
    let rows = try look.examples(3).map { row in
      let number = row.rowID.map { "row \($0) " } ?? ""
      return "\(number)(\(words(for: row.values)))"
    }
    let more = look.count > rows.count ? ", and \(look.count - rows.count) more" : ""
    let subject = look.count == 1 ? "1 row already refers" : "\(look.count) rows already refer"
    return
      "\(names[child]) has a new foreign key, and \(subject) to rows of \(names[parent]) that do not exist:"
      + " \(rows.joined(separator: ", "))\(more)"
  }
}
