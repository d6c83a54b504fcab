import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Where the rows of INSERT … SELECT come from, and how many there are, as far as the text says it.
struct SelectedRows {
  private let statement: RehearsedStatement
  private let select: Int
  let joins: JoinWords

  init(_ statement: RehearsedStatement, select: Int) {
    (self.statement, self.select) = (statement, select)
    joins = JoinWords(statement, select: select)
  }

  /// Whether it has no FROM, and a row if its condition is true.
  var isConstant: Bool {
    joins.from.isEmpty && !statement.isCompound(select) && !isAggregate && !hasFewer
      && !followsValues
  }

  /// Whether an aggregate makes one row of all rows, or of none.
  var isOne: Bool {
    !joins.from.isEmpty && !statement.isCompound(select) && isAggregate && !hasFewer
  }

  /// “ from **user** where **email** has a value”
  ///
  /// - Parameter table: the table that gets the rows.
  func source(into table: String) -> Words {
    let read = Set(statement.readTables.filter { statement.before[$0] != nil })
    let combination = CompoundWords(statement, select: select)
    if followsValues { return " from a query" + code }
    if combination.isUnion {
      return read.isEmpty
        ? ""
        : " from \(combination.count) queries of \(names(of: read))\(combination.repetition)\(limit)"
    }
    if joins.from.isEmpty || isAggregate && !isOne && !isGrouped
      || combination.isCompound && !isPlain || combination.isMixed
    {
      return " from a query" + code
    }
    let limits = limits
    let end = GroupingWords(statement, select: select).words
    let start: Words = isOne ? ", computed from " : " from "
    let sources = read.intersection(joins.names)
    guard !sources.isEmpty, !joins.hasQuery else {
      // The names in its conditions are those of the query, which its tables may lack.
      if joins.hasSeveral { return start + "a query" + code }
      if !joins.hasQuery, joins.from.count == 1, let table = joins.from.first.map(statement.name) {
        // A temporary table is not among those of the schema.
        let isHiding = statement.hiddenTables.contains(SQLName(table))
        let start = start + (isHiding ? "the temporary table " : "")
        return "\(start)\(name: table)\(limits)\(end)\(limit)"
      }
      let rest = limits + end + limit
      let tables: Words = rest.isEmpty && !read.isEmpty ? " of \(names(of: read))" : ""
      return start + "a query" + tables + rest + code
    }
    if let (rows, other) = unmatched {
      let unmatched: Words =
        "the rows of \(name: rows) without a match in \(name: other)\(joins.unusual())"
      return start + unmatched + end + combination.exception + limit
    }
    let isOwn = sources == [SQLName(table)] && !statement.changesTemporary
    let names: Words = isOwn ? "its own rows" : names(of: sources)
    let only: Words = joins.conditions.isEmpty || limits.isEmpty ? "" : ", only"
    return start + names + joins.matches() + only + limits + end + combination.exception + limit
  }

  /// The tables of a query that finds the rows of one without a match in the other.
  var unmatched: (rows: String, other: String)? { joins.unmatched(condition) }

  private func names(of tables: Set<SQLName>) -> Words {
    tables.sorted().map { "\(table: statement.before[$0]?.name ?? $0.text)" as Words }.list()
  }

  /// The SQL of the query, with the queries that WITH names.
  var code: Words {
    let with = statement.outerIndices(from: 0).first {
      $0 < select && statement.kind($0) == .word && statement.word($0) == "WITH"
    }
    let query = statement.code(of: start..<max(start, end))
    guard let with else { return "\(aside: "Query", query)" }
    let rest = with == 0 ? statement.verb ?? start : start
    return "\(aside: "Query", statement.code(of: with..<max(with, rest)) + " " + query)"
  }

  /// Whether rows of VALUES come first, with which it is combined.
  var followsValues: Bool {
    ["UNION", "ALL", "EXCEPT", "INTERSECT"].contains(statement.word(select - 1))
  }

  private var start: Int {
    guard followsValues else { return select }
    return statement.outerIndices(from: 0).first { statement.word($0) == "VALUES" } ?? select
  }

