import SQLScriptsSQL
import Testing

/// `SQLiteMeaningTests` provokes these messages.
struct SQLiteMessageTests {
  @Test func `a message names what its statement contains`() {
    #expect(SQLiteMessage("no such table: main.users").subject == "users")
    #expect(SQLiteMessage("table t has no column named a.b").subject == "a.b")
    #expect(SQLiteMessage("table t has 2 columns but 3 values were supplied").subject == "t")
    #expect(SQLiteMessage("incomplete input").subject == nil)
  }

  @Test(arguments: [
    ("error in view v: no such function: f", true), ("error in trigger t after rename: x", true),
    ("error in index i after drop column: x", false), ("error in view v", false),
    ("no such view: v", false),
  ])
  func `only a broken view or trigger stops a rename`(text: String, stops: Bool) {
    #expect(SQLiteMessage(text).isBrokenViewOrTrigger == stops)
  }

  @Test(arguments: [
    ("no such function: f", true), ("no such module: m", true), ("unknown function: f()", true),
    ("no such collation sequence: c", true), ("no such table: t", false),
    ("error in view v: no such function: f", false),
  ])
  func `an app provides functions, modules and collations`(text: String, isProvided: Bool) {
    #expect(SQLiteMessage(text).isAboutConnection == isProvided)
  }
}
