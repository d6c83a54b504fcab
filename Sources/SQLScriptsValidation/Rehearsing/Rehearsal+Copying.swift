import SQLScriptsDatabase

extension Rehearsal {
  /// The size of all databases.
  var byteCount: Int64 {
    [fresh, typical.database, hostile.database].reduce(0) { $0 + $1.byteCount }
  }

  /// The state between two scripts, from which a copy continues. The original can go on.
  func copy(_ standIns: StandIns) throws(SQLiteError) -> Rehearsal {
    let copy = Rehearsal(
      try RehearsalDatabase(copyOf: fresh, standIns), try typical.copy(standIns),
      try hostile.copy(standIns), spreadRebuilds)
    copy.snapshot = snapshot
    (copy.broken, copy.texts, copy.orphans) = (broken, texts, orphans)
    (copy.creationSites, copy.formerNames) = (creationSites, formerNames)
    (copy.failureCount, copy.promised, copy.schemaWork) = (failureCount, promised, schemaWork)
    copy.failureLimit = failureLimit
    copy.hasViewsOrTriggers = hasViewsOrTriggers
    // The reader detects changes by comparing with its last read.
    let fresh = copy.fresh
    _ = try fresh.asRunner { () throws(SQLiteError) in
      try fresh.reader.snapshot(without: Self.hiddenTables)
    }
    return copy
  }
}
