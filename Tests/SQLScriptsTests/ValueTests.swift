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
    #expect(row["name"] == .invalidText(bytes))
    #expect(row["name"].string == nil)
    #expect(row["name"].bytes == bytes)
    try database.execute("UPDATE user_info SET name = ?", row["name"])
    let same = try database.queryFirst(
      "SELECT typeof(name) AS type, CAST(name AS BLOB) AS bytes FROM user_info")
    #expect(same?["type"] == "text")
    #expect(same?["bytes"] == .blob(bytes))
  }

  @Test(arguments: ["", "a", "größe 日本", "\u{FFFD}", "a\0b", "🧑‍🧑‍🧒"])
  func `UTF-8 text is returned as text`(_ text: String) throws {
    #expect(try database.queryFirst("SELECT ?", text)?[0] == .text(text))
  }

  @Test func `column names are compared as SQLite compares them`() throws {
    let row: SQLiteRow = ["Name": 1, "name": 2, "Ö": 3, "e\u{301}": 4, "\u{e9}": 5]
    #expect(row["name"] == 2)
    #expect(row["NAME"] == 1)
    #expect(row["ö"] == .null)
    #expect(row["\u{e9}"] == 5)
  }

  @Test func `integers of all sizes are values`() throws {
    let row = try database.queryFirst(
      "SELECT ?, ?, ?, ?, ?, ?, ?, ?", Float(0.5), UInt8.max, Int8.min, UInt16.max, Int16.min,
      UInt32.max, Character("é"), [1, 2, 3][1...] as ArraySlice<UInt8>)
    #expect(
      row?.values == [0.5, 255, -128, 65_535, -32_768, 4_294_967_295, "é", .blob([2, 3])])
  }

  @Test func `a typo in a column name can be an error`() throws {
    let row: SQLiteRow = ["Name": "Ada", "age": 36]
    #expect(try row.value("name") == "Ada")
    #expect(row["typo"] == .null)
    let error = #expect(throws: SQLiteError.self) { try row.value("typo") }
    #expect(error?.message == "the row has no column “typo”, only Name, age")
  }
}
