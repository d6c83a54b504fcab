import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension Narration {
  var requirements: [Sentence] {
    let words = rehearsed.script.require.map { item in
      let query = guardWords(item.text, rehearsed.before)
      let failure: Words = query.failure(of: "this query").map { ", but " + $0 } ?? ""
      let condition: Words =
        query.alwaysFindsRow
        ? ", because its query always finds a row\(aside: "Query", query.sql)"
        : " if \(query.finding)\(samples(item))"
      let adverb = query.alwaysFindsRow ? "always " : ""
      return Sentence(finish("\(adverb)stops before it changes anything\(condition)\(failure)"), [])
    }
    guard !rehearsed.script.isTransactional else { return words }
    return words + [
      Sentence("Does not run as a whole: if it fails, what it has done until then stays.", [])
    ]
  }

  var verifications: [Sentence] {
    rehearsed.script.verify.map { item in
      let query = guardWords(item.text, rehearsed.after)
      let failure: Words = query.failure(of: "this query").map { ", but " + $0 } ?? ""
      return Sentence(
        finish("undoes everything if, at the end, \(query.finding)\(samples(item))\(failure)"), [])
    }
  }

  /// “ (as with the sample rows)”, of a query that finds some of them.
  private func samples(_ query: ScriptItem) -> Words {
    rehearsed.queriesWithRows.contains(where: query.text.contains)
      ? " (as with the sample rows)" : ""
  }
}
