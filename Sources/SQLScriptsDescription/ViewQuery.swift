import SQLScriptsSQL
import SQLScriptsSchema

/// The query of a view: the value of each column, and what follows the values.
struct ViewQuery {
  private let values: [SQLName: [String]]
  private let rest: [String]

  /// Nil for a query that has no list of such values.
  private init?(_ view: SchemaTable) {
    let sql = SQLText(view.sql)
    let (outer, end) = (sql.outerIndices(from: 0), sql.withoutSemicolon.upperBound)
    guard let start = outer.first(where: { sql.word($0) == "AS" }).map({ $0 + 1 }),
      sql.word(start) == "SELECT", !["DISTINCT", "ALL"].contains(sql.word(start + 1)),
      !sql.isCompound(start)
    else { return nil }
    let from = outer.first { $0 > start && sql.kind($0) == .word && sql.word($0) == "FROM" } ?? end
    guard start + 1 < from else { return nil }
    let parts = sql.parts(of: start + 1..<from).map { CanonicalSQL(sql.code(of: $0)).tokens }
    guard parts.count == view.columns.count, !parts.contains(where: { $0.last == "*" }) else {
      return nil
    }
    values = Dictionary(
      zip(view.columns.map { SQLName($0.name) }, parts), uniquingKeysWith: { one, _ in one })
    rest = CanonicalSQL(sql.code(of: from..<max(from, end))).tokens
  }

  /// Whether two views have the same rows, with the same values in the columns of both.
  static func isSame(_ old: SchemaTable, _ new: SchemaTable) -> Bool {
    guard let old = ViewQuery(old), let new = ViewQuery(new), old.rest == new.rest else {
      return false
    }
    return new.values.allSatisfy { old.values[$0.key] ?? $0.value == $0.value }
      && (Set(old.values.keys) == Set(new.values.keys)
        || !old.hasRowsByValues && !new.hasRowsByValues)
  }

  /// Whether its values may decide how many rows there are: by an aggregate, or by their numbers and names.
  private var hasRowsByValues: Bool {
    values.values.contains { $0.contains("(") } || rest.contains("group") || rest.contains("order")
  }
}
