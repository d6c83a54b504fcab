import Testing

@testable import SQLScriptsSQL

struct SQLScannerTests {
  @Test func `an empty text has no token`() {
    #expect(tokens("").isEmpty)
  }

  @Test(arguments: [
    ("'it''s'", SQLToken.Kind.string), ("'open", .illegal), ("\"a\"\"b\"", .quotedName),
    ("`a``b`", .quotedName), ("[a b]", .quotedName), ("[open", .illegal), ("x'00Ff'", .blob),
    ("X''", .blob), ("x'0'", .illegal), ("x'0g'", .illegal), ("x", .word), ("名字$1", .word),
    ("0x1F", .integer), ("1_000", .integer), ("1.", .float), (".5", .float), ("1e-9", .float),
    ("1e", .illegal), ("12ab", .illegal), ("?", .variable), ("?12", .variable), (":a", .variable),
    ("@a", .variable), ("$a::b(c)", .variable), ("$a(b", .illegal), ("$", .illegal),
    ("#1", .variable), ("->>", .operator), ("->", .operator), ("||", .operator),
    ("<>", .operator), ("<<", .operator), ("!=", .operator), ("!", .illegal), ("==", .operator),
    ("-- a", .comment), ("/* a", .comment), ("/**/", .comment), ("/* * / */", .comment),
    (" \t\n\u{0B}", .space), ("\u{0B}", .illegal), ("\u{FEFF}", .space), ("\\", .illegal),
    (";", .semicolon), (".", .dot), ("\0", .illegal),
  ])
  func `tokens are those of SQLite`(text: String, kind: SQLToken.Kind) {
    #expect(tokens(text) == [SQLToken(kind: kind, range: 0..<text.utf8.count)])
  }

  @Test(arguments: [
    ("a--b\nc", ["a", "--b", "\n", "c"]), ("/*", ["/", "*"]), ("/*/a*/b", ["/*/a*/", "b"]),
    ("a-->b", ["a", "-->b"]), ("a->b", ["a", "->", "b"]), ("1.2.3", ["1.2", ".3"]),
    ("t.1", ["t", ".1"]), ("t.a", ["t", ".", "a"]), ("''''", ["''''"]), (":a:b", [":a", ":b"]),
    ("1=1", ["1", "=", "1"]), ("a<=-1", ["a", "<=", "-", "1"]), ("0x", ["0x"]),
  ])
  func `a text is split where SQLite splits it`(text: String, parts: [String]) {
    let bytes = Array(text.utf8)
    #expect(tokens(text).map { String(decoding: bytes[$0.range], as: UTF8.self) } == parts)
  }

  @Test func `every byte of any text is in exactly one token`() {
    var random = FixedRandom(state: 7)
    let alphabet = Array("aex019_$'\"`[]?:@#().,;-/*<>=!|&~+% \n\u{0B}\\{".utf8) + [0, 0xEF, 0xBB]
    for round in 0..<4000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        round.isMultiple(of: 2)
          ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      var end = 0
      for token in tokens(bytes) {
        #expect(token.range.lowerBound == end && !token.range.isEmpty)
        end = token.range.upperBound
      }
      #expect(end == bytes.count)
    }
  }

  @Test(arguments: [
    ("7, 'a b',1.5, -2)", "7|,|'a b'|,|1.5|,|-|2|)"), ("(''),(0.)", "(|''|)|,|(|0.|)"),
    ("1, 'it''s'", "1|,"), ("1, x'00'", "1|,"), ("1, 'open", "1|,"), ("1e5,2", ""), ("1.2.3,2", ""),
    ("-- 1)", ""), ("- 1)", ""), ("1, NULL", "1|,"), ("1;", ""),
  ])
  func `simple values are copied up to the first other token`(text: String, values: String) {
    let (copied, _) = copyValues(Array(text.utf8), room: 100)
    #expect(copied.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|") == values)
  }

  @Test func `copied values are the tokens of any text`() {
    var random = FixedRandom(state: 8)
    let alphabet = Array("001.,,()''-- ;ex\n\u{0B}".utf8) + [0]
    var count = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let expected = tokens(bytes).filter { !$0.isTrivia }
      let (copied, rest) = copyValues(bytes, room: Int.random(in: 0...30, using: &random))
      #expect(copied == expected.prefix(copied.count).map { Array(bytes[$0.range]) })
      #expect(rest == Array(expected.dropFirst(copied.count)), "\(bytes)")
      count += copied.count
    }
    #expect(count > 5000)
  }
}

/// The tokens that were copied, and those that follow.
private func copyValues(_ bytes: [UInt8], room: Int) -> ([[UInt8]], [SQLToken]) {
  bytes.withUnsafeBufferPointer { buffer in
    var scanner = SQLScanner(buffer)
    var target = [UInt8](repeating: 1, count: room)
    let count = target.withUnsafeMutableBufferPointer { scanner.copyValues(to: $0) }
    var rest: [SQLToken] = []
    while let token = scanner.nextSignificant() { rest.append(token) }
    return (
      target[..<count].split(separator: 0, omittingEmptySubsequences: false).dropLast().map(
        Array.init), rest
    )
  }
}

private func tokens(_ text: String) -> [SQLToken] { tokens(Array(text.utf8)) }

private func tokens(_ bytes: [UInt8]) -> [SQLToken] {
  bytes.withUnsafeBufferPointer { buffer in
    var scanner = SQLScanner(buffer)
    var tokens: [SQLToken] = []
    while let token = scanner.next() { tokens.append(token) }
    return tokens
  }
}

/// The same numbers in every run (SplitMix64).
struct FixedRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
