import SQLScriptsSQL
import SQLScriptsSchema

/// A value that somebody typed, and the literal that it means in a column.
struct FormLiteral {
  private let text: String
  /// Without whitespace around it, which means something in texts only.
  private let trimmed: String
  private let field: String

  init(_ text: String, field: String) {
    self.text = text
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let start = text.utf8.drop { blanks.contains($0) }
    trimmed = String(
      decoding: start.reversed().drop { blanks.contains($0) }.reversed(), as: UTF8.self)
    self.field = field
  }

  func sql(for type: FormType, _ sql: String) throws(FormRefusal) -> String {
    switch type {
    case .text: return try string
    case .whole: return try wholeNumber
    case .number: return try realNumber
    case .yesno: return try checked(Self.booleans[trimmed.asciiLowercased], "yes or no")
    case .date:
      return try checked(isDate(trimmed) ? "'\(trimmed)'" : nil, "a date such as 2025-12-31")
    case .datetime:
      return try checked(
        isDateAndTime ? "'\(trimmed)'" : nil, "a date and time such as 2025-12-31 23:59:00")
    case .binary:
      return try checked(blob, "binary data: pairs of hexadecimal digits such as 00FF")
    case .any: return try natural
    case .other:
      switch Affinity(sql) {
      case .integer: return try wholeNumber
      case .real: return try realNumber
      case .text: return try string
      case .numeric where Self.isForNumbers(sql) && !NumberReadings(trimmed).numbers.isEmpty:
        return try realNumber
      case .blob, .numeric: return try natural
      }
    }
  }

  /// Whether a type such as `DECIMAL(10,2)` is meant for numbers. SQLite stores other text in it, too, and gives its
  /// affinity to any name that it does not know.
  private static func isForNumbers(_ type: String) -> Bool {
    let words = type.asciiLowercased.split { !$0.isLetter }
    // ENUM is for texts.
    return words.contains { word in
      ["dec", "num", "money", "smallmoney", "currency"].contains { word.hasPrefix($0) }
    }
  }

  private static let booleans = [
    "yes": "1", "true": "1", "1": "1", "no": "0", "false": "0", "0": "0",
  ]

  private func checked(
    _ literal: String?, _ wanted: String, meant readings: [String] = []
  ) throws(FormRefusal) -> String {
    if let literal { return literal }
    let hint = readings.isEmpty ? "" : "; did you mean \(readings.joined(separator: " or "))?"
    throw FormRefusal("“\(text.oneLine)” is not \(wanted)\(hint)", field: field)
  }

  private var wholeNumber: String {
    get throws(FormRefusal) {
      try checked(whole, "a whole number", meant: NumberReadings(trimmed).wholeNumbers)
    }
  }

  private var realNumber: String {
    get throws(FormRefusal) {
      try checked(number, "a number", meant: NumberReadings(trimmed).numbers)
    }
  }

  private var string: String {
    get throws(FormRefusal) {
      guard !text.utf8.contains(0) else {
        throw FormRefusal("a text cannot contain the character NUL", field: field)
      }
      return text.quoted(by: "'")
    }
  }

  private var whole: String? { Int64(trimmed).map { String($0) } }

  /// A number with a point or an exponent, as it was typed. Only SQLite reads it exactly.
  private var number: String? {
    if let whole { return whole }
    let body = trimmed.utf8.first.map { $0 == 0x2B || $0 == 0x2D } ?? false
    let digits = body ? String(trimmed.dropFirst()) : trimmed
    let sql = SQLText(digits)
    let isNumber = sql.indices.count == 1 && [.integer, .float].contains(sql.kind(0))
    guard isNumber, sql.bytes == Array(digits.utf8), sql.tokens[0].range.count == sql.bytes.count,
      let value = Double(digits.hasPrefix(".") ? "0\(digits)" : digits), value.isFinite,
      digits.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 | 0x20 == 0x65 })
    else { return nil }
    return (trimmed.hasPrefix("-") ? "-" : "") + digits
  }

  /// A number if it reads like one, and a text otherwise: 007 is a text.
  private var natural: String {
    get throws(FormRefusal) {
      if let whole, whole == trimmed { return whole }
      let digits = trimmed.hasPrefix("-") ? String(trimmed.dropFirst()) : trimmed
      let isPadded = digits.hasPrefix("0") && !digits.hasPrefix("0.")
      if !isPadded, Int64(trimmed) == nil, let number { return number }
      return try string
    }
  }

  private var blob: String? {
    var hex = trimmed
    if hex.asciiLowercased.hasPrefix("x'"), hex.hasSuffix("'"), hex.utf8.count > 2 {
      hex = String(hex.dropFirst(2).dropLast())
    } else if hex.asciiLowercased.hasPrefix("0x") {
      hex = String(hex.dropFirst(2))
    }
    let isHex = hex.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
    return isHex && hex.utf8.count.isMultiple(of: 2) ? "x'\(hex)'" : nil
  }

  private func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    return (1...days).contains(day)
  }

  /// A date, perhaps with a time and an offset: `2025-12-31T23:59:00.5+01:00`.
  private var isDateAndTime: Bool {
    let date = trimmed.prefix(10)
    guard isDate(String(date)) else { return false }
    var rest = trimmed.dropFirst(10)
    if rest.isEmpty { return true }
    guard rest.first == " " || rest.first == "T" else { return false }
    rest = rest.dropFirst()
    if rest.last == "Z" {
      rest = rest.dropLast()
    } else if let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard isTime(rest[sign...].dropFirst(), seconds: false) else { return false }
      rest = rest[..<sign]
    }
    return isTime(rest, seconds: true)
  }

  private func isTime(_ text: Substring, seconds: Bool) -> Bool {
    let whole = text.prefix { $0 != "." }
    let fraction = text[whole.endIndex...].dropFirst()
    let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...(seconds ? 3 : 2)).contains(parts.count),
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      whole.endIndex == text.endIndex || parts.count == 3 && !fraction.isEmpty
    else { return false }
    let limits = [24, 60, 60]
    return zip(parts, limits).allSatisfy { (Int($0) ?? 99) < $1 }
  }
}
