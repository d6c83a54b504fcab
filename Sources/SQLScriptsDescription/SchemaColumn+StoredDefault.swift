import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaColumn {
  /// What a column without a value stores, as SQL in one form; nil if that is NULL.
  var storedDefault: CanonicalSQL? {
    guard let value = effectiveDefault else { return nil }
    let sql = SQLText(value)
    guard sql.tokens.count == 1 else {
      if let number = ExpressionReader(sql, sql.indices).expression?.wholeNumber {
        return CanonicalSQL(stored(number: number))
      }
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

extension SQLExpression {
  /// The result of a calculation with whole numbers: 2, of `1 + 1`; nil for anything else.
  fileprivate var wholeNumber: Int? {
    switch self {
    case .number(let digits): return Int(digits)
    case .negative(let value):
      guard let number = value.wholeNumber, number != .min else { return nil }
      return -number
    case .operation(let sign, let left, let right):
      guard let left = left.wholeNumber, let right = right.wholeNumber else { return nil }
      let result: (partialValue: Int, overflow: Bool)
      switch sign {
      case "+": result = left.addingReportingOverflow(right)
      case "-": result = left.subtractingReportingOverflow(right)
      case "*": result = left.multipliedReportingOverflow(by: right)
      default: return nil
      }
      return result.overflow ? nil : result.partialValue
    default: return nil
    }
  }
}
