import SQLScriptsFiles

/// One statement of a script outside a transaction (law 19).
struct WrittenStatement {
  var item: ScriptItem
  var itemIndex: Int
  /// Its number in its item, from one.
  var ordinal: Int
  var range: Range<Int>
  var isPragma: Bool
  /// Whether it cannot be committed together with its position: VACUUM, or a PRAGMA that cannot run in a transaction.
  var isOutside: Bool
  var isLastOfItem = false

  static func all(of script: Script) -> [WrittenStatement] {
    var all: [WrittenStatement] = []
    for (index, item) in script.items.enumerated() {
      var ordinal = 0
      script.eachStatement(of: item) { text, range in
        ordinal += 1
        let words = text.leadingWords(4)
        let pragma = words.first == "pragma" ? pragma(words) : nil
        all.append(
          WrittenStatement(
            item: item, itemIndex: index, ordinal: ordinal, range: range, isPragma: pragma != nil,
            isOutside: pragma.map { !ScriptPragma.isTransactional($0) }
              ?? (words.first == "vacuum")))
        return true
      }
      if ordinal > 0 { all[all.count - 1].isLastOfItem = true }
    }
    return all
  }

  /// The name in `PRAGMA name` or `PRAGMA schema.name`.
  private static func pragma(_ words: [String]) -> String {
    words.count > 3 && words[2] == "." ? words[3] : words.count > 1 ? words[1] : ""
  }
}

extension StepPosition {
  /// The reason why a script cannot continue after this position; nil if it can.
  func refusal(toContinue script: Script) -> MigrationRefusal? {
    let problem: UnfinishedProblem? =
      if script.isTransactional {
        .isTransaction(script: script.file.name)
      } else if !matches(script) {
        .changed(script: script.file.name)
      } else {
        nil
      }
    return problem.map { refusal($0) }
  }

  func refusal(_ problem: UnfinishedProblem) -> MigrationRefusal {
    .unfinished(version: version, statementCount: done, problem)
  }

  /// Whether the statements before it are the ones that ran.
  private func matches(_ script: Script) -> Bool {
    let statements = WrittenStatement.all(of: script)
    guard done <= statements.count else { return false }
    var hash = XXH64()
    for statement in statements.prefix(done) {
      script.document.withBytes(of: statement.range) { hash.update($0) }
    }
    return hash.finish() == checksum
  }
}
