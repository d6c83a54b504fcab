import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

/// Looks for values with which a table accepts a row. SQLite judges them, in a database that has only this table.
///
/// It changes one column at a time, or two, and keeps a change if more conditions are satisfied than before.
final class RowSolver {
  private let columns: [SchemaColumn]
  private let names: [String]
  private let conditions: [RowCondition]
  private let connection: Connection
  private let insert: Statement
  private let delete: Statement
  /// For each condition, whether it is true for the row (2), NULL (1), or false (0).
  private var judges: [Statement?] = []
  /// What a condition has to be: SQLite accepts NULL, but `date(day) = day` is NULL for any text that is no date.
  private var needed: Int64 = 1
  private let computations: [RowCondition]

  /// The number of rows that may still be judged.
  private var effort = RowSolver.manyRows

  private static let manyRows = 4000
  private static let manyPairs = 24
  /// A row of a larger table is not searched for.
  private static let manyConditions = 200
  private static let manyPlaces = 12
  private static let manyExpressions = 60

  /// Fails if the table cannot be created alone.
  init?(_ table: SchemaTable) {
    columns = table.columns.filter { !$0.isGenerated }
    names = columns.map { $0.name.asciiLowercased }
    conditions = RowCondition.all(of: table)
    computations = RowCondition.computations(of: table)
    guard !(conditions.isEmpty && computations.isEmpty),
      conditions.count + computations.count <= Self.manyConditions,
      let connection = try? Connection(
        path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    else { return nil }
    self.connection = connection
    let list = columns.map { $0.name.quotedName }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    do throws(SQLiteError) {
      try connection.setScratchLimits()
      try connection.execute("PRAGMA ignore_check_constraints = ON")
      try connection.execute(table.sql)
      for index in table.indexes { if let sql = index.sql { try connection.execute(sql) } }
      insert = try connection.prepare(
        "INSERT INTO main.\(table.name.quotedName) (\(list)) VALUES (\(marks))")
      delete = try connection.prepare("DELETE FROM main.\(table.name.quotedName)")
    } catch {
      return nil
    }
    judges = conditions.map { condition in
      try? connection.prepare(
        """
        SELECT CASE WHEN (\(condition.text)) THEN 2 WHEN (\(condition.text)) IS NULL THEN 1 ELSE 0 END
        FROM main.\(table.name.quotedName)
        """)
    }
  }

  /// Changes a row until all conditions are true, or else until the table accepts it.
  func solveCompletely(
    _ start: [SQLiteValue], keeping kept: [Int], row: Int, fixed: [String: [SQLiteValue]]
  ) -> [SQLiteValue]? {
    needed = 2
    defer { needed = 1 }
    return solve(start, keeping: kept, row: row, fixed: fixed)
  }

  /// Changes a row until the table accepts it.
  ///
  /// - Parameters:
  ///   - kept: the columns that change only if no other change is enough.
  ///   - row: the number of the row, from zero.
  ///   - fixed: the values that a column may only have, by lowercase name: those of the parents' rows.
  func solve(
    _ start: [SQLiteValue], keeping kept: [Int], row: Int, fixed: [String: [SQLiteValue]]
  ) -> [SQLiteValue]? {
    var values = start
    var verdict = judge(values)
    while !verdict.isComplete {
      // If SQLite cannot store the row, an expression that computes a column or key fails.
      let targets = verdict.firstOpen.map { [conditions[$0]] } ?? computations
      var better: Solution?
      // Not lazily mapped: that would look for the row twice, the second time with less effort left.
      for target in targets where better == nil {
        better = improve(values, verdict, target, keeping: kept, row: row, fixed)
      }
      guard let better else { return nil }
      (values, verdict) = better
    }
    return values
  }

  // MARK: Judging

  /// The conditions that a row satisfies.
  private struct Verdict {
    var isInserted = false
    var satisfied: [Bool] = []

    var score: Int { isInserted ? 1 + satisfied.count(where: { $0 }) : 0 }

    var isComplete: Bool { isInserted && !satisfied.contains(false) }

    /// The first condition that is not satisfied; nil if SQLite cannot store the row.
    var firstOpen: Int? { isInserted ? satisfied.firstIndex(of: false) : nil }
  }

  private func judge(_ values: [SQLiteValue]) -> Verdict {
    effort -= 1 + judges.count / 8
    var verdict = Verdict()
    _ = try? delete.execute()
    delete.reset()
    defer { insert.reset() }
    guard (try? insert.bind(values)) != nil, (try? insert.execute()) != nil else { return verdict }
    verdict.isInserted = true
    verdict.satisfied = judges.map { judge in
      guard let judge else { return true }
      defer { judge.reset() }
      return (try? judge.step()) == true && judge.value(0).int64.map { $0 >= needed } ?? false
    }
    return verdict
  }

  // MARK: Searching

  private typealias Solution = (values: [SQLiteValue], verdict: Verdict)

  /// A row that satisfies more conditions, by other values in the columns of one condition.
  private func improve(
    _ values: [SQLiteValue], _ verdict: Verdict, _ condition: RowCondition, keeping kept: [Int],
    row: Int, _ fixed: [String: [SQLiteValue]]
  ) -> Solution? {
    guard effort > 0 else { return nil }
    var best: Solution?
    func isSolved(_ changed: [SQLiteValue]) -> Bool {
      guard effort > 0 else { return true }
      let now = judge(changed)
      guard now.score > (best?.verdict ?? verdict).score else { return false }
      best = (changed, now)
      return now.satisfied.allSatisfy { $0 }
    }
    let all = condition.columns.compactMap { name in names.firstIndex(of: name) }
    let places = (all.filter { !kept.contains($0) } + all.filter(kept.contains))
      .prefix(Self.manyPlaces)
    let candidates = places.map { place in
      self.candidates(for: place, condition, values, row: row, fixed)
    }
    for (place, options) in zip(places, candidates) {
      for option in options {
        var changed = values
        changed[place] = option
        if isSolved(changed) { return effort > 0 ? best : nil }
      }
    }
    if let best { return best }
    for first in places.indices {
      for second in places.indices.dropFirst(first + 1) {
        for one in candidates[first].prefix(Self.manyPairs) {
          var changed = values
          changed[places[first]] = one
          let others = derived(for: names[places[second]], condition, changed)
          for other in others + candidates[second].prefix(Self.manyPairs) {
            changed[places[second]] = other
            if isSolved(changed) { return effort > 0 ? best : nil }
          }
          if best != nil { return best }
        }
      }
    }
    return best
  }

  private func candidates(
    for place: Int, _ condition: RowCondition, _ values: [SQLiteValue], row: Int,
    _ fixed: [String: [SQLiteValue]]
  ) -> [SQLiteValue] {
    let name = names[place]
    let mayBeNull = !columns[place].isNotNull && columns[place].primaryKeyPosition == 0
    if let options = fixed[name], !options.isEmpty { return options + (mayBeNull ? [.null] : []) }
    let known = ValueCandidates(
      for: name, in: condition, among: conditions + computations, row: row)
    let all = derived(for: name, condition, values) + known.values.filter { $0 != .null }
    // A row with a value shows more.
    return Self.suitable(all, for: columns[place]) + (mayBeNull ? [.null] : [])
  }

  /// The values that apps store in a column of this type, the most usual first.
  private static func suitable(
    _ values: [SQLiteValue], for column: SchemaColumn
  ) -> [SQLiteValue] {
    switch Affinity(column.type) {
    case .integer, .real: return values.filter(\.isNumber)
    case .text: return values.filter { !$0.isNumber } + values.filter(\.isNumber)
    case .numeric, .blob: return values
    }
  }

  /// Values that follow from the rest of the row: the other side of a comparison, and JSON with the paths that the
  /// condition reads.
  private func derived(
    for name: String, _ condition: RowCondition, _ values: [SQLiteValue]
  ) -> [SQLiteValue] {
    let column = name.quotedName
    var expressions: [String] = []
    let comparisons = condition.comparisons
    // Another column tells more than a literal.
    let namesBoth = { (comparison: RowCondition.Comparison) in
      [comparison.left, comparison.right].allSatisfy { side in
        side.contains { self.names.contains(condition.sql.name($0).asciiLowercased) }
      }
    }
    for comparison in comparisons.filter(namesBoth) + comparisons.filter({ !namesBoth($0) }) {
      let (left, right) = (comparison.left, comparison.right)
      for (side, other) in [(left, right), (right, left)] {
        let other = "(\(condition.text(of: other)))"
        if condition.column(side) == name {
          expressions += [
            other, "\(other) + 1", "\(other) - 1", "\(other) || 'a'", "date(\(other), '+1 day')",
            "datetime(\(other), '+1 hour')", "datetime(\(other), '-1 hour')",
          ]
        } else if condition.text(of: side).asciiLowercased.contains(name) {
          let difference = "(\(other) - (\(condition.text(of: side))))"
          for step in ["", " + 1", " - 1"] {
            expressions += [
              "\(column) + \(difference)\(step)", "\(column) - \(difference)\(step)",
            ]
          }
        }
      }
    }
    expressions += JSONPaths(in: condition, of: name).objects
    guard !expressions.isEmpty else { return [] }
    let row = names.map { "? AS \($0.quotedName)" }.joined(separator: ", ")
    return expressions.prefix(Self.manyExpressions).compactMap { expression in
      effort -= 1
      guard let query = try? connection.prepare("SELECT \(expression) FROM (SELECT \(row))"),
        (try? query.bind(values)) != nil, (try? query.step()) == true
      else { return nil }
      let value = query.value(0)
      return value == .null ? nil : value
    }
  }
}
