import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A CHECK of a table, and values that may satisfy it: those that it names, and those that its functions usually
/// need.
struct SampleCheck {
  /// Its name, if it has one, and its text. SQLite's error contains one of them.
  private var name: String?
  private(set) var text = ""

  /// The columns that it names, in lowercase.
  private(set) var columns: [String] = []

  private var candidates: [SQLiteValue] = []

  private static let manyCandidates = 40

  /// Whether SQLite's error refers to this CHECK.
  func isCalled(_ words: String) -> Bool {
    words == name ?? "" || words == text
  }

  /// The value of a column in a guess, from one. All columns take all values in turn, like the digits of a counter.
  func value(of column: String, guess: Int, row: Int) -> SQLiteValue? {
    guard let place = columns.firstIndex(of: column), !candidates.isEmpty else { return nil }
    var rest = guess - 1
    for _ in 0..<place { rest /= candidates.count }
    return candidates[(rest + row) % candidates.count]
  }

  /// The CHECKs of a CREATE TABLE.
  static func all(in sql: String, columns: [String]) -> [SampleCheck] {
    let known = Set(columns.map { $0.asciiLowercased })
    let sql = SQLText(sql)
    return sql.indices.filter { sql.has("CHECK", "(", at: $0) }.map { place in
      var check = SampleCheck()
      if sql.word(place - 2) == "CONSTRAINT" { check.name = sql.name(place - 1) }
      check.read(sql, place + 2..<max(place + 2, sql.end(ofParenthesis: place + 1)), known)
      return check
    }
  }

  private mutating func read(
    _ sql: SQLText, _ condition: Range<Int>, _ known: Set<String>
  ) {
    var isNegative = false
    var length: Int64?
    for token in sql.tokens[condition] {
      let word = sql.text(token)
      switch token.kind {
      case .word, .quotedName:
        let name = sql.name(token).asciiLowercased
        if known.contains(name), !columns.contains(name) { columns.append(name) }
        if name == "json_valid" || name == "json_type" { offer([.text("{}"), .text("[]")]) }
        if name == "length" { length = 1 }
      case .string:
        let text = sql.name(token)
        offer([.text(text), .text(text.filter { $0 != "%" && $0 != "*" })])
      case .integer, .float: offer(numbers(word, isNegative, wantsLength: length != nil))
      default: break
      }
      isNegative = word == "-"
    }
    if let first = sql.tokens[condition].first, let last = sql.tokens[condition].last {
      text = String(
        decoding: sql.bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
    }
    offer([.integer(0), .integer(1), .text("2024-01-01"), .text("a"), .text(""), .null])
  }

  /// A number in a CHECK, its neighbors, and a string of that length.
  private func numbers(_ word: String, _ isNegative: Bool, wantsLength: Bool) -> [SQLiteValue] {
    guard let number = Int64(word) else { return Double(word).map { [.real($0)] } ?? [] }
    let signed = isNegative ? -number : number
    var values: [SQLiteValue] = [.integer(signed), .integer(signed &+ 1), .integer(signed &- 1)]
    if wantsLength, (0...1000).contains(number) {
      let text = String(repeating: "a", count: Int(number))
      values.insert(contentsOf: [.text(text), .blob(Array(text.utf8))], at: 0)
    }
    return values
  }

  private mutating func offer(_ values: [SQLiteValue]) {
    for value in values where candidates.count < Self.manyCandidates && !candidates.contains(value)
    {
      candidates.append(value)
    }
  }
}
