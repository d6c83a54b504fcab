import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Puts the statements of a script into sentences: one for each statement, for each rebuild, and for each series of
/// INSERTs into one table.
struct Narration {
  private let rehearsed: RehearsedScript
  private let rebuilds: [RebuildWords]
  /// The rebuild that a statement belongs to.
  private var rebuildOf: [Int: Int] = [:]
  /// The place of DROP, by the index of the CREATE that follows it with the same name.
  private var dropBefore: [Int: Int] = [:]

  init(_ rehearsed: RehearsedScript, _ samples: SampleTables) {
    self.rehearsed = rehearsed
    rebuilds = rehearsed.lineages.compactMap { RebuildWords($0, in: rehearsed, samples) }
    for (number, rebuild) in rebuilds.enumerated() {
      for index in rebuild.statements { rebuildOf[index] = rebuildOf[index] ?? number }
    }
    pairDrops()
  }

  /// A view, trigger or index that is dropped and created again is one change.
  private mutating func pairDrops() {
    var dropped: [SQLName: Int] = [:]
    for (index, statement) in rehearsed.statements.enumerated()
    where statement.succeeded && statement.changesSchema && rebuildOf[index] == nil {
      if let name = statement.dropped.map({ SQLName(statement.name($0.name)) }),
        statement.word(1) != "TABLE"
      {
        dropped[name] = index
      } else if let created = statement.created, created.kind != .table {
        let name = SQLName(statement.name(created.name.name))
        guard let drop = dropped.removeValue(forKey: name),
          rehearsed.statements[drop].word(1) == created.kind.rawValue.uppercased()
        else { continue }
        dropBefore[index] = drop
      }
    }
  }

  var sentences: [Sentence] {
    var sentences: [(place: Int, sentence: Sentence)] = []
    var told: Set<Int> = []
    let dropped = Set(dropBefore.values)
    var inserts: Inserts?
    for (index, statement) in rehearsed.statements.enumerated() {
      let place = statement.range.lowerBound
      if let more = inserts?.adding(statement), rebuildOf[index] == nil, !hasOptions(statement) {
        inserts = more
        sentences[sentences.count - 1].sentence = more.sentence
        continue
      }
      inserts = nil
      if let rebuild = rebuildOf[index] {
        guard told.insert(rebuild).inserted else { continue }
        let members = rebuilds[rebuild].statements
        let items = Set(members.map { rehearsed.statements[$0].number }).sorted()
        sentences.append((place, Sentence(finish(rebuilds[rebuild].words), items)))
        continue
      }
      if dropped.contains(index) { continue }
      if let first = Inserts(statement), rebuildOf[index] == nil, !hasOptions(statement) {
        inserts = first
        let effect = rehearsed.rowEffects[index]
        let words = RowWords(statement: statement, effect: effect).words ?? first.sentence.words
        sentences.append((place, Sentence(finish(words), [statement.number])))
        continue
      }
      sentences.append((place, sentence(statement, index)))
    }
    for statement in rehearsed.ruledOut {
      sentences.append((statement.range.lowerBound, sentence(statement, nil)))
    }
    return requirements + sentences.sorted { $0.place < $1.place }.map(\.sentence) + verifications
  }

  private func hasOptions(_ statement: RehearsedStatement) -> Bool {
    rehearsed.script.options(of: statement.item)?.onlyIf != nil
  }

  private func sentence(_ statement: RehearsedStatement, _ index: Int?) -> Sentence {
    var items = [statement.number]
    var isLabel = false
    var words: Words
    if let drop = index.flatMap({ dropBefore[$0] }) {
      items.insert(rehearsed.statements[drop].number, at: 0)
      words = replacement(rehearsed.statements[drop], statement)
    } else {
      let told = StatementWords(
        statement: statement, effect: index.flatMap { rehearsed.rowEffects[$0] },
        lineage: statement.droppedTable.flatMap { rehearsed.lineage(of: $0) })
      (words, isLabel) = (told.words, told.isLabel)
    }
    if !isLabel, let condition = rehearsed.script.options(of: statement.item)?.onlyIf {
      words = "only if \(code: rehearsed.script.text(condition)) is true: \(words)"
    }
    return Sentence(finish(words), Array(Set(items)).sorted(), isLabel: isLabel)
  }

  private func replacement(_ drop: RehearsedStatement, _ create: RehearsedStatement) -> Words {
    let noun = create.created?.kind.rawValue ?? "object"
    let name = create.createdName ?? ""
    let words = CreationWords(statement: create).words ?? "creates the \(noun) \(name: name)"
    let isSame = drop.definition(noun, name).map {
      CanonicalSQL($0) == CanonicalSQL(create.text)
    }
    if isSame == true { return "removes the \(noun) \(name: name) and creates it again, unchanged" }
    return "replaces the \(noun) \(name: name): \(words)"
  }

  private var requirements: [Sentence] {
    let words: [Sentence] = rehearsed.script.require.map { query in
      let sql = rehearsed.script.text(query.text)
      return Sentence("Stops before it changes anything if \(code: sql) finds a row.", [])
    }
    guard !rehearsed.script.isTransactional else { return words }
    return words + [
      Sentence("Runs outside a transaction, so what it has done stays if it fails.", [])
    ]
  }

  private var verifications: [Sentence] {
    rehearsed.script.verify.map { query in
      let sql = rehearsed.script.text(query.text)
      return Sentence("Undoes everything if \(code: sql) then finds a row.", [])
    }
  }

  private func finish(_ words: Words) -> Words {
    let last = words.plain.last
    return last == "." ? words.capitalized : words.capitalized + "."
  }
}

extension RehearsedStatement {
  /// The number that people count: of the item, or in a `.sql` file of the statement.
  package var number: Int { script.file.format == .sql ? ordinal : Int(item.number) }

  /// The SQL of an object before the statement.
  fileprivate func definition(_ noun: String, _ name: String) -> String? {
    if noun == "index" {
      return before.table(ofIndex: name)?.indexes.first { $0.name.isSameName(as: name) }?.sql
    }
    return before.definition(of: SQLName(name))
  }
}
