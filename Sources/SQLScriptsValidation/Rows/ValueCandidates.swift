import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// Values to try in a column so that a row satisfies its conditions.
struct ValueCandidates {
  private(set) var values: [SQLiteValue] = []

  private let column: String
  private let row: Int
  private var known: Set<SQLiteValue> = []

  private static let manyValues = 120
  private static let manyLiterals = 60
  /// The maximum number of lengths, prefixes and alphabets.
  private static let manyParts = 8
  private static let longestText = 2000

  /// - Parameters:
  ///   - column: its lowercase name.
  ///   - condition: the condition to satisfy.
  ///   - conditions: all conditions of the table.
  ///   - row: the number of the row, from zero. Other rows have other values where that is possible.
  init(for column: String, in condition: RowCondition, among conditions: [RowCondition], row: Int) {
    self.column = column
    self.row = row
    let others = conditions.filter {
      $0.columns.contains(column)
        && !($0.sql.bytes == condition.sql.bytes && $0.range == condition.range)
    }
    let all = [condition] + others
    let lengths = Self.lengths(of: column, in: all).prefix(Self.manyParts)
    let alphabets = all.flatMap { Self.patterns(in: $0).compactMap(\.pattern.alphabet) }
      .prefix(Self.manyParts)
    for condition in all where values.count < Self.manyValues {
      let literals = Array(Self.literals(in: condition).prefix(Self.manyLiterals))
      offerPatterns(
        Array(Self.patterns(in: condition).prefix(Self.manyParts)), Array(alphabets), Array(lengths)
      )
      offer(rotated(literals.flatMap { numbers($0) + [$0] }))
      for case .text(let text) in literals { offerParts(text, Array(lengths)) }
    }
    let prefixes = Self.prefixes(all).prefix(Self.manyParts)
    for alphabet in alphabets {
      for length in lengths.isEmpty ? [6, 3, 1] : lengths {
        for prefix in [""] + prefixes where prefix.count < length {
          offer(.text(prefix + PatternText.text(of: alphabet, length - prefix.count, row)))
        }
      }
    }
    for length in lengths {
      for alphabet in ["Ab1Cd2Ef3", "a1b2c3d4e5f6", "A1B2C3D4E5F6", "abcdef", "0123456789"] {
        for prefix in [""] + prefixes where prefix.count < length {
          let text = prefix + PatternText.text(of: Array(alphabet), length - prefix.count, row)
          offer(.text(text))
          if prefix.isEmpty { offer(.blob(Array(text.utf8))) }
        }
      }
    }
    offer(usualValues)
  }

  // MARK: What conditions mention

  private static func literals(in condition: RowCondition) -> [SQLiteValue] {
    let sql = condition.sql
    return condition.range.compactMap { index in
      switch sql.kind(index) {
      case .string: return .text(sql.name(index))
      case .integer, .float:
        let sign = sql.word(index - 1) == "-" ? "-" : ""
        let word = sign + sql.word(index)
        return Int64(word).map { .integer($0) } ?? Double(word).map { .real($0) }
      default: return nil
      }
    }
  }

  private static func patterns(
    in condition: RowCondition
  ) -> [(pattern: PatternText, isNegative: Bool)] {
    let sql = condition.sql
    return condition.range.compactMap { index in
      guard sql.kind(index) == .string else { return nil }
      let isNegative = sql.word(index - 2) == "NOT"
      switch sql.word(index - 1) {
      case "GLOB": return (PatternText(glob: sql.name(index)), isNegative)
      case "LIKE": return (PatternText(like: sql.name(index)), isNegative)
      default: return nil
      }
    }
  }

  /// The lengths that conditions about a column's length() mention.
  private static func lengths(of column: String, in conditions: [RowCondition]) -> [Int] {
    var lengths: [Int] = []
    for condition in conditions {
      let sql = condition.sql
      let mentions = condition.range.contains {
        sql.has("LENGTH", "(", at: $0) && sql.name($0 + 2).asciiLowercased == column
      }
      guard mentions else { continue }
      for case .integer(let number) in literals(in: condition)
      where (0...Int64(longestText)).contains(number) {
        for length in [Int(number), Int(number) + 1, Int(number) - 1] {
          if length > 0, !lengths.contains(length) { lengths.append(length) }
        }
      }
    }
    return lengths
  }

