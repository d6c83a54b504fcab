import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Values that are easily forgotten: zero, negative and huge numbers, numbers as text, empty and long texts, letters
/// outside ASCII, and keys that differ only in case or blanks.
enum OddValue {
  /// The number of rows that show all of them.
  static let count = 7

  private static let texts = [
    "", "ÄÖ", "007", String(repeating: "long ", count: 200), " a ", "1e5", "",
  ]
  private static let integers: [Int64] = [0, -1, 9_007_199_254_740_993, 0, 1, -1, 1]
  private static let reals = [0, -0.5, 1e15, 0.1, 102.9, -1, 1]

  /// The value of a column in one of the rows; nil for a usual one.
  ///
  /// - Parameters:
  ///   - isKey: whether all rows must differ in it.
  ///   - first: the column's value in the first usual row.
  static func value(
    _ row: Int, in column: SchemaColumn, isKey: Bool, first: SQLiteValue
  ) -> SQLiteValue? {
    guard (0..<count).contains(row) else { return nil }
    switch first {
    case .text(let text):
      guard isKey else { return .text(texts[row]) }
      return [
        .text(text.swappedCase), .text("\(text) "), .text("007"), .text("7"), .null, .null,
        .text("ÄÖ"),
      ][row]
    case .integer where column.type.containsIgnoringCase("BOOL"): return nil
    case .integer: return isKey && row > 3 ? .null : .integer(integers[row])
    case .real: return isKey && row > 3 ? .null : .real(reals[row])
    case .null, .blob, .invalidText: return nil
    }
  }
}

extension String {
  /// The text with capital letters instead of small ones; with small ones if there are none.
  fileprivate var swappedCase: String { self == uppercased() ? lowercased() : uppercased() }
}
