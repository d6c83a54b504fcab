import CSQLScriptsSQLite
import MigrationSamples
import SQLScripts
import Testing

/// Values, written by an app to its database and read back.
@Suite struct ValueTests {
  private let database = ManagerSamples.manager(":memory:")

  @Test(
    arguments: [
      [0x66, 0xFC, 0x72], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80],
      [0xC0, 0x80],
      [0x61, 0x00, 0xFF], [0xFF, 0xFE],
    ] as [[UInt8]])
  func `text that is not UTF-8 is stored and returned unchanged`(_ bytes: [UInt8]) throws {
    try database.execute(
      "INSERT INTO user_info (name) VALUES (CAST(? AS TEXT))", bytes)
    let row = try #require(try database.queryFirst("SELECT id, name FROM user_info"))
    #expect(try row["name"] == .invalidText(bytes))
    #expect(try row["name"].string == nil)
    #expect(try row["name"].bytes == bytes)
    try database.execute("UPDATE user_info SET name = ?", try row["name"])
    let same = try database.queryFirst(
      "SELECT typeof(name) AS type, CAST(name AS BLOB) AS bytes FROM user_info")
    #expect(try same?["type"] == "text")
    #expect(try same?["bytes"] == .blob(bytes))
  }

  @Test(arguments: ["", "a", "größe 日本", "\u{FFFD}", "a\0b", "🧑‍🧑‍🧒"])
  func `UTF-8 text is returned as text`(_ text: String) throws {
    #expect(try database.queryFirst("SELECT ?", text)?[0] == .text(text))
  }

  @Test func `column names are compared as SQLite compares them`() throws {
    let row: SQLiteRow = ["Name": 1, "name": 2, "Ö": 3, "e\u{301}": 4, "\u{e9}": 5]
    #expect(try row["name"] == 2)
    #expect(try row["NAME"] == 1)
    #expect(throws: SQLiteError.self) { try row["ö"] }
    #expect(try row["\u{e9}"] == 5)
  }

  @Test func `integers of all sizes are values`() throws {
    let row = try database.queryFirst(
      "SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?", Float(0.5), UInt8.max, Int8.min, UInt16.max, Int16.min,
      UInt32.max, UInt64(Int64.max), UInt(7), Character("é"), [1, 2, 3][1...] as ArraySlice<UInt8>)
    #expect(
      row?.values == [
        0.5, 255, -128, 65_535, -32_768, 4_294_967_295, .integer(.max), 7, "é", .blob([2, 3]),
      ])
  }

  @Test(arguments: [UInt64(Int64.max) + 1, .max])
  func `an integer above SQLite's greatest is an error, and the statement does not run`(
    _ number: UInt64
  ) throws {
    for value in [number, UInt(number), Optional(number)] as [any SQLiteBindable] {
      let error = #expect(throws: SQLiteError.self) {
        try database.execute("INSERT INTO user_info (name, age) VALUES ('Ada', ?)", value)
      }
      #expect(error?.message == "\(number) is above \(Int64.max), the greatest integer of SQLite")
    }
    #expect(try database.query("SELECT name FROM user_info").isEmpty)
  }

  @Test func `a typo in a column name is an error`() throws {
    let row: SQLiteRow = ["Name": "Ada", "age": 36]
    #expect(try row["name"] == "Ada")
    let error = #expect(throws: SQLiteError.self) { try row["typo"] }
    #expect(error?.message == "the row has no column “typo”, only Name, age")
  }

  @Test(arguments: [-1, 2, Int.max, .min])
  func `a column number that does not exist is an error`(_ index: Int) throws {
    let row: SQLiteRow = ["Name": "Ada", "age": 36]
    #expect(try row[1] == 36)
    let error = #expect(throws: SQLiteError.self) { try row[index] }
    #expect(error?.message == "the row has no column \(index), only 2 columns, numbered from 0")
  }
}
