import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension Narration {
  var requirements: [Sentence] {
    let found = rehearsed.queriesWithRows.sorted()
    let words = rehearsed.script.require.map { item in
      let query = guardWords(item.text, rehearsed.before)
      let failure: Words = query.failure(of: "this query").map { ", but " + $0 } ?? ""
      let condition: Words =
        query.alwaysFindsRow
        ? ", because its query always finds a row\(aside: "Query", query.sql)"
        : query.neverFindsRow
          ? ", because its query never finds a row\(aside: "Query", query.sql)"
          : " if \(query.finding)\(samples(item, found))"
      let start: Words =
        query.neverFindsRow
        ? "requires nothing"
        : "\(query.alwaysFindsRow ? "always " : "")stops before it changes anything"
      return Sentence(finish("\(start)\(condition)\(failure)"), [])
    }
    guard !rehearsed.script.isTransactional else { return words }
    return words + [
      Sentence("Does not run as a whole: if it fails, what it has done until then stays.", [])
    ]
  }

  var verifications: [Sentence] {
    let found = rehearsed.queriesWithRows.sorted()
    return rehearsed.script.verify.map { item in
      let query = guardWords(item.text, rehearsed.after)
      let failure: Words = query.failure(of: "this query").map { ", but " + $0 } ?? ""
      let words: Words =
        query.alwaysFindsRow
        ? "always undoes everything at the end, because its query always finds a row\(aside: "Query", query.sql)"
        : query.neverFindsRow
          ? "checks nothing at the end, because its query never finds a row\(aside: "Query", query.sql)"
          : "undoes everything if, at the end, \(query.finding)\(samples(item, found))"
      return Sentence(finish((hasNoEnd ? "not reached: " : "") + words + failure), [])
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
