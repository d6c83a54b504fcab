import SQLScriptsSQL
import SQLScriptsValidation

/// The queries that UNION, EXCEPT and INTERSECT combine.
struct CompoundWords {
  private let statement: RehearsedStatement
  /// The operators, by the index of their first word.
  private let operators: [Int]
  private let end: Int
  /// The tokens of the first query.
  let first: Range<Int>

  init(_ statement: RehearsedStatement, select: Int) {
    self.statement = statement
    let outer = statement.outerIndices(from: select).filter { statement.kind($0) == .word }
    operators = outer.filter { ["UNION", "EXCEPT", "INTERSECT"].contains(statement.word($0)) }
    let last = operators.last ?? select
    end =
      outer.first { index in
        index > last
          && (["ORDER", "LIMIT", "RETURNING"].contains(statement.word(index))
            || statement.has("ON", "CONFLICT", at: index))
      } ?? statement.withoutSemicolon.upperBound
    first = select..<max(select, operators.first ?? statement.withoutSemicolon.upperBound)
  }

  var isCompound: Bool { !operators.isEmpty }

  var count: String { operators.count == 1 ? "two" : "several" }

  /// Whether it has the rows of all queries.
  var isUnion: Bool { isCompound && words == ["UNION"] && (isDistinct || !hasDistinct) }

  /// Whether its operators do not all mean the same.
  var isMixed: Bool { words.count > 1 || words == ["UNION"] && !isUnion }

  /// Whether rows that are equal become one. Only UNION ALL keeps them, and only those after it.
  private var isDistinct: Bool { operators.last.map { statement.word($0 + 1) != "ALL" } ?? false }

  /// Whether there may be equal rows that become one.
  var dropsEqual: Bool { isDistinct && !isMixed && (isUnion || canRepeat) }

  /// “, equal rows only once”
  var repetition: Words { dropsEqual ? ", equal rows only once" : "" }

  /// Whether the first query may find equal rows.
  private var canRepeat: Bool {
    let from = JoinWords(statement, select: first.lowerBound).from
    let sources = ExpressionScope(selecting: statement, from: from).sources
    guard sources.count == 1, let table = sources[0].table else { return true }
    let values = SelectedValues(statement, select: first.lowerBound).values
    let columns = values.compactMap { value -> String? in
      switch value {
      case .column(let name, of: _): return name
      case .expression(let range):
        guard case .column(let name, _)? = ExpressionReader(statement, range).expression else {
          return nil
        }
        return name.text
      }
    }
    return !table.identifiesRows(by: columns)
  }

  private var hasDistinct: Bool { operators.contains { statement.word($0 + 1) != "ALL" } }

  private var words: Set<String> { Set(operators.map(statement.word)) }

  /// “copies the rows that two queries find”
  var copy: Words {
    if isUnion { return "copies the rows that \(count) queries find" }
    if isMixed { return "copies the result of several queries\(aside: "Queries", code)" }
    let other: Words = operators.count == 1 ? "another query finds" : "other queries find"
    return words == ["EXCEPT"]
      ? "leaves out rows that \(other)\(others)" : "copies only rows that \(other), too\(others)"
  }

  /// “, except those that another query finds”; empty if there is only one query, or if it has the rows of all of them.
  var exception: Words {
    guard isCompound, !isUnion, !isMixed else { return "" }
    let other: Words = operators.count == 1 ? "another query finds" : "other queries find"
    return words == ["EXCEPT"]
      ? ", except those that \(other)\(repetition)\(others)"
      : ", only those that \(other) as well\(repetition)\(others)"
  }

  private var code: String { statement.code(of: first.lowerBound..<max(first.lowerBound, end)) }

  /// The SQL of the queries after the first one.
  private var others: Words {
    let ends = operators.dropFirst() + [end]
    return zip(operators, ends).reduce("") { words, places in
      let label: Words = operators.count == 1 ? "Other query" : "Another query"
      let range = min(places.0 + 1, places.1)..<places.1
      return words + "\(aside: label, statement.code(of: range))"
    }
  }
}
