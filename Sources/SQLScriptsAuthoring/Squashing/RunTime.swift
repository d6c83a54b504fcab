import SQLScriptsDatabase

/// Knows a value that is the time at which a script ran, in one of the ways in which SQL writes it.
struct RunTime {
  private let days: Set<String>
  private let seconds: Int64
  private let julianDay: Double

  private static let day: Int64 = 86_400

  init(_ connection: Connection) throws(SQLiteError) {
    // A replay may run over midnight, and a script may write local time.
    let row = try connection.rows(
      """
      SELECT date('now'), date('now', '-1 day'), date('now', '+1 day'),
        CAST(strftime('%s', 'now') AS INTEGER), julianday('now')
      """
    ).first
    days = Set((row ?? []).prefix(3).compactMap(\.string))
    seconds = row?[3].int64 ?? 0
    julianDay = row?[4].double ?? 0
  }

  /// The value; all moments of these days are one.
  func normal(_ value: StoredValue) -> StoredValue {
    switch value {
    case .text(let bytes):
      return days.contains(String(decoding: bytes.prefix(10), as: UTF8.self)) ? .now : value
    case .integer(let number):
      let isNow = [1, 1000, 1_000_000].contains { (unit: Int64) in
        let (low, high) = ((seconds - Self.day) * unit, (seconds + Self.day) * unit)
        return low <= number && number <= high
      }
      return isNow ? .now : value
    case .real(let bits):
      return abs(Double(bitPattern: bits) - julianDay) < 1 ? .now : value
    case .null, .blob, .now: return value
    }
  }
}