  /// `WHERE 0`, unless an aggregate makes a row of no rows.
  var isNever: Bool {
    if LimitWords(statement, from: select)?.isEmpty == true { return true }
    guard let condition, !followsValues, !statement.isCompound(select), !isAggregate || isGrouped
    else { return false }
    return statement.truth(of: condition) == false
  }

  /// Where ON CONFLICT, RETURNING or nothing follows.
  private var end: Int {
    statement.indices.first { index in
      index > select && statement.depth(index) == statement.depth(select)
        && (statement.has("ON", "CONFLICT", at: index) || statement.word(index) == "RETURNING")
    } ?? statement.withoutSemicolon.upperBound
  }

  /// “ where **email** has a value”
  private var limits: Words {
    var words: Words = ""
    if let range = condition {
      let scope = ExpressionScope(selecting: statement, from: joins.from)
      words += " \(ConditionWords(statement, range, in: scope).words)"
    }
    return words
  }

  private var limit: Words { LimitWords(statement, from: select)?.ofThem ?? "" }

  /// Whether its first query has its rows from tables without GROUP BY and the like.
  var isPlain: Bool { !joins.hasQuery && !isAggregate && !hasFewer }

  /// Whether each of its rows is one of its tables, perhaps not all of them.
  var keepsRows: Bool {
    !joins.hasQuery && !isAggregate && !isGrouped && clause("HAVING") == nil
  }

  /// Whether it has each row of one table.
  var isWhole: Bool {
    isPlain && condition == nil && !joins.hasSeveral && !statement.isCompound(select)
      && statement.word(select + 1) != "DISTINCT"
  }

  /// The clause of the query, not of ON CONFLICT or of a query that it is combined with.
  private func clause(_ word: String) -> Range<Int>? {
    let range = statement.clause(word, from: select, until: InsertWords.clauses)
    let end = min(end, CompoundWords(statement, select: select).first.upperBound)
    return range.flatMap { $0.lowerBound < end ? $0 : nil }
  }

  /// `WHERE true` is there for ON CONFLICT.
  var condition: Range<Int>? {
    clause("WHERE").flatMap { statement.truth(of: $0) == true ? nil : $0 }
  }

  /// What is known of its rows.
  var conditionColumns: ConditionColumns {
    ConditionColumns(
      statement, condition ?? 0..<0, from: joins.hasSeveral ? joins.from : 0..<0)
  }

  private var isGrouped: Bool { clause("GROUP") != nil }

  /// Whether there may be fewer rows than those that WHERE leaves, or none of an aggregate.
  private var hasFewer: Bool { isGrouped || clause("HAVING") != nil || clause("LIMIT") != nil }

  private static let aggregates: Set = [
    "COUNT", "SUM", "TOTAL", "AVG", "MIN", "MAX", "GROUP_CONCAT", "STRING_AGG", "MEDIAN",
    "PERCENTILE", "PERCENTILE_CONT", "PERCENTILE_DISC", "JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT",
    "JSONB_GROUP_ARRAY", "JSONB_GROUP_OBJECT",
  ]

  /// Whether an aggregate is called in its values, but not as a window function or in a subquery.
  private var isAggregate: Bool {
    statement.results(of: select).contains { range in
      var index = range.lowerBound
      while index < range.upperBound {
        defer { index += 1 }
        guard statement.kind(index) == .leftParenthesis else { continue }
        let end = statement.end(ofParenthesis: index)
        if ["SELECT", "WITH", "VALUES"].contains(statement.word(index + 1)) {
          index = end
        } else if index > range.lowerBound, !isWindow(from: end + 1) {
          let name = statement.word(index - 1)
          let isScalar = ["MIN", "MAX"].contains(name) && statement.arguments(index).count > 1
          if Self.aggregates.contains(name), !isScalar { return true }
        }
      }
      return false
    }
  }

  private func isWindow(from index: Int) -> Bool {
    guard statement.word(index) == "FILTER" else { return statement.word(index) == "OVER" }
    return statement.word(statement.end(ofParenthesis: index + 1) + 1) == "OVER"
  }
}
