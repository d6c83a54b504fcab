import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

struct TextCheckTests {
  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
      [0xE9, 0x20],
    ] as [[UInt8]])
  func `the first byte that is not UTF-8 is reported`(bad: [UInt8]) {
    for padding in [0, 1, 7, 8, 9, 20] {
      let head = Array("[\"é".utf8) + [UInt8](repeating: 0x61, count: padding)
      let parsed = parseJSON(head + bad + Array("\"]".utf8))
      #expect(parsed.diagnostics.map(\.id) == ["not-utf8"])
      #expect(parsed.diagnostics.first?.span.range.lowerBound == head.count)
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a UTF-16 file is reported as UTF-16`(isBigEndian: Bool, hasMark: Bool) {
    let units = Array(((hasMark ? "\u{FEFF}" : "") + "<plist/>").utf16)
    let bytes = units.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    for parsed in [parsePlist(bytes), parseJSON(bytes)] {
      #expect(parsed.diagnostics.map(\.id) == ["not-utf8"])
      #expect(parsed.diagnostics.first?.message.contains("UTF-16") == true)
    }
  }

  @Test func `a UTF-32 file is reported as UTF-32`() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0, 0, 0x5B, 0, 0, 0], [0, 0, 0, 0x5B], [0x5B, 0, 0, 0]] {
      #expect(parseJSON(bytes).diagnostics.first?.message.contains("UTF-32") == true)
    }
  }

  @Test(arguments: ["{\\rtf1\\ansi}", "%PDF-1.4", "PK\u{3}\u{4}abc"])
  func `a rich text document is not a script`(text: String) {
    #expect(parseJSON(text).diagnostics.map(\.id) == ["rich-text-file"])
    #expect(parsePlist(text).diagnostics.map(\.id) == ["rich-text-file"])
  }
}
