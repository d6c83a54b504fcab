import Foundation

/// Converts dates to and from SQLite's text: the Gregorian calendar, extended to all years, in UTC.
///
/// `DateFormatter` depends on the locale and is slow, so this computes the text.
enum SQLiteDateText {
  private static let millisecondsADay: Int64 = 86_400_000

  /// The date as `YYYY-MM-DD HH:MM:SS.SSS`; nil if it is NaN or outside SQLite's years.
  static func text(of date: Date) -> String? {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    guard let milliseconds = Int64(exactly: exact), years.contains(milliseconds) else { return nil }
    let (days, rest) = floorDivision(milliseconds, millisecondsADay)
    let (year, month, day) = civil(days)
    let seconds = rest / 1000
    let time = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2)) "
      + "\(time.joined(separator: ":")).\(digits(rest % 1000, 3))"
  }

  /// SQLite's own functions know the years 0000 to 9999.
  private static let years: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

  /// Parses `YYYY-MM-DD`, optionally with `HH:MM`, seconds, a fraction and a time zone.
  static func date(of text: String) -> Date? {
    var scan = Scan(text)
    guard let year = scan.number(4), scan.take("-"), let month = scan.number(2), scan.take("-"),
      let day = scan.number(2), (1...12).contains(month),
      (1...length(of: month, year)).contains(day)
    else { return nil }
    var seconds = 0.0
    if !scan.isAtEnd {
      guard scan.take(" ") || scan.take("T"), let time = time(&scan) else { return nil }
      seconds = time
    }
    return Date(timeIntervalSince1970: Double(days(year, month, day)) * 86_400 + seconds)
  }

  /// The seconds since the beginning of the day, in UTC.
  private static func time(_ scan: inout Scan) -> Double? {
    guard let hour = scan.number(2), hour < 24, scan.take(":"), let minute = scan.number(2),
      minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    if scan.take(":") {
      guard let second = scan.number(2), second < 60 else { return nil }
      seconds += Double(second)
      if scan.take(".") {
        guard let fraction = scan.fraction() else { return nil }
        seconds += fraction
      }
    }
    guard let zone = zone(&scan), scan.isAtEnd else { return nil }
    return seconds - Double(zone)
  }

  /// The seconds by which local time is ahead of UTC.
  private static func zone(_ scan: inout Scan) -> Int64? {
    _ = scan.take(" ")
    if scan.isAtEnd || scan.take("Z") { return 0 }
    let sign: Int64
    if scan.take("+") { sign = 1 } else if scan.take("-") { sign = -1 } else { return nil }
    guard let hours = scan.number(2), hours < 24, scan.take(":"), let minutes = scan.number(2),
      minutes < 60
    else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  // MARK: Calendar

  // Days from 1970-01-01 and back, in eras of 400 years that begin in March, so that a leap day comes last.
  // http://howardhinnant.github.io/date_algorithms.html

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivision(shifted, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivision(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func length(of month: Int64, _ year: Int64) -> Int64 {
    let next = month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)
    return next - days(year, month, 1)
  }

  private static func floorDivision(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

extension SQLiteDateText {
  /// Parses a text from its beginning.
  private struct Scan {
    private var rest: Substring.UTF8View

    init(_ text: String) {
      rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, UInt32(first) == character.value else { return false }
      rest.removeFirst()
      return true
    }

    /// A number with exactly this many digits.
    mutating func number(_ count: Int) -> Int64? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
      rest.removeFirst(count)
      return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// The digits after the decimal point.
    mutating func fraction() -> Double? {
      let digits = rest.prefix(while: Self.isDigit)
      guard !digits.isEmpty else { return nil }
      rest.removeFirst(digits.count)
      return Double("0." + String(Substring(digits)))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  }
}
