import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension Narration {
  /// The `onlyIf` of a statement; nil without one, and for one that is always true.
  func condition(of statement: RehearsedStatement) -> GuardWords? {
    let query = rehearsed.script.options(of: statement.item)?.onlyIf.map {
      GuardWords(sql: rehearsed.script.text($0), schema: statement.before)
    }
    return query?.isAlwaysTrue == true ? nil : query
  }

  /// The condition on which a statement fails. Nobody can run SQL that SQLite cannot read.
  private func conditionOfFailure(_ statement: RehearsedStatement) -> GuardWords? {
    statement.error?.said.isAboutSyntax == true ? nil : condition(of: statement)
  }

  func sentence(_ rebuild: RebuildWords) -> Sentence {
    let members = rebuild.statements
    let items = Set(members.map { rehearsed.statements[$0].number }).sorted()
    let conditions = members.map { condition(of: rehearsed.statements[$0])?.truth }
    var words = rebuild.words
    if let first = conditions.compactMap({ $0 }).first {
      words =
        Set(conditions).count == 1
        ? "only if \(first): \(words)" : "\(words); some of it only if \(first)"
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
    } else {
      let told = StatementWords(
        statement: statement, effect: index.flatMap { rehearsed.rowEffects[$0] },
        lineage: statement.droppedTable.flatMap { rehearsed.lineage(of: $0) },
        temporaries: temporaries)
      (words, isLabel) = (told.words, told.isLabel)
    }
    if let condition = condition(of: statement) {
      if !isLabel {
        words = "only if \(condition.truth): \(words)"
      } else if statement.denial == nil, let error = statement.error,
        let condition = conditionOfFailure(statement)
      {
        words = "fails if \(condition.truth): \(code: error.message)"
      }
    }
    words = index.map { withFinalNames(words, $0) } ?? words
    words += index.flatMap { failure(of: [$0]) } ?? ""
    if !isLabel, let index { words = reached(words, index) }
    return Sentence(finish(words), Set(items).sorted(), isLabel: isLabel)
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
    for rebuild in rebuilds {
      for name in rebuild.lineage.passingNames(at: index, in: rebuild.script) {
        names[name] = rebuild.after.name
      }
    }
    return names.isEmpty ? words : words.renaming(names)
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
    guard let firstFailure, firstFailure < index else { return words }
    let isCertain = conditionOfFailure(rehearsed.statements[firstFailure]) == nil
    return (isCertain ? "not reached: " : "not reached in that case: ") + words
  }

  func finish(_ words: Words) -> Words { words.finished }
}
