import Testing

@testable import SQLScriptsSQL

/// What this module provides instead of the standard library's large methods.
struct SmallMethodTests {
  @Test(arguments: [
    ("", "", "|"), ("a", "", "|a"), ("", "a", nil), ("abc", "abc", "|"), ("abc", "bc", "a|"),
    ("aab", "ab", "a|"), ("ab", "abc", nil), ("xaaabx", "aab", "xa|x"), ("日本語", "本", "日|語"),
    ("a\r\nb", "\n", "a\r|b"), ("a\u{301}", "a", "|\u{301}"), ("ab", "c", nil),
  ])
  func `a text is found by its bytes`(_ whole: String, _ part: String, _ around: String?) {
    func parts<Text: StringProtocol>(of text: Text) -> [UInt8]? {
      text.firstRange(of: part).map {
        Array(text[..<$0.lowerBound].utf8) + [0x7C] + Array(text[$0.upperBound...].utf8)
      }
    }
    #expect(parts(of: whole) == around.map { Array($0.utf8) })
    #expect(parts(of: "é\(whole)".dropFirst()) == around.map { Array($0.utf8) })
    #expect(whole.contains(part) == (around != nil))
  }

  @Test(arguments: [
    ("banana", "an", "AN", "bANANa"), ("aaa", "aa", "b", "ba"), ("a", "a", "", ""),
    ("", "a", "b", ""), ("'", "'", "''", "''"), ("ab", "", "c", "ab"), ("日本", "本", "x", "日x"),
  ])
  func `each occurrence is replaced`(
    _ whole: String, _ part: String, _ other: String, _ expected: String
  ) {
    #expect(whole.replacing(part, with: other) == expected)
  }

  @Test func `sorting keeps the order of equal elements`() {
    var random = SystemRandomNumberGenerator()
    for count in 0..<100 {
      let elements = (0..<count).map { (Int.random(in: 0..<8, using: &random), $0) }
      let sorted = elements.sorted { $0.0 < $1.0 }
      #expect(sorted.map { $0.0 * 1000 + $0.1 } == elements.map { $0.0 * 1000 + $0.1 }.sorted())
    }
    #expect(["b": 1, "c": 2, "a": 3].keys.sorted() == ["a", "b", "c"])
  }

  @Test func `an error of a comparison ends the sorting`() {
    #expect(throws: CancellationError.self) {
      try [2, 1].sorted { _, _ in throw CancellationError() }
    }
  }
}
