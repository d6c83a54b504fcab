import Foundation
import SQLScriptsFoundation
import Testing

/// Foundation's values, written to a database and read back.
struct BindableTests {
  private let database = SQLiteManager(
    .init(path: ":memory:", scripts: .scripts(ScriptBundle(scripts: [.default([])]))))

  private func roundTrip(_ value: any SQLiteBindable) throws -> SQLiteValue {
    try #require(try database.queryFirst("SELECT ?", value))[0]
  }

  private func sql(_ expression: String, _ value: any SQLiteBindable) throws -> String? {
    try database.queryFirst("SELECT \(expression)", value)?[0].string
  }

  @Test func `data, a UUID and a URL are read back unchanged`() throws {
    for bytes in [[], [0], [0, 0xFF, 10]] as [[UInt8]] {
      #expect(try roundTrip(Data(bytes)).data == Data(bytes))
    }
    // The indices of a slice do not begin at 0.
    #expect(try roundTrip(Data([1, 2, 3]).dropFirst()).data == Data([2, 3]))
    let uuid = UUID()
    #expect(try roundTrip(uuid).uuid == uuid)
    #expect(try roundTrip(withUnsafeBytes(of: uuid.uuid) { Data($0) }).uuid == uuid)
    #expect(try roundTrip(Data([1])).uuid == nil)
    let url = try #require(URL(string: "https://example.com/a%20b?c=d#e"))
    #expect(try roundTrip(url).url == url)
  }

  @Test func `nil is NULL`() throws {
    let none: Date? = nil
    #expect(try database.queryFirst("SELECT ?", none)?[0] == .null)
    #expect(SQLiteValue.null.date == nil)
    #expect(SQLiteValue.null.data == nil)
    #expect(SQLiteValue.null.uuid == nil)
    #expect(SQLiteValue.null.url == nil)
  }

  @Test(arguments: [
    (0, "1970-01-01 00:00:00.000"), (-0.001, "1969-12-31 23:59:59.999"),
    (951_782_400, "2000-02-29 00:00:00.000"), (4_107_542_399.5, "2100-02-28 23:59:59.500"),
    (-62_167_219_200, "0000-01-01 00:00:00.000"), (253_402_300_799.999, "9999-12-31 23:59:59.999"),
    (1_700_000_000.1234, "2023-11-14 22:13:20.123"),
  ])
  func `a date is text in SQLite's format`(_ seconds: Double, _ text: String) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(try date.sqliteValue == .text(text))
    #expect(try sql("strftime('%Y-%m-%d %H:%M:%f', ?)", date) == text)
    let back = try #require(try roundTrip(date).date)
    #expect(abs(back.timeIntervalSince1970 - seconds) < 0.001)
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_167_219_200.001,
  ])
  func `a date that SQLite does not support is refused, and nothing is stored`(_ seconds: Double)
    throws
  {
    let date = Date(timeIntervalSince1970: seconds)
    let error = #expect(throws: SQLiteError.self) { try date.sqliteValue }
    #expect(error?.message.contains("not in the years 0000 to 9999") == true)
    try database.execute("CREATE TABLE IF NOT EXISTS dates (d)")
    #expect(throws: SQLiteError.self) {
      try database.execute("INSERT INTO dates VALUES (?)", date)
    }
    #expect(try database.queryFirst("SELECT count(*) FROM dates")?[0] == .integer(0))
  }

  @Test func `every day of several centuries has SQLite's date`() throws {
    let days = stride(from: -150_000, to: 150_000, by: 61)
    try database.transaction { database in
      for day in days {
        let date = Date(timeIntervalSince1970: Double(day) * 86_400)
        let row = try database.queryFirst("SELECT date(?, 'unixepoch')", day * 86_400)
        guard case .text(let text) = try date.sqliteValue else { return #expect(Bool(false)) }
        #expect(try row?[0].string == String(text.prefix(10)))
        #expect(SQLiteValue.text(text).date == date)
      }
    }
  }

  @Test(arguments: [
    ("2023-11-14", 1_699_920_000), ("2023-11-14 22:13", 1_699_999_980),
    ("2023-11-14 22:13:20", 1_700_000_000), ("2023-11-14T22:13:20Z", 1_700_000_000),
    ("2023-11-14T22:13:20.5Z", 1_700_000_000.5), ("2023-11-14 23:13:20+01:00", 1_700_000_000),
    ("2023-11-14 16:43:20 -05:30", 1_700_000_000),
  ])
  func `the date formats of other programs are read`(_ text: String, _ seconds: Double) throws {
    #expect(SQLiteValue.text(text).date == Date(timeIntervalSince1970: seconds))
    let sqlite = try database.queryFirst("SELECT julianday(?)", text)?[0].double
    #expect(abs(try #require(sqlite) - (seconds / 86_400 + 2_440_587.5)) < 1e-6)
  }

  @Test(arguments: [
    "", "now", "2023", "2023-11", "2023-13-01", "2023-02-29", "2023-1-1", "2023-11-14 ",
    "2023-11-14 24:00", "2023-11-14 22:60", "2023-11-14 22:13:60", "2023-11-14 22:13:20.",
    "2023-11-14 22:13:20x", "2023-11-14T22:13:20+1", "12:00", "+023-11-14",
  ])
  func `text that is not a date has no date`(_ text: String) {
    #expect(SQLiteValue.text(text).date == nil)
  }

  @Test func `a timestamp that the database wrote is a date`() throws {
    let row = try #require(try database.queryFirst("SELECT CURRENT_TIMESTAMP AS now"))
    let now = try #require(try row["now"].date)
    #expect(abs(now.timeIntervalSinceNow) < 3600)
    #expect(SQLiteValue.integer(1_700_000_000).date == nil)
  }
}
