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
    let names = Set(old.values.keys).symmetricDifference(new.values.keys)
    return new.values.allSatisfy { old.values[$0.key] ?? $0.value == $0.value }
      && !names.contains { old.decidesRows($0) || new.decidesRows($0) }
  }

  /// Whether a column may decide how many rows there are: as an aggregate, or because GROUP BY and ORDER BY name or count
  /// columns.
  private func decidesRows(_ name: SQLName) -> Bool {
    if values[name]?.contains("(") ?? false { return true }
    let terms = rest.drop { $0 != "group" && $0 != "order" }
    return terms.contains { $0 == name.text.asciiLowercased || $0.utf8.allSatisfy(isDigit) }
  }

  private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
