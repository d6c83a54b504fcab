import SQLScriptsSQL
import Testing

@testable import SQLScriptsAuthoring

/// Names of tables and columns on the command line.
struct SchemaPlaceTests {
  @Test(arguments: [
    "", ".", "user.", ".nick", "a.b.c", "\"user", "user.\"nick", "\"\"", "user=", "user.nick=x",
  ])
  func `a text that is no place is refused`(text: String) {
    #expect(SchemaPlace(reading: text) == nil)
  }

  @Test func `a name with a dot, a quote or an equals sign is in double quotes`() throws {
    for (text, table, column) in [
      ("user", "user", nil), ("user.nick", "user", "nick"), ("\"a.b\".\"c\"\"d\"", "a.b", "c\"d"),
      ("名前.\"x=y\"", "名前", "x=y"),
    ] as [(String, String, String?)] {
      let place = try #require(SchemaPlace(reading: text))
      #expect(place.table.text == table)
      #expect(place.column?.text == column)
      #expect(SchemaPlace(reading: place.text) == place)
    }
  }

  @Test func `the value of a pair is everything after the first equals sign outside quotes`() throws
  {
    let pair = try #require(SchemaPlace.pair("user.\"a=b\"=iif(x = 1, '=', '.')"))
    #expect(pair.place == SchemaPlace("user", "a=b"))
    #expect(pair.value == "iif(x = 1, '=', '.')")
    #expect(SchemaPlace.pair("user.nick") == nil)
  }
}
