import Testing

@testable import SQLScriptsFiles

struct SpellingTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("ABC", "abc", 0), ("update", "updat", 1),
    ("udpate", "update", 1), ("kitten", "sitting", 3),
  ])
  func `the distance is the number of typos`(left: String, right: String, distance: Int) {
    #expect(Spelling.distance(left, right) == distance)
  }

  @Test func `a word that is unlike all others is not a typo`() {
    #expect(Spelling.closest(to: "verison", among: ["version", "verify"]) == "version")
    #expect(Spelling.closest(to: "colour", among: ["version", "verify"]) == nil)
    #expect(Spelling.closest(to: "x", among: []) == nil)
  }

  @Test func `another letter makes another word of a very short one`() {
    #expect(Spelling.closest(to: "y", among: ["x", "xy", "id"]) == nil)
    #expect(Spelling.closest(to: "nr", among: ["id", "no", "n"]) == nil)
    #expect(Spelling.closest(to: "X", among: ["x"]) == "x")
    #expect(Spelling.closest(to: "bb", among: ["b"]) == "b")
    #expect(Spelling.closest(to: "di", among: ["id"]) == "id")
    #expect(Spelling.closest(to: "uid", among: ["id"]) == "id")
    #expect(Spelling.closest(to: "nme", among: ["name", "nick"]) == "name")
  }

  @Test func `a word between two others is a typo of neither`() {
    let words = ["checked", "unchecked"]
    #expect(Spelling.onlyClosest(to: "nchecked", among: words) == nil)
    #expect(Spelling.onlyClosest(to: "uncheked", among: words) == "unchecked")
    #expect(Spelling.onlyClosest(to: "CHECKED", among: words) == "checked")
    #expect(Spelling.onlyClosest(to: "off", among: words) == nil)
  }
}
