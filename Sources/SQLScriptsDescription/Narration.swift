import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Puts the statements of a script into sentences: one for each statement, for each rebuild, and for each series of
/// INSERTs into one table.
struct Narration {
  let rehearsed: RehearsedScript
  let rebuilds: [RebuildWords]
  /// The rebuild that a statement belongs to.
  private var rebuildOf: [Int: Int] = [:]
  let replacements: Replacements
  let lateChanges: LateChanges
  let missingTables: MissingTables
  /// The first statement that fails, unless its `onlyIf` is false.
  let firstFailure: Int?

  /// The number of the first item whose `onlyIf` fails. One that was stopped may be only slow.
  let failedItem: UInt32?

  /// Whether a query of `require` stops every migration.
  let isStopped: Bool

  /// The statements that delete all rows of a table, in order.
  let deletions: [SQLName: [Int]]

  private var told: [(place: Place, sentence: Sentence)] = []

  /// The place of a statement. Its offset would not do: texts with escapes are at the end of a document.
  private struct Place: Comparable {
    var item: UInt32
    var ordinal: Int

    init(_ statement: RehearsedStatement) {
      (item, ordinal) = (statement.item.number, statement.ordinal)
    }

    init(item: UInt32, ordinal: Int) {
      (self.item, self.ordinal) = (item, ordinal)
    }

    static func < (left: Place, right: Place) -> Bool {
      (left.item, left.ordinal) < (right.item, right.ordinal)
    }
  }

  init(_ rehearsed: RehearsedScript, _ samples: SampleTables) {
    self.rehearsed = rehearsed
    firstFailure = rehearsed.firstFailure
    failedItem = rehearsed.failedItem
    deletions = rehearsed.statements.indices.reduce(into: [:]) { all, index in
      let statement = rehearsed.statements[index]
      guard statement.succeeded, let table = statement.wholeDeletedTable else { return }
      all[table, default: []].append(index)
    }
    isStopped = rehearsed.script.require.contains { item in
      let error = rehearsed.queryErrors.first { item.text.contains($0.key) }?.value
      let sql = rehearsed.script.text(item.text)
      return GuardWords(sql: sql, schema: rehearsed.before, error: error).alwaysStops
    }
    let lineages = rehearsed.lineages + rehearsed.rebuildsOfNewTables
    let renames = lineages.isEmpty ? [:] : samples.columnRenames
    rebuilds = lineages.flatMap { RebuildWords.all(of: $0, in: rehearsed, samples, renames) }
    for (number, rebuild) in rebuilds.enumerated() {
      for index in rebuild.statements { rebuildOf[index] = rebuildOf[index] ?? number }
    }
    replacements = Replacements(rehearsed, without: Set(rebuildOf.keys))
    lateChanges = LateChanges(rehearsed, copies: Set(rebuilds.flatMap(\.copiesOfRows)))
    missingTables = MissingTables(rehearsed)
    tell()
    tellRest()
  }

  var sentences: [Sentence] {
    var sentences: [Sentence] = []
    // BEGIN and COMMIT are ignored for one reason.
    var ignored: [Words: Int] = [:]
    let notices = Set(rehearsed.statements.filter { $0.notice != nil }.map(\.number))
    for sentence in told.sorted(by: { $0.place < $1.place }).map(\.sentence) {
      let isNotice = sentence.isLabel && notices.isSuperset(of: sentence.items)
      if isNotice, let index = ignored[sentence.words] {
        sentences[index].items = Set(sentences[index].items + sentence.items).sorted()
        continue
      }
      if isNotice { ignored[sentence.words] = sentences.count }
      sentences.append(sentence)
    }
    return requirements + sentences + verifications
  }

  private mutating func tell() {
    var done: Set<Int> = []
    var temporaries: Set<SQLName> = []
    let drops = replacements.drops
    var inserts: Inserts?
    for (index, known) in rehearsed.statements.enumerated() {
      var statement = known
      statement.hiddenTables = temporaries.filter { statement.before[$0] != nil }
      let present = temporaries
      if statement.createsTemporary, let name = statement.createdName {
        temporaries.insert(SQLName(name))
      } else if !statement.changesSchema, let dropped = statement.dropped {
        temporaries.remove(SQLName(statement.name(dropped.name)))
      }
      if let rebuild = rebuildOf[index] {
        inserts = nil
        if done.insert(rebuild).inserted {
          let place = isToldLast(rebuilds[rebuild]) ? rebuilds[rebuild].statements.last : index
          let last = rehearsed.statements[place ?? index]
          told.append((Place(last), sentence(rebuilds[rebuild])))
        }
        continue
      }
      if drops.contains(index) { continue }
      let isPlain =
        condition(of: statement) == nil && failure(of: [index]) == nil
        && statement.parameterCount == 0 && inOldTable(statement, index).isEmpty
      if isPlain, let more = inserts?.adding(statement, rehearsed.rowEffects[index]) {
        inserts = more
        let words = reached(withFinalNames(more.words, index), index)
        told[told.count - 1].sentence = Sentence(finish(words), more.items)
        continue
      }
      inserts = isPlain ? Inserts(statement, rehearsed.rowEffects[index]) : nil
      told.append((Place(statement), sentence(statement, index, present)))
    }
    for statement in rehearsed.ruledOut {
      told.append((Place(statement), sentence(statement, nil, temporaries)))
    }
  }

  /// The INSERTs after the first thousand of a bulk script, and items without a statement.
  private mutating func tellRest() {
    for omitted in rehearsed.omitted {
      let items = omitted.numbers.flatMap(Array.init)
      var words: Words =
        omitted.succeeded
        ? "adds \(omitted.rows) more rows to \(name: omitted.table)"
        : "fails \(items.count) more times for \(name: omitted.table)"
      if let lack = lack(of: omitted.item, omitted.ordinal) { words = "\(lack): \(words)" }
      let sentence = Sentence(finish(words), items, isLabel: !omitted.succeeded)
      told.append((Place(item: omitted.item, ordinal: omitted.ordinal), sentence))
    }
    guard rehearsed.script.file.format != .sql else { return }
    let statements = rehearsed.statements + rehearsed.ruledOut
    var known = Set(statements.map { Int($0.item.number) })
    for omitted in rehearsed.omitted { omitted.numbers.forEach { known.formUnion($0) } }
    for item in rehearsed.script.items where !known.contains(Int(item.number)) {
      let tokens = SQLText(rehearsed.script.text(item.text)).tokens
      let isEmpty = tokens.allSatisfy { $0.kind == .semicolon }
      let words: Words = isEmpty ? "contains no SQL" : "was not run"
      let sentence = Sentence(finish(words), [Int(item.number)], isLabel: true)
      told.append((Place(item: item.number, ordinal: 0), sentence))
    }
  }
}
