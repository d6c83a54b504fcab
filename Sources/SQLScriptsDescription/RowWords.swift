import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// UPDATE and DELETE in words.
struct RowWords {
  let statement: RehearsedStatement
  let verb: Int
  /// What it did to the sample rows; nil if that is not known.
  let effect: RowEffect?

  private static let manyColumns = 4

  var words: Words? {
    statement.word(verb) == "DELETE" ? deletion : update
  }

  private func name(of table: SQLName?) -> String? {
    table.flatMap { statement.before[$0]?.name }
      ?? statement.target.map { statement.name($0.name) }
  }

  // MARK: UPDATE

  private var update: Words? {
    guard let table = name(of: statement.writtenTable) else { return nil }
    if isNever { return "changes no rows of \(table: table)" }
    let all = statement.lastAssignments
    let same = all.filter { statement.keeps($0, in: scope) }.map { statement.name($0.column) }
    // What keeps its value is only told if there is nothing else.
    let assignments = same.count < all.count ? all.filter { !statement.keeps($0, in: scope) } : all
    let columns = assignments.map { statement.name($0.column) }
    // SQLite does not report what happens in the TEMP schema.
    let isKnown = statement.writtenTable != nil
    let kept = Set(same.count < all.count ? same.map { SQLName($0) } : [])
    let changed =
      isKnown
      ? changedColumns(of: table).filter { !kept.contains($0) } : columns.map { SQLName($0) }
    let isWhole = !columns.isEmpty && Set(columns.map { SQLName($0) }) == Set(changed)
    let it = isWhole && columns.count == 1 ? columns.first : nil
    let rows = rows(of: table, it: it)
    if let assigned = statement.assignedQuery, all.isEmpty {
      return words(assigned.columns, assigned.query, rows)
    }
    if !same.isEmpty, same.count == all.count {
      return "sets \(same.names) to \(it == nil ? "their own values" : "its own value") \(rows)"
    }
    guard isWhole, columns.count <= Self.manyColumns else {
      guard !changed.isEmpty else { return nil }
      let many: Words = "\(changed.count) columns"
      let names = changed.count <= Self.manyColumns + 2 ? changed.map(\.text).names : many
      let set = statement.clause(
        "SET", from: verb, until: ["WHERE", "FROM", "RETURNING", "ORDER", "LIMIT"])
      let code: Words = set.map { "\(aside: "New values", statement.code(of: $0))" } ?? ""
      let verb = effect?.keepsValues == true ? "sets" : "changes"
      return "\(verb) \(names) \(rows)\(exception)\(code)"
    }
    var old = scopeOfRows
    old.changing = Set(columns.map { SQLName($0) })
    let values = zip(columns, assignments).map {
      (column: $0, value: value($1, of: $0, in: old))
    }
    if let it, values.allSatisfy({ $0.value.words == "no value" }) {
      return "clears \(name: it) \(rows)\(exception)"
    }
    if let it, let value = values.first?.value, value.isLong {
      let words = value.words ?? value.cases.joined(by: "; ")
      return "sets \(name: it) \(rows)\(exception): \(words)"
    }
    let sets = ValueWords.sets(values, isOneVerb: statement.isOnView)
    return "\(sets) \(rows)\(exception)"
  }

  /// `(a, b) = (SELECT …)`
  private func words(_ columns: [String], _ value: Range<Int>, _ rows: Words) -> Words {
    let reader = ExpressionReader(statement, value, texts: statement.doubleQuotedTexts)
    guard case .query(let query)? = reader.expression,
      let words = QueryWords(scope: scope).value(query)
    else {
      let code = statement.code(of: statement.unwrapped(value))
      return
        "sets \(columns.names) to the results of a query \(rows)\(exception)\(aside: "Query", code)"
    }
    return "sets \(columns.names) \(rows)\(exception): \(words), or no values where there is none"
  }

