import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Runs all scripts once, in order, on three scratch databases side by side: one without rows, one with
/// typical rows, one with rows that are hostile.
///
/// Each version is made from the one before, so the cost is linear in the number of scripts, and the rows
/// that were put in at one version go through all updates after it, as a user's rows do.
package final class Rehearsal {
  private let fresh: RehearsalDatabase
  private var typical: SampleDatabase
  private var hostile: SampleDatabase
  private var snapshot = SchemaSnapshot()
  private var broken: [SQLName: String] = [:]
  /// The views and triggers in which a name in double quotes is a text, with what SQLite would say otherwise.
  private var texts: [SQLName: String] = [:]
  private var orphans: [ForeignKeyOrphan: Int] = [:]
  private var origins = Origins()
  private var failureCount = 0

  /// The tables that the runner keeps for itself.
  package static let hiddenTables = Set(VersionStore.bookkeepingTables)

  /// What the changes of the schema have cost SQLite, which goes through the whole schema for each: in objects that
  /// it goes through.
  private var schemaWork = 0

  private static let muchSchemaWork = 8_000_000
  private static let workOfChange = 250
  private static let workOfAlter = 2000
  /// ALTER TABLE reads all objects again, and all columns of its table.
  private static let workOfReading = 8

  private static let manyStatements = 1000
  private static let largeScript = 256 * 1024
  /// Nobody reads more errors than these, and each takes many times as long as a statement that succeeds.
  package static let manyFailures = 1000

  /// Whether changes of the schema have taken so long that they are not repeated in the databases with sample rows.
  var isWithoutRows: Bool { schemaWork > Self.muchSchemaWork }

  package init() throws(SQLiteError) {
    fresh = try RehearsalDatabase()
    typical = try SampleDatabase(.typical)
    hostile = try SampleDatabase(.hostile)
  }

  /// Whether so many statements have failed that the rest is not rehearsed.
  package var isGivenUp: Bool { failureCount >= Self.manyFailures }

  /// Rehearses the next script.
  ///
  /// - Parameter onStatement: called after each statement, with what it did.
  /// - Throws: `SQLiteError` if SQLite fails outside the script: there is no memory.
  package func rehearse(
    _ script: Script, onStatement: (RehearsedStatement) -> Void
  ) throws(SQLiteError) -> RehearsedScript {
    let before = snapshot
    fresh.begin(script)
    var statements: [RehearsedStatement] = []
    var insertCount = 0
    var droppedTables: Set<SQLName> = []
    try eachStatement(of: script, &droppedTables) { statement in
      onStatement(statement)
      // A bulk script has a million of them, and rules about scripts look at the others.
      let isPlain = statement.word(0) == "INSERT" && statement.outerIndex(of: "SELECT") == nil
      if isPlain { insertCount += 1 }
      if !isPlain || insertCount <= Self.manyStatements { statements.append(statement) }
    }
    fresh.end(script, commits: true)
    fresh.keepVersion(after: script)
    var rehearsed = RehearsedScript(
      script: script, statements: statements, before: before, after: snapshot)
    // The runner looks at them, too.
    if !isWithoutRows, statements.contains(where: \.changesSchema) {
      let brokenBefore = broken
      let changed = Set(statements.flatMap(\.changedObjects))
      let now = try fresh.asRunner { () throws(SQLiteError) in
        try SchemaHealth.naming(changed, fresh.connection)
      }
      broken = broken.filter {
        !now.seen.contains($0.key) && !changed.contains($0.key)
      }
      broken.merge(now.broken) { $1 }
      let lost = try lostNames(among: now.seen, rehearsed)
      rehearsed.lostNames = Set(lost.keys)
      broken.merge(lost) { first, _ in first }
      rehearsed.broken = broken.filter { brokenBefore[$0.key] == nil }
    }
    rehearsed.touchedTables = rehearsed.tablesOfStatements
    rehearsed.references = RehearsedScript.references(in: statements)
    rehearsed.fates = TableFates.of(rehearsed)
    noteOrphans(&rehearsed)
    if isWithoutRows { return rehearsed }
    fill(&rehearsed)
    return rehearsed
  }

  /// The views and triggers in which SQLite now takes for a text what was the name of a column before the script:
  /// their conditions are always true, or never.
  private func lostNames(
    among names: Set<SQLName>, _ script: RehearsedScript
  ) throws(SQLiteError) -> [SQLName: String] {
    let now = try fresh.asRunner { () throws(SQLiteError) in
      try SchemaHealth.takenForTexts(among: names, fresh.connection)
    }
    defer {
      for name in names { texts[name] = now[name] }
    }
    // What a new view has in double quotes was meant so, or is a finding of its own.
    return now.filter { name, message in
      texts[name] != message && script.before.definition(of: name) != nil
        && !(script.creation(of: name) != nil
          && script.before.definition(of: name) != script.after.definition(of: name))
    }
  }

  /// Runs the script on the databases with rows, both at once: most of the time is SQLite's. Where there is no thread
  /// for that, one after the other.
  private func fill(_ rehearsed: inout RehearsedScript) {
    var outcomes = [rehearsed, rehearsed]
    outcomes.withUnsafeMutableBufferPointer { outcomes in
      // Each thread has a database and a place of its own.
      nonisolated(unsafe) let (outcomes, this) = (outcomes, self)
      // SQLite takes 70 times the size of an INSERT of many rows to compile it.
      let isLarge = outcomes[0].script.document.source.count > Self.largeScript
      let other = isLarge ? nil : try? WorkerThread { this.hostile.run(&outcomes[1]) }
      this.typical.run(&outcomes[0])
      if let other { other.join() } else { this.hostile.run(&outcomes[1]) }
    }
    rehearsed = outcomes[0]
    rehearsed.failsOnHostileRows = outcomes[1].failsOnHostileRows
    rehearsed.hostileRows = outcomes[1].hostileRows
  }

  /// Finds the rows without a parent that the script's own rows are.
  private func noteOrphans(_ rehearsed: inout RehearsedScript) {
    let touched = rehearsed.touchedTables
    guard !touched.isEmpty else { return }
    let now = fresh.orphans(rehearsed.after, touched, rehearsed.disturbedTables)
    rehearsed.orphansWithoutSamples = ForeignKeyOrphan.new(now, since: orphans)
    orphans.merge(now) { max($0, $1) }
  }

  private func eachStatement(
    of script: Script, _ droppedTables: inout Set<SQLName>, _ body: (RehearsedStatement) -> Void
  ) throws(SQLiteError) {
    for item in script.items where !isGivenUp {
      if let onlyIf = script.options(of: item)?.onlyIf, !fresh.isTrue(onlyIf, of: script) {
        continue
      }
      var offset = item.text.lowerBound
      var ordinal = 0
      while offset < item.text.upperBound, !isGivenUp {
        let place = Self.firstStatement(in: offset..<item.text.upperBound, of: script)
        guard !place.isEmpty else { break }
        let before = snapshot
        var outcome = fresh.run(
          at: offset, upTo: item.text.upperBound, of: script, place: place, records: true,
          droppedTables: droppedTables)
        if outcome.isEmpty {
          guard outcome.end > offset else { break }
          offset = outcome.end
          continue
        }
        ordinal += 1
        // SQLite counts from where it began to read, the statement's text from its first token.
        if let errorOffset = outcome.error?.offset {
          outcome.error?.offset = max(0, errorOffset - (place.lowerBound - offset))
        }
        if fresh.connection.isInAutocommit, script.isTransactional {
          outcome.error =
            outcome.error
            ?? SQLiteError(code: .error, message: "the statement ended the transaction")
          fresh.attempt("BEGIN")
          snapshot = try fresh.asRunner { () throws(SQLiteError) in
            try fresh.reader.snapshot(without: Self.hiddenTables)
          }
        }
        for action in outcome.actions where action.kind == .dropTable {
          droppedTables.insert(SQLName(action.name))
        }
        let tokens = Self.tokens(in: place, of: script)
        if outcome.changesSchema {
          try refresh(
            after: outcome.actions, isRename: Self.mentions("rename", in: place, of: script),
            isAddition: Self.mentions("add", in: place, of: script))
        }
        var statement = RehearsedStatement(
          script: script, item: item, ordinal: ordinal, range: place, error: outcome.error,
          denial: outcome.denial, parameterCount: outcome.parameterCount,
          doubleQuotedTexts: tokens.filter { token in
            outcome.doubleQuotedTexts.contains {
              $0.lowerBound == place.lowerBound + token.range.lowerBound
            }
          }, actions: outcome.actions, changes: outcome.changes,
          changesSchema: outcome.changesSchema, isReadOnly: outcome.isReadOnly, before: before,
          after: snapshot, tokens: tokens)
        statement.notice = outcome.notice
        if !statement.succeeded { explain(&statement) }
        if outcome.changesSchema { origins.note(statement) }
        body(statement)
        // A statement that does not compile has no end that SQLite knows: the next `;` is taken for it.
        offset = max(outcome.error == nil ? outcome.end : place.upperBound, offset + 1)
      }
    }
  }

  /// Finds out why a statement failed.
  private func explain(_ statement: inout RehearsedStatement) {
    failureCount += 1
    statement.refusal = Refusal(of: statement)
    statement.madeBefore = origins.origin(of: statement)
  }

  /// Reads again the tables that a statement changed. A new name changes what others refer to.
  private func refresh(
    after actions: [RehearsedAction], isRename: @autoclosure () -> Bool,
    isAddition: @autoclosure () -> Bool
  ) throws(SQLiteError) {
    schemaWork += Self.workOfChange + snapshot.objectCount
    var names: Set<SQLName> = []
    var isAlter = false
    for action in actions {
      switch action.kind {
      case .createTable, .dropTable, .createView, .dropView: names.insert(SQLName(action.name))
      case .createIndex, .dropIndex, .createTrigger, .dropTrigger:
        names.insert(SQLName(action.detail))
      case .alterTable:
        names.insert(SQLName(action.name))
        isAlter = true
      default: break
      }
    }
    try fresh.asRunner { () throws(SQLiteError) in
      if try refreshPart(after: actions) { return }
      // VACUUM names nothing, and numbers the rows of the schema anew.
      guard !names.isEmpty else {
        snapshot = try fresh.reader.snapshot(without: Self.hiddenTables)
        return
      }
      if isAlter {
        schemaWork += Self.workOfAlter + snapshot.objectCount * Self.workOfReading
        if isAddition(), names.count == 1, let name = names.first, var table = snapshot[name],
          try fresh.reader.addColumn(to: &table)
        {
          schemaWork += table.columns.count * Self.workOfReading
          snapshot.set(table, named: name)
          names = []
        }
        if isRename() { names.formUnion(try fresh.reader.changedTables()) }
        // The columns of a view follow its tables, while its text stays.
        names.formUnion(snapshot.viewsOfAllColumns)
      }
      let hidden = Set(Self.hiddenTables.map { SQLName($0) })
      for name in names.subtracting(hidden) {
        var table = try fresh.reader.table(name)
        if let old = snapshot[name] { table?.share(with: old) }
        snapshot.set(table, named: name)
      }
    }
  }

  /// Takes up what a statement did that only made or dropped an index or a trigger; whether it was one.
  private func refreshPart(after actions: [RehearsedAction]) throws(SQLiteError) -> Bool {
    let changes = actions.filter { $0.part != nil || $0.changesTable }
    guard changes.count == 1, let change = changes.first, let part = change.part else {
      return false
    }
    let name = SQLName(change.detail)
    // There is none in the snapshot if it is one of the runner's.
    guard var table = snapshot[name] else { return false }
    if change.kind == .createIndex || change.kind == .createTrigger {
      guard try fresh.reader.add(part, to: &table) else { return false }
    } else {
      try fresh.reader.remove(part, from: &table)
    }
    snapshot.set(table, named: name)
    return true
  }

  static func firstStatement(in range: Range<Int>, of script: Script) -> Range<Int> {
    script.document.withBytes(of: range) { bytes in
      let first = StatementText(bytes).firstStatement
      return (range.lowerBound + first.lowerBound)..<(range.lowerBound + first.upperBound)
    }
  }

  private static func mentions(
    _ word: StaticString, in range: Range<Int>, of script: Script
  ) -> Bool {
    script.document.withBytes(of: range) { StatementText($0).mentions(word) }
  }

  static func tokens(in range: Range<Int>, of script: Script) -> [SQLToken] {
    script.document.withBytes(of: range) { SQLToken.all(in: $0) }
  }
}

extension RehearsedAction {
  /// The index or trigger that it makes or drops.
  fileprivate var part: SchemaPart? {
    switch kind {
    case .createIndex, .dropIndex: .index(name)
    case .createTrigger, .dropTrigger: .trigger(name)
    default: nil
    }
  }

  /// Whether it makes, drops or alters a table or view as a whole.
  fileprivate var changesTable: Bool {
    switch kind {
    case .createTable, .dropTable, .createView, .dropView, .alterTable: true
    default: false
    }
  }
}
