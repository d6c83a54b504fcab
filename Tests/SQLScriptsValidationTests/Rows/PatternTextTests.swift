import SQLScriptsDatabase
import Testing

@testable import SQLScriptsValidation

struct PatternTextTests {
  private static func matches(_ text: String, _ sign: String, _ pattern: String) throws -> Bool {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let rows = try connection.rows("SELECT ? \(sign) ?", .text(text), .text(pattern))
    return rows.first?.first == .integer(1)
  }

  @Test(
    "Texts match GLOB",
    arguments: [
      "", "*", "a*", "*a*b*", "[0-9][0-9]:[0-9][0-9]", "#[0-9a-fA-F]?[^0-9]", "[]]", "[^]]x",
      "[a-]",
      "[-a]", "[ÄÖ]*", "+[1-9]*", "[A-Z][A-Z]-????", "[0-9]*.[0-9]*",
    ])
  func glob(_ pattern: String) throws {
    for number in 0..<6 {
      let text = PatternText(glob: pattern).text(number, filling: "a1")
      #expect(try Self.matches(text, "GLOB", pattern), "\(text)")
    }
  }

  @Test("Texts match LIKE", arguments: ["", "%", "a_b%", "%_@_%._%", "INV-____", "%é%"])
  func like(_ pattern: String) throws {
    for number in 0..<6 {
      let text = PatternText(like: pattern).text(number, filling: "a1")
      #expect(try Self.matches(text, "LIKE", pattern), "\(text)")
    }
  }

  @Test(
    "Sets that nothing matches give a text without them", arguments: ["[", "[z-a]", "[^", "a[b"])
  func broken(_ pattern: String) {
    let texts = (0..<3).compactMap { PatternText(glob: pattern).text($0, filling: "") }
    #expect(texts.allSatisfy { $0.count <= pattern.count })
  }

  @Test("NOT GLOB names the characters of a text, or those that it must not have")
  func alphabet() {
    #expect(PatternText(glob: "*[^0-9]*").alphabet == Array("0123456789"))
    #expect(PatternText(glob: "*[A-Z]*").alphabet?.contains("A") == false)
    #expect(PatternText(glob: "a*").alphabet == nil)
  }
}
