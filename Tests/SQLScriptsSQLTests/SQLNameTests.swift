import SQLScriptsDatabase
import SQLScriptsSQL
import Testing

@Suite struct SQLNameTests {
  private static let names = [
    "t", "T", "user_info", "USER_INFO", "Ö", "ö", "caf\u{E9}", "cafe\u{301}", "CAF\u{E9}", "ſ", "s",
    "K",
    "\u{212A}", "İ", "i", "ẞ", "ß", "ss",
  ]

  /// Asks SQLite: the names are equal if it refuses to create a second table of that name.
  @Test(arguments: names, names)
  func `two names are equal exactly if SQLite treats them as equal`(_ left: String, _ right: String)
    throws
  {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("CREATE TABLE \"\(left)\" (a)")
    let isTaken = (try? connection.execute("CREATE TABLE \"\(right)\" (a)")) == nil
    #expect((SQLName(left) == SQLName(right)) == isTaken)
    #expect((Set([SQLName(left), SQLName(right)]).count == 1) == isTaken)
    let isBefore = SQLName(left) < SQLName(right)
    let isBehind = SQLName(right) < SQLName(left)
    #expect((!isBefore && !isBehind) == isTaken)
  }

  @Test func `a name keeps its spelling`() {
    #expect(SQLName("User").text == "User")
    #expect("\(SQLName("Ärger"))" == "Ärger")
    #expect(SQLName("SQLite_sequence").isReserved)
    #expect(!SQLName("sqlit").isReserved)
  }
}
