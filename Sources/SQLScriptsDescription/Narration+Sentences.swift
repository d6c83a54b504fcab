import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension Narration {
  /// The `onlyIf` of a statement; nil without one, and for one that is always true.
  func condition(of statement: RehearsedStatement) -> GuardWords? {
    let query = rehearsed.script.options(of: statement.item)?.onlyIf.map {
      guardWords($0, statement.before)
    }
    return query?.isAlwaysTrue == true ? nil : query
  }

  /// A query of `require`, `verify` or `onlyIf` with its schema.
  func guardWords(_ query: Range<Int>, _ schema: SchemaSnapshot) -> GuardWords {
    let error = rehearsed.queryErrors.first { query.contains($0.key) }?.value
    let sql = rehearsed.script.text(query)
    return GuardWords(sql: sql, schema: schema, error: error)
  }

  /// “only if **user** has rows: ”, with what SQLite said about the query.
  private func only(if condition: GuardWords, _ words: Words) -> Words {
    if condition.isNeverTrue {
      return "does nothing, because its condition is never true\(aside: "Query", condition.sql)"
    }
    guard condition.error != nil else { return "only if \(condition.truth): \(words)" }
    let query = "\(aside: "Query", condition.sql)" as Words
    if condition.isStopped, let stop = condition.failure(of: "this query") {
      return "only if the result of a query is true, but \(stop): \(words)\(query)"
    }
    return (condition.failure(of: "the query that decides whether it runs") ?? words) + query
  }

  /// The condition on which a statement fails. Nobody can run SQL that SQLite cannot read.
  private func conditionOfFailure(_ statement: RehearsedStatement) -> GuardWords? {
    statement.error?.said.isAboutSyntax == true ? nil : condition(of: statement)
  }

  func sentence(_ rebuild: RebuildWords) -> Sentence {
    let members = rebuild.statements
    let items = Set(members.map { rehearsed.statements[$0].number }).sorted()
    let conditions = members.map { condition(of: rehearsed.statements[$0]) }
    var words = rebuild.words.mappingAsides { withFinalName($0, of: rebuild) }
    if let first = conditions.compactMap({ $0 }).first(where: { $0.error != nil })
      ?? conditions.compactMap({ $0 }).first
    {
      let others = conditions.compactMap { $0?.truth }.filter { $0 != first.truth }
      let hasAll = conditions.allSatisfy { $0 != nil && $0?.error == nil }
      words =
        Set(conditions.map { $0?.truth }).count == 1
        ? only(if: first, words)
        : hasAll
          ? only(if: first, "\(words); some of it only if \(others.withoutRepetitions.list())")
          : conditionOfCopies(rebuild).map {
            "\(words); copies its rows only if \($0.truth), and otherwise loses \(strong: "all") of them"
          }
            ?? "\(words); some of it only if \(first.truth)"
            + (first.failure(of: "this query").map { ", but " + $0 } ?? "")
    }
    words = reached(words + (failure(of: members) ?? ""), members.first ?? 0)
    return Sentence(finish(words), items)
  }

  func sentence(
    _ statement: RehearsedStatement, _ index: Int?, _ temporaries: Set<SQLName>
  ) -> Sentence {
    var items = [statement.number]
    var isLabel = false
    var words: Words
    if let words = ruledOut(statement) {
      return Sentence(finish(words), items)
    }
    if let replacement = index.flatMap({ replacements[$0] }) {
      items.append(rehearsed.statements[replacement.drop].number)
      words = replacement.words
    } else if let removal = index.flatMap({ passingRemoval(statement, $0) }) {
      words = removal
    } else {
      let copied = index.flatMap(copied)
      let told = StatementWords(
        statement: statement, effect: index.flatMap { rehearsed.rowEffects[$0] }, copied: copied,
        place: index.map { inOldTable(statement, $0) } ?? "", temporaries: temporaries,
        script: rehearsed)
      (words, isLabel) = (told.words, told.isLabel)
      if let index, copied != nil { words += withoutCopies(statement, index) }
      words += index.map { withoutFormerValues(statement, $0) } ?? ""
      if index != nil, !isLabel { words += missing(statement) }
    }
    if let condition = condition(of: statement) {
      if !isLabel {
        words = only(if: condition, words)
      } else if statement.denial == nil, let error = statement.error,
        let condition = conditionOfFailure(statement)
      {
        words = "fails if \(condition.truth): \(code: error.message)"
      }
    }
    words = index.map { withFinalNames(words, $0) } ?? words
    words += index.flatMap { failure(of: [$0]) } ?? ""
    words = isLabel ? unreachedLabel(words, statement) : reached(words, statement)
    return Sentence(finish(words), Set(items).sorted(), isLabel: isLabel)
  }

  /// “, but **post** still refers to **user**, which no longer exists”, and the like.
  private func missing(_ statement: RehearsedStatement) -> Words {
    let (dropped, renamed) = (statement.droppedTable, statement.renamedTable?.old)
    guard let name = dropped ?? renamed else { return missingTables.words(statement) }
    guard let words = missingTables.referring(to: name, before: statement) else { return "" }
    if dropped != nil { return ", but \(words) to it" }
    let table = statement.before[name]?.name ?? name.text
    return ", but \(words) to \(name: table), which no longer exists"
  }

  /// What a script copies from a table before its DROP: “rows”, or “values” that an UPDATE reads; nil for nothing.
  private func copied(before drop: Int) -> Words? {
    guard let lineage = lineage(droppedAt: drop), [.moved, .rebuilt].contains(lineage.kind)
    else { return nil }
    let names = lineage.oldNames(in: rehearsed)
    let copies = lineage.copies.filter { index in
      lineage.kind == .moved
        || names[index].map(rehearsed.statements[index].readTables.contains) ?? false
    }.map { rehearsed.statements[$0] }
    if copies.isEmpty { return nil }
    let queries = copies.compactMap { statement in
      statement.outerIndex(of: "SELECT").map { (statement, SelectedRows(statement, select: $0)) }
    }
    let isWhole = queries.contains { statement, rows in
      rows.isWhole && condition(of: statement) == nil
        && statement.verb.map { InsertManner(statement, $0) == .adds } ?? true
    }
    return isWhole ? "rows" : queries.isEmpty ? "values" : "rows, perhaps not all of them,"
  }

  /// The lineage of the table that a statement drops, whatever its name is by then.
  private func lineage(droppedAt index: Int) -> TableLineage? {
    rehearsed.statements[index].droppedTable == nil
      ? nil : rehearsed.lineages.first { $0.statement == index }
  }

  /// “, but no values of **note**”, of columns that no copy reads before their table is dropped.
  private func withoutCopies(_ drop: RehearsedStatement, _ index: Int) -> Words {
    guard drop.succeeded, let name = drop.droppedTable, let table = drop.before[name],
      let lineage = lineage(droppedAt: index),
      table.columns.map(\.name) == lineage.before.columns.map(\.name)
    else { return "" }
    let (names, known) = (lineage.oldNames(in: rehearsed), Set(lineage.copies))
    let copies = rehearsed.statements.indices.filter { index in
      let statement = rehearsed.statements[index]
      return known.contains(index)
        || statement.succeeded && statement.writtenTable != nil
          && names[index].map(statement.readTables.contains) ?? false
    }.map { rehearsed.statements[$0] }
    let lost = table.columns.filter { column in
      !column.isGenerated && table.rowIDAlias?.name.isSameName(as: column.name) != true
        && !copies.contains { $0.mayRead(column) }
    }
    return lost.isEmpty ? "" : ", but no values of \(lost.map(\.name).names)"
  }

  /// “removes the index **k** for now; it is created again below”; nil for other statements.
  private func passingRemoval(_ statement: RehearsedStatement, _ index: Int) -> Words? {
    guard let part = statement.droppedPart, let again = rehearsed.recreation(of: part, index) else {
      return nil
    }
    let noun = statement.word(1).asciiLowercased
    return again.isSame
      ? "removes the \(noun) \(name: part.text) for now; it is created again below"
      : "removes the \(noun) \(name: part.text); another one of this name is created below"
  }

  /// What SQLite said about one of these statements with sample rows; nil if none failed.
  func failure(of indices: [Int]) -> Words? {
    let failures = [rehearsed.failsOnTypicalRows].compactMap { $0 } + rehearsed.laterFailures
    let failure = failures.first { indices.map(SampleFailure.Place.statement).contains($0.place) }
    return failure.map { ", but fails with the sample rows: \(code: $0.error.message)" }
  }

  /// The words with the final names of rebuilt tables. The others exist only while the script runs.
  func withFinalNames(_ words: Words, _ index: Int) -> Words {
    var names: [SQLName: String] = [:]
    var columns: Set<SQLName> = []
    for rebuild in rebuilds {
      for name in rebuild.passingNames(at: index) {
        names[name] = rebuild.after.name
        let table = rehearsed.statements[index].before[name]
        if table?.column(name.text) != nil { columns.insert(name) }
      }
      if let name = rebuild.passingOldName(at: index), names[name] == nil {
        names[name] = rebuild.oldNames.first.text
        if rehearsed.statements[index].before[name]?.column(name.text) != nil {
          columns.insert(name)
        }
      }
    }
    return names.isEmpty ? words : words.renaming(names, except: columns)
  }

  /// SQL about a rebuilt table with the name that it has after the script. What is about both tables keeps the names.
  private func withFinalName(_ code: String, of rebuild: RebuildWords) -> String {
    let sql = SQLText(code)
    let names = Set(sql.indices.filter(sql.isName).map { SQLName(sql.name($0)) })
    let final = rebuild.newTable.table.name
    let passing = rebuild.ownNames.intersection(names).filter { rehearsed.after[$0] == nil }
    guard !names.contains(SQLName(final)), !passing.isEmpty else { return code }
    return sql.renamingTables(Dictionary(uniqueKeysWithValues: passing.map { ($0, final) }))
  }

  /// What a condition avoids here, such as a column that exists already.
  private func ruledOut(_ statement: RehearsedStatement) -> Words? {
    guard statement.isRuledOut, statement.denial == nil, let error = statement.error,
      !error.said.isAboutSyntax, let condition = condition(of: statement)
    else { return nil }
    return "does nothing here, because \(condition.untruth)"
  }

  /// The words of a statement, which a migration does not reach after one that fails.
  func reached(_ words: Words, _ index: Int) -> Words {
    reached(words, rehearsed.statements[index])
  }

  /// The words of a statement that has no index if its condition is false.
  private func reached(_ words: Words, _ statement: RehearsedStatement) -> Words {
    lack(of: statement.item.number, statement.ordinal).map { "\($0): \(words)" } ?? words
  }

  /// “not reached”, of a place after a statement that fails; nil for others.
  func lack(of item: UInt32, _ ordinal: Int) -> Words? {
    if isStopped { return "not reached" }
    if let failedItem, failedItem < item { return "not reached" }
    guard let failed = firstFailure.map({ rehearsed.statements[$0] }),
      (failed.item.number, failed.ordinal) < (item, ordinal)
    else { return nil }
    return isFailureCertain ? "not reached" : "not reached in that case"
  }

  /// A statement that would fail, too, may do so only because of the first one.
  private func unreachedLabel(_ words: Words, _ statement: RehearsedStatement) -> Words {
    guard !statement.succeeded, statement.denial == nil, let error = statement.error,
      let lack = lack(of: statement.item.number, statement.ordinal)
    else { return words }
    let condition = conditionOfFailure(statement).map { ", if \($0.truth)" as Words } ?? ""
    return "\(lack), and would fail, too\(condition): \(code: error.message)"
  }

  /// Whether the first statement that fails does so in every migration.
  private var isFailureCertain: Bool {
    let condition = firstFailure.flatMap { conditionOfFailure(rehearsed.statements[$0]) }
    return condition.map { $0.error != nil } ?? true
  }

  /// Whether no migration gets to its end.
  var hasNoEnd: Bool { isStopped || failedItem != nil || firstFailure != nil && isFailureCertain }

  func finish(_ words: Words) -> Words { words.finished }
}

extension RehearsedStatement {
  /// Whether its query names a column, or has a `*`.
  fileprivate func mayRead(_ column: SchemaColumn) -> Bool {
    let start = outerIndex(of: "SELECT") ?? 0
    return indices.contains { index in
      index >= start
        && (isName(index) && name(index).isSameName(as: column.name)
          || word(index) == "*" && word(index - 1) != "(")
    }
  }
}