  /// Short texts with which a value may have to begin.
  private static func prefixes(_ conditions: [RowCondition]) -> [String] {
    var prefixes: [String] = []
    for condition in conditions {
      for case .text(let text) in literals(in: condition) {
        let start = String(text.prefix { !"*?[%_".contains($0) })
        if !start.isEmpty, start.count <= 8, !prefixes.contains(start) { prefixes.append(start) }
      }
    }
    return prefixes
  }

  // MARK: Values

  private mutating func offerPatterns(
    _ patterns: [(pattern: PatternText, isNegative: Bool)], _ alphabets: [[Character]],
    _ lengths: [Int]
  ) {
    for (pattern, isNegative) in patterns where !isNegative {
      var fillings = ["a\(row)", "", "\(row + 1)"]
      fillings += alphabets.map { PatternText.text(of: $0, 4, row) }
      for filling in fillings {
        let text = pattern.text(row, filling: filling)
        offer(.text(text))
        for length in lengths where text.count < length {
          for alphabet in alphabets + [Array("abcdef"), Array("0123456789")] {
            let rest = PatternText.text(of: alphabet, length - text.count, row)
            offer(.text(text + rest))
            offer(.text(pattern.text(row, filling: filling + rest)))
          }
        }
      }
    }
  }

  /// Texts that begin with a text, end with it, or contain it.
  private mutating func offerParts(_ text: String, _ lengths: [Int]) {
    guard text.count < 40, !text.hasPrefix("%"), !text.contains("*") else { return }
    let (before, after) = ("a\(row)", "\(row + 1)")
    offer([
      .text(text + after), .text(before + text), .text(before + text + after), .text(text + before),
    ])
    for length in lengths where text.count < length {
      offer(.text(text + PatternText.text(of: Array("abcdef"), length - text.count, row)))
    }
  }

  private func numbers(_ value: SQLiteValue) -> [SQLiteValue] {
    switch value {
    case .integer(let number):
      let step = Int64(row)
      return [
        value, .integer(number &+ 1 &+ step), .integer(number &- 1 &- step),
        .integer(number &* (step + 2)), .real(Double(number) + 0.5), .real(Double(number) - 0.5),
      ]
    case .real(let number): return [value, .real(number + 1), .real(number - 1), .real(number * 2)]
    default: return []
    }
  }

  /// Values that many conditions accept.
  private var usualValues: [SQLiteValue] {
    let digit = row % 9 + 1
    let texts = [
      "a\(digit)", "A\(digit)", "abc", "ABC", "\(digit)", "0\(digit)", "1000\(digit)",
      "2024-01-0\(digit)", "1999-01-0\(digit)", "2024-01-0\(digit) 12:00:00",
      "2024-01-0\(digit)T12:00:00Z",
      "2024-01-0\(digit)T12:00:00.000Z", "12:0\(digit)", "12:00:0\(digit)", "2024-0\(digit)",
      "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4\(digit)", "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4\(digit)",
      "0a1b2c3d4e5f4a6b8c7d9e0f1a2b3c4\(digit)", "#0a1b2\(digit)", "#0A1B2\(digit)",
      "#0a1b2c0\(digit)", "a\(digit)@example.org", "https://example.org/\(digit)", "/a/\(digit)",
      "+4912345\(digit)", "192.0.2.\(digit)", "1.0.\(digit)", "de", "DE", "de-DE", "EUR", "{}",
      "[]",
      "[\(digit)]", "[\"a\"]", "", "ab c\(digit)", String(repeating: "a", count: 99) + "\(digit)",
    ]
    let number = Int64(digit)
    let numbers: [Int64] = [
      number, 0, 1, -number, 10 * number, 100 + number, 1_700_000_000 + number,
      1_700_000_000_000 + number,
    ]
    return numbers.map { .integer($0) } + [.real(0.5), .real(Double(number) + 0.25), .null]
      + texts.map { .text($0) } + [
        .blob([0, UInt8(digit)]), .blob(Array(repeating: 1, count: 16)),
      ]
  }

  private func rotated(_ values: [SQLiteValue]) -> [SQLiteValue] {
    guard !values.isEmpty else { return [] }
    let start = row % values.count
    return Array(values[start...] + values[..<start])
  }

  private mutating func offer(_ values: [SQLiteValue]) {
    for value in values { offer(value) }
  }

  mutating func offer(_ value: SQLiteValue) {
    guard values.count < Self.manyValues, known.insert(value).inserted else { return }
    values.append(value)
  }
}
