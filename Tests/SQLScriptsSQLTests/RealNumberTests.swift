import SQLScriptsDatabase
import Testing

/// Numbers that are read without SQLite have the value that SQLite would store, to the last bit.
struct RealNumberTests {
  private let connection: Connection
  private let reader: RealNumberReader

  init() throws {
    connection = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    reader = try #require(RealNumberReader())
  }

  private func check(_ digits: String) throws {
    guard case .real(let expected) = try connection.value("SELECT \(digits)") else {
      Issue.record("\(digits) is not a real")
      return
    }
    let (short, long) = Array(digits.utf8).withUnsafeBufferPointer {
      (RealNumberReader.shortValue(of: $0), reader.value(of: $0))
    }
    #expect(short == nil || short?.bitPattern == expected.bitPattern, "\(digits)")
    #expect(long?.bitPattern == expected.bitPattern, "\(digits)")
  }

  @Test(arguments: [
    "0.0", ".5", "5.", "0.1", "0.001", "0.0001", "007.070", "1e3", "1.5e-3", "9.99E2",
    "999999999999.999", "99999999999999.9", "9999999999999.999", "4503599627370.497",
    "0.000000000000001", "123456789012345678.5", "1.7976931348623157e308", "1e400",
  ])
  func `a number has the bits that SQLite stores`(digits: String) throws {
    try check(digits)
  }

  @Test func `random numbers have the bits that SQLite stores`() throws {
    var random = FixedRandom(state: 11)
    for _ in 0..<20_000 {
      let length = Int.random(in: 1...17, using: &random)
      let digits = (0..<length).map { _ in String(Int.random(in: 0...9, using: &random)) }
      let point = Int.random(in: max(0, length - 5)...length, using: &random)
      try check(digits[..<point].joined() + "." + digits[point...].joined())
    }
  }
}