  /// The columns as SQLite reports them, which also knows `SET (a, b) = (SELECT …)`.
  private func changedColumns(of table: String) -> [SQLName] {
    var columns: [SQLName] = []
    for action in statement.actions
    where action.kind == .update && action.trigger.isEmpty && action.name.isSameName(as: table) {
      let column = SQLName(action.detail)
      if !columns.contains(column) { columns.append(column) }
    }
    return columns
  }

  private func value(
    _ assignment: SQLAssignment, of column: String, in scope: ExpressionScope
  ) -> ValueWords {
    // After “instead of”, each verb would need another form.
    var value = ValueWords(statement, assignment.value, in: scope, of: column)
    if statement.isOnView { value.change = nil }
    if value.words == "no value", let words = missing?.words(of: column) {
      value = ValueWords(words)
    }
    return value
  }

  private var scope: ExpressionScope { ExpressionScope(changing: statement, from: from) }

  private var scopeOfRows: ExpressionScope {
    let ends: Set = ["RETURNING", "ORDER", "LIMIT"]
    let condition = statement.clause("WHERE", from: verb, until: ends) ?? 0..<0
    var scope = scope
    scope.condition = ConditionColumns(statement, condition, from: from ?? 0..<0)
    return scope
  }

  private var from: Range<Int>? {
    statement.updateSources.map { JoinWords(statement, from: $0).from }
  }

  private var joins: JoinWords? { from.map { JoinWords(statement, from: $0) } }

  /// The conditions of inner joins, which are those of WHERE as well.
  private var innerConditions: [Range<Int>] {
    guard let joins, !joins.isOuter, !joins.mergesColumns else { return [] }
    return joins.conditions.map { $0.dropFirst() }
  }

  /// “ matched by **id**”, of joins whose conditions are not among those of WHERE.
  private var matches: Words {
    guard let joins else { return "" }
    let words = innerConditions.isEmpty ? joins.matches(in: scope) : ""
    guard joins.hasInnerJoin else { return words }
    return words + "\(aside: "Joined tables", statement.code(of: joins.from))"
  }

  /// What UPDATE OR IGNORE and UPDATE OR REPLACE do with conflicts, or the constraints of the table.
  private var exception: Words {
    let values = statement.lastAssignments.map { (statement.name($0.column), $0.value) }
    let cleared = ClearedValues(statement: statement, scope: scopeOfRows)
    return cleared.words(values) + skipped + (missing?.exception(values) ?? "") + conflicts
  }

  /// “, except those that a trigger skips”
  private var skipped: Words {
    guard
      let table = (statement.writtenTable ?? statement.emptiedTable).flatMap({
        statement.before[$0]
      })
    else { return "" }
    let changed = Set(changedColumns(of: table.name))
    let skips = table.triggers.compactMap { TriggerText($0.sql) }.contains { trigger in
      trigger.event == statement.word(verb) && trigger.canSkip
        && (trigger.columns.isEmpty || !trigger.columns.isDisjoint(with: changed))
    }
    return skips ? ", except those that a trigger skips" : ""
  }

  private var missing: MissingValues? {
    statement.writtenTable.flatMap { statement.before[$0] }.map { MissingValues(statement, $0) }
  }

  private var conflicts: Words {
    guard statement.hasConflictClause else {
      guard let table = statement.writtenTable.flatMap({ statement.before[$0] }) else { return "" }
      return TableConflicts(table, of: changedColumns(of: table.name)).ofUpdate
    }
    switch statement.word(verb + 2) {
    case "IGNORE": return ", except where that is not allowed"
    case "REPLACE": return ", deleting rows that then have the same key"
    default: return ""
    }
  }

  // MARK: DELETE

