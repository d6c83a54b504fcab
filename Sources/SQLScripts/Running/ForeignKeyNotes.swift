import SQLScriptsDatabase
import SQLScriptsSQL

/// The foreign key state that the run which continues a script outside a transaction needs (law 17): the tables before
/// the script, what its statements did to them, and the violations before it.
struct ForeignKeyNotes {
  /// The notes that are not in the database yet.
  private var unsaved: [StepNote] = []
  private var unsavedLooks: [(number: Int, look: ForeignKeyOrphanLedger.Look)] = []
  /// Repeating a statement adds no note while the tables are the same.
  private var seen: Set<StepNote> = []
  private var hasStart = false
  private var lastLook = 0

  mutating func add(
    _ touches: Set<ScriptAuthorizer.Touch>, reading reads: Set<SQLName>,
    renamed: (from: SQLName, to: SQLName)?, start: ForeignKeySchema
  ) {
    if !hasStart { unsaved += start.notes }
    hasStart = true
    let note = StepNote.touch(touches, reads: reads, from: renamed?.from, to: renamed?.to)
    let changesTables = touches.contains { touch in
      switch touch {
      case .create, .drop, .alter: true
      case .insert, .update, .delete, .dropIndex: false
      }
    }
    if changesTables { seen = [] }
    if seen.insert(note).inserted { unsaved.append(note) }
  }

  mutating func add(_ look: ForeignKeyOrphanLedger.Look?, at key: ForeignKey, isUsable: Bool) {
    var number = -1
    if let look {
      number = 0
      if look.count > 0 {
        lastLook += 1
        number = lastLook
        unsavedLooks.append((number, look))
      }
    }
    unsaved.append(.look(number: number, key, isUsable: isUsable))
  }

  /// Returns the notes since the last call.
  mutating func take() -> [StepNote] {
    defer { unsaved = [] }
    return unsaved
  }

  /// Returns the violations found since the last call.
  mutating func takeLooks() -> [(number: Int, look: ForeignKeyOrphanLedger.Look)] {
    defer { unsavedLooks = [] }
    return unsavedLooks
  }

  /// Restores the notes of an earlier run.
  init(saved notes: [StepNote] = []) {
    hasStart = !notes.isEmpty
    for case .look(let number, _, _) in notes { lastLook = max(lastLook, number) }
  }
}

extension ForeignKeyGuard {
  /// Continues a script that an earlier run has begun outside a transaction, with the state of that run.
  func beginPart(continuing log: StepLog) throws(SQLiteError) {
    try beginPart()
    let saved = log.notes
    guard saved.contains(where: { if case .table = $0 { true } else { false } }) else { return }
    notes = ForeignKeyNotes(saved: saved)
    schema = ForeignKeySchema(saved)
    for note in saved {
      switch note {
      case .touch(let tables, let reads, let from, let to):
        let renamed = from.flatMap { from in to.map { (from: from, to: $0) } }
        touches.note(tables, renamed: renamed)
        lineage.note(tables, reading: reads, renamed: renamed, start: schema)
      case .look(let number, let key, let isUsable):
        wasUsable[key] = isUsable
        let affinities = schema.affinities(of: key)
        guard number > 0 else {
          if number == 0 { looked[.declared(key)] = Look(noneOf: affinities) }
          continue
        }
        looked[.declared(key)] = try currentLedger().look(
          at: try log.orphans(number, arity: key.columns.count, connection),
          affinities: affinities)
      case .table, .column, .key, .skipped, .schema: continue
      }
    }
  }
}
