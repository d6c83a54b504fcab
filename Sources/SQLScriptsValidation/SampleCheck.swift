import SQLScriptsDatabase
import SQLScriptsSQL

/// One CHECK of a table, and values that may satisfy it: those that it names, and what its functions are
/// known to want.
struct SampleCheck {
  /// Its name, if it has one, and its text: SQLite's error says one of them.
  private var name: String?
  private(set) var text = ""

  /// The columns that it speaks of, in lower case.
  private(set) var columns: [String] = []

  private var candidates: [SQLiteValue] = []

  private static let manyCandidates = 40

  /// Whether SQLite's words mean this one.
  func isCalled(_ words: String) -> Bool {
    words == name ?? "" || words == text
  }

  /// The value of a column in a guess, from one: all columns take all values in turn, as the digits of a
  /// number that counts up do.
  func value(of column: String, guess: Int, row: Int) -> SQLiteValue? {
    guard let place = columns.firstIndex(of: column), !candidates.isEmpty else { return nil }
    var rest = guess - 1
    for _ in 0..<place { rest /= candidates.count }
    return candidates[(rest + row) % candidates.count]
  }

  /// The CHECKs of a CREATE TABLE.
  static func all(in sql: String, columns: [String]) -> [SampleCheck] {
    let known = Set(columns.map { $0.asciiLowercased })
    var sql = sql
    return sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var checks: [SampleCheck] = []
      var words: [String] = []
      while let token = scanner.nextSignificant() {
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        if token.kind == .leftParenthesis, words.last?.uppercased() == "CHECK" {
          var check = SampleCheck()
          if words.count == 3, words[0].uppercased() == "CONSTRAINT" { check.name = words[1].bare }
          check.read(&scanner, bytes, known)
          checks.append(check)
        }
        words = words.suffix(2) + [text]
      }
      return checks
    }
  }

  private mutating func read(
    _ scanner: inout SQLScanner, _ bytes: UnsafeBufferPointer<UInt8>, _ known: Set<String>
  ) {
    var depth = 1
    var range: Range<Int>?
    var isNegative = false
    var length: Int64?
    while let token = scanner.nextSignificant() {
      let word = String(decoding: bytes[token.range], as: UTF8.self)
      if token.kind == .leftParenthesis { depth += 1 }
      if token.kind == .rightParenthesis { depth -= 1 }
      if depth == 0 { break }
      range = (range?.lowerBound ?? token.range.lowerBound)..<token.range.upperBound
      switch token.kind {
      case .word, .quotedName:
        let name = word.bare.asciiLowercased
        if known.contains(name), !columns.contains(name) { columns.append(name) }
        if name == "json_valid" || name == "json_type" { offer([.text("{}"), .text("[]")]) }
        if name == "length" { length = 1 }
      case .string: offer([.text(word.bare), .text(word.bare.filter { $0 != "%" && $0 != "*" })])
      case .integer, .float: offer(numbers(word, isNegative, wantsLength: length != nil))
      default: break
      }
      isNegative = word == "-"
    }
    if let range { text = String(decoding: bytes[range], as: UTF8.self) }
    offer([.integer(0), .integer(1), .text("2024-01-01"), .text("a"), .text(""), .null])
  }

  /// A number that a CHECK names, its neighbours, and a text of that length.
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

extension String {
  /// Without its quotes.
  fileprivate var bare: String {
    guard let first, "'\"`[".contains(first), utf8.count >= 2 else { return self }
    return String(dropFirst().dropLast())
  }
}