  private var deletion: Words? {
    guard let table = name(of: statement.emptiedTable) else { return nil }
    if isNever { return "deletes no rows of \(table: table)" }
    guard let condition else {
      return isAll
        ? "deletes \(strong: "all") rows of \(table: table)\(skipped)"
        : "deletes rows of \(table: table)" + limit + counted + skipped
    }
    let rows: Words = "deletes the rows of \(table: table) \(condition(nil).words)"
    return rows + limit + counted + skipped
  }

  // MARK: Rows

  /// “in **all** rows of **user**”, “in **user** where …”
  private func rows(of table: String, it: String?) -> Words {
    let all: Words = "in \(strong: "all") rows of \(table: table)"
    let condition = condition?(it)
    // What names its table itself needs no other words about it, unless they are too much.
    let isApart = scope.joined?.query.isPlain == false && condition?.clause != nil
    guard let from, !isApart, condition != nil || scope.joined?.query.isPlain ?? true else {
      if let condition { return "in \(table: table) \(condition.words)\(limit)\(counted)" }
      guard isAll else { return "in rows of \(table: table)\(limit)\(counted)" }
      let isKept = effect.map { $0.total > 0 && $0.keepsValues } ?? false
      return all + (isKept ? " (no sample row changes)" : "")
    }
    let sources = sources(in: from)
    guard let condition else {
      return "in rows of \(table: table)"
        + (sources.isEmpty ? "" : " using \(sources.names)\(matches)") + limit + counted
    }
    let isOwn =
      sources.map { SQLName($0) } == [SQLName(table)] && !statement.changesTemporary
    guard condition.clause != nil || !matches.isEmpty else {
      let match: Words =
        isOwn ? "the same table" : sources.isEmpty ? "a list of values" : sources.names
      return "in the rows of \(table: table) with a match in \(match)\(limit)\(counted)"
        + condition.aside
    }
    let using: Words =
      sources.isEmpty
      ? (matches.isEmpty ? "" : ", using queries\(matches),")
      : ", using \(isOwn ? "its own rows" : sources.names)\(matches),"
    return "in \(table: table)\(using) \(condition.words)\(limit)\(counted)"
  }

  /// The tables in FROM, and in the queries there.
  private func sources(in from: Range<Int>) -> [String] {
    let queries = statement.queries(in: from).map(\.query)
    let named = ([from] + queries).reduce(into: Set<SQLName>()) { all, range in
      all.formUnion(range.filter(statement.isName).map { SQLName(statement.name($0)) })
    }
    return statement.readTables.intersection(named).compactMap { statement.before[$0]?.name }
      .sorted()
  }

  /// Whether nothing limits the rows.
  private var isAll: Bool {
    limit.isEmpty && effect.map { $0.changed == $0.total } ?? true
  }

  private var limit: Words { LimitWords(statement, from: verb)?.ofThem ?? "" }

  private var whereRanges: [Range<Int>] {
    let range = statement.clause("WHERE", from: verb, until: ["RETURNING", "ORDER", "LIMIT"])
    return range.map { [$0] } ?? []
  }

  /// `WHERE 0`
  private var isNever: Bool {
    LimitWords(statement, from: verb)?.isEmpty == true
      || (whereRanges + innerConditions).contains { statement.truth(of: $0) == false }
  }

  /// The WHERE in words; nil if there is none.
  private var condition: ((_ it: String?) -> ConditionWords)? {
    let ranges = whereRanges.filter { statement.truth(of: $0) != true } + innerConditions
    if ranges.isEmpty { return nil }
    return { it in ConditionWords(statement, ranges, in: scope, it: it) }
  }

  /// The number of sample rows for which the WHERE was true.
  private var counted: Words {
    guard let effect, effect.total > 0 else { return "" }
    let rows = effect.total == 1 ? "sample row" : "sample rows"
    var change = ""
    if effect.keepsValues, effect.changed > 0 {
      change = effect.changed == 1 ? ", which does not change" : ", none of which changes"
    }
    return " (\(effect.changed) of \(effect.total) \(rows)\(change))"
  }
}
