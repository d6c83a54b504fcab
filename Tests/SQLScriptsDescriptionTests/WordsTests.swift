import SQLScriptsDescription
import Testing

/// Words, apart from what they say.
struct WordsTests {
  private let words: Words = "sets \(name: "a_b") to \(code: "x`y") in \(strong: "all") <rows>"

  @Test func `no words are nothing`() {
    let none: Words = ""
    #expect(none.isEmpty)
    #expect(none.plain == "")
    #expect(none.capitalized == none)
  }

  @Test func `words are rendered for people, documents and programs`() {
    #expect(words.plain == "sets a_b to x`y in all <rows>")
    #expect(words.markdown == "sets **a\\_b** to `` x`y `` in **all** \\<rows\\>")
    #expect("\(words.json)".contains("a_b"))
  }

  @Test(arguments: ["", "and", "Value", "two words", "a.b", "2fa", "a”b", "🙂"])
  func `plain text quotes a name that could be misread`(name: String) {
    let words: Words = "sets \(name: name) to 0"
    #expect(words.plain == "sets “\(name)” to 0")
    #expect(words.styled.plain == words.plain)
  }

  @Test(arguments: ["user", "email_2", "straße", "姓名", "$x", "_id"])
  func `plain text has no quotes around other names`(name: String) {
    let words: Words = "sets \(name: name) to 0"
    #expect(words.plain == "sets \(name) to 0")
  }

  @Test func `only a first letter outside names is capitalized`() {
    #expect(words.capitalized.plain == "Sets a_b to x`y in all <rows>")
    let name: Words = "\(name: "user") is gone"
    #expect(name.capitalized == name)
    #expect(words.capitalized.uncapitalized == words)
  }

  @Test func `adjacent texts are one piece`() {
    let parts: Words = "a" + "b"
    #expect(parts == "ab")
    #expect(parts.pieces.count == 1)
  }

  @Test func `SQL is on one line, without comments, and cut where it is long`() {
    let short: Words = "\(code: "a -- b\n + c")"
    #expect(short.plain == "a + c")
    let long: Words = "\(code: String(repeating: "a ", count: 500))"
    #expect(long.plain.count <= 120)
  }
}
