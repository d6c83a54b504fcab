import SQLScriptsSQL
import SQLScriptsValidation

/// LIMIT, OFFSET and the ORDER BY that decides what they leave.
struct LimitWords {
  private let statement: RehearsedStatement
  private let start: Int
  /// The number of rows; nil for all of them, and for what is not a number.
  private let count: Int?
  private let skipped: Int
  /// The tokens after ORDER; nil without an order.
  private let order: Range<Int>?
  /// Whether it leaves no rows.
  private(set) var isEmpty = false
  /// The SQL of a limit that is computed.
  private let code: String?

  /// Nil without LIMIT, and if it leaves all rows.
  ///
  /// - Parameter start: the first token of a query, or UPDATE or DELETE.
  init?(_ statement: RehearsedStatement, from start: Int) {
    let ends: Set = ["ON", "RETURNING"]
    guard let limit = statement.clause("LIMIT", from: start, until: ends) else { return nil }
    (self.statement, self.start) = (statement, start)
    order = statement.clause("ORDER", from: start, until: ["LIMIT"])
    var parts = statement.parts(of: limit)
    if let place = limit.first(where: { statement.word($0) == "OFFSET" }) {
      parts = [limit.lowerBound..<place, place + 1..<limit.upperBound]
    } else if parts.count == 2 {
      // `LIMIT offset, count`
      parts.reverse()
    }
    let numbers = parts.map { Int(statement.code(of: $0).filter { $0 != " " }) }
    guard let first = numbers.first, let count = first,
      let skipped = numbers.count > 1 ? numbers[1] : 0
    else {
      (count, skipped, code) = (nil, 0, statement.code(of: limit))
      return
    }
    // A negative count is none, and so is one that no table reaches.
    let isUnlimited = count < 0 || count == .max
    (self.count, self.skipped, code) = (isUnlimited ? nil : count, max(0, skipped), nil)
    if isUnlimited, skipped <= 0 { return nil }
    // No table has as many rows.
    isEmpty = self.count == 0 || skipped == .max
  }

  /// “, at most 3 of them”, of rows that were told before.
  var ofThem: Words {
    if let code { return ", but maybe not all of them\(aside: "Limit", code)\(sorting)" }
    guard let count else { return ", except \(first(skipped)) of them\(sorting)" }
    let (number, after): (Words, Words) =
      skipped == 0
      ? (order == nil ? "\(count)" : first(count), "")
      : ("\(count)", " after \(first(skipped))\(skipped == 1 ? " one" : "")")
    return ", at most \(number) of them\(after)\(sorting)"
  }

  /// “copies at most 3 rows”
  var copy: Words {
    if isEmpty { return "copies no rows" }
    if let code { return "may not copy all rows\(aside: "Limit", code)\(sorting)" }
    guard let count else {
      return "leaves out \(first(skipped)) \(Self.rows(skipped))\(sorting)"
    }
    let (number, after): (Words, Words) =
      skipped == 0
      ? (order == nil ? "\(count)" : first(count), "")
      : ("\(count)", " after \(first(skipped))\(skipped == 1 ? " one" : "")")
    return "copies at most \(number) \(Self.rows(count))\(after)\(sorting)"
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "row" : "rows" }

  private func first(_ count: Int) -> Words { count == 1 ? "the first" : "the first \(count)" }

  /// “ in the order of **age**”
  private var sorting: Words {
    guard let order, statement.word(order.lowerBound) == "BY" else { return "" }
    let terms = statement.parts(of: order.dropFirst()).map(term)
    let names = terms.compactMap { column($0.value) }
    guard names.count == terms.count, let isDescending = terms.first?.isDescending,
      terms.allSatisfy({ $0.isDescending == isDescending })
    else {
      let code = terms.map { statement.code(of: $0.value) + ($0.isDescending ? " DESC" : "") }
      return " in an order\(aside: "Order", code.joined(separator: ", "))"
    }
    return " in the \(isDescending ? "descending " : "")order of \(names.names)"
  }

  /// A term without its direction. An alias means its value, whatever column has the same name.
  private func term(_ part: Range<Int>) -> (value: Range<Int>, isDescending: Bool) {
    let direction = part.last.map(statement.word)
    let value = direction == "ASC" || direction == "DESC" ? part.dropLast() : part
    let name = value.count == 1 ? value.first : nil
    let aliased = name.flatMap { statement.aliased(statement.name($0), in: start) }
    return (aliased ?? value, direction == "DESC")
  }

  /// The name of a column; nil for other expressions.
  private func column(_ value: Range<Int>) -> String? {
    let isQualified = value.count == 3 && statement.kind(value.lowerBound + 1) == .dot
    guard value.count == 1 || isQualified, let name = value.last, statement.isName(name) else {
      return nil
    }
    return statement.name(name)
  }
}
