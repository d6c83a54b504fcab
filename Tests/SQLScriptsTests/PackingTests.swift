import SQLScriptsDatabase
import Testing

/// Rows as bytes.
@Suite struct PackingTests {
  @Test(arguments: ["UTF-8", "UTF-16le"])
  func `values of every kind are unpacked as they were packed`(_ encoding: String) throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("PRAGMA encoding = '\(encoding)'")
    try connection.execute("CREATE TABLE t (a)")
    let values: [SQLiteValue] = [
      .null, .integer(0), .integer(.min), .real(-1.5), .real(0), .text(""), .text("größe"),
      .text("a\0b"), .text(String(repeating: "x", count: 100_000)), .blob([]), .blob([0, 255]),
    ]
    let places = values.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(places)")
    try statement.bind(values)
    #expect(try statement.step())
    var bytes: [UInt8] = [7]
    try statement.pack(values.count, into: &bytes)
    #expect(SQLiteValue.unpacked(bytes.dropFirst()) == values)
  }

  @Test func `text that is not UTF-8 is unpacked unchanged`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let statement = try connection.prepare("SELECT CAST(x'66FC72' AS TEXT)")
    #expect(try statement.step())
    var bytes: [UInt8] = []
    try statement.pack(1, into: &bytes)
    #expect(SQLiteValue.unpacked(bytes[...]) == [.invalidText([0x66, 0xFC, 0x72])])
  }
}
