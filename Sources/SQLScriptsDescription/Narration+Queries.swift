import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension Narration {
  var requirements: [Sentence] {
    let found = rehearsed.queriesWithRows.sorted()
    let words = rehearsed.script.require.map { item in
      let query = guardWords(item.text, rehearsed.before)
      let code: Words = "\(aside: "Query", query.sql)"
      if let stop = query.stop {
        return Sentence(
          finish("always stops before it changes anything, because \(stop)\(code)"), [])
      }
      let failure: Words = query.failure(of: "this query").map { ", but " + $0 } ?? ""
      let words: Words =
        query.neverFindsRow
        ? "requires nothing, because its query never finds a row\(code)"
        : "stops before it changes anything if \(query.finding)\(samples(item, found))"
      return Sentence(finish(words + failure), [])
    }
    guard !rehearsed.script.isTransactional else { return words }
    return words + [
      Sentence("Does not run as a whole: if it fails, what it has done until then stays.", [])
    ]
  }

  var verifications: [Sentence] {
    // Outside a transaction, each statement took effect already.
    let undoes: Words = rehearsed.script.isTransactional ? "undoes everything" : "fails"
    let found = rehearsed.queriesWithRows.sorted()
    return rehearsed.script.verify.map { item in
      let query = guardWords(item.text, rehearsed.after)
      let code: Words = "\(aside: "Query", query.sql)"
      let failure: Words = query.failure(of: "this query").map { ", but " + $0 } ?? ""
      let words: Words =
        query.stop.map { "always \(undoes) at the end, because \($0)\(code)" }
        ?? (query.neverFindsRow
          ? "checks nothing at the end, because its query never finds a row\(code)"
          : "\(undoes) if, at the end, \(query.finding)\(samples(item, found))\(failure)")
      return Sentence(finish((hasNoEnd ? "not reached: " : "") + words), [])
    }
  }

  /// “ (as with the sample rows)”, of a query that finds some of them.
  ///
  /// - Parameter found: the sorted offsets of the queries that find rows.
  private func samples(_ query: ScriptItem, _ found: [Int]) -> Words {
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle] < query.text.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < found.count && query.text.contains(found[low]) ? " (as with the sample rows)" : ""
  }
}
