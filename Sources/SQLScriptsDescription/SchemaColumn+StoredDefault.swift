import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaColumn {
  /// What a column without a value stores, as SQL in one form; nil if that is NULL.
  var storedDefault: CanonicalSQL? {
    guard let value = effectiveDefault else { return nil }
    let sql = SQLText(value)
    guard sql.tokens.count == 1 else {
      return CanonicalSQL(Self.times[CanonicalSQL(value).text.lowercased()] ?? value)
    }
    let isNumber = [.integer, .real, .numeric].contains(affinity)
    let kind = sql.tokens[0].kind
    var text = sql.name(0)
    switch kind {
    case .word:
      if Self.times.values.contains(text.lowercased()) { return CanonicalSQL(text) }
      // Other words are texts.
      if ["TRUE", "FALSE"].contains(sql.word(0)) {
        return CanonicalSQL(stored(number: sql.word(0) == "TRUE" ? 1 : 0))
      }
    case .integer, .string, .quotedName: break
    case .float where isNumber: break
    default: return CanonicalSQL(value)
    }
    // A column of numbers stores '1' and 1.0 as 1.
    if isNumber, text.allSatisfy({ $0.isNumber || $0 == "." }),
      let number = Double(text).flatMap({ Int(exactly: $0) })
    {
      return CanonicalSQL("\(number)")
    }
    if kind == .integer { return CanonicalSQL(Int(text).map(stored) ?? value) }
    if kind == .float { return CanonicalSQL(value) }
    text = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    return CanonicalSQL("'\(text)'")
  }

  private func stored(number: Int) -> String {
    affinity == .text ? "'\(number)'" : "\(number)"
  }

  private static let times = [
    "datetime('now')": "current_timestamp", "date('now')": "current_date",
    "time('now')": "current_time",
  ]
}
