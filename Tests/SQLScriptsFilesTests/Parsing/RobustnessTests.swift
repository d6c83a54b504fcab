import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

/// Whatever the bytes are, a parser returns a result.
struct RobustnessTests {
  static let samples: [[UInt8]] = [
    Array(
      #"{"version":7,"statements":["é\u00e9\uD83D\uDE00","a",["b",-1.5e3],{"sql":"c"},true,null]}"#
        .utf8),
    Array(
      plist(
        "<dict><key>a &amp; é</key><array><string>x<![CDATA[<y>]]>&#233;<!-- z --></string>"
          + "<integer>7</integer><true/><real>1.5</real></array></dict>"
      ).utf8),
    binarySample,
  ]

  @Test(arguments: 0..<3)
  func `a file that is cut off at any byte is parsed or refused`(sample: Int) {
    let bytes = Self.samples[sample]
    for count in 0..<bytes.count {
      for parsed in [parseJSON(Array(bytes[..<count])), parsePlist(Array(bytes[..<count]))] {
        #expect(!parsed.diagnostics.isEmpty || count >= bytes.count - 1)
        #expect(parsed.document.isSound)
      }
    }
  }

  @Test(arguments: 0..<3)
  func `a file with flipped bits is parsed or refused`(sample: Int) {
    var generator = FixedGenerator(state: UInt64(sample))
    let syntax = Array("<>&;/\"'\\[]{},:!-?%#u0\n\r \0".utf8)
    for _ in 0..<4000 {
      var bytes = Self.samples[sample]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] =
          Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : syntax[Int.random(in: 0..<syntax.count, using: &generator)]
      }
      for parsed in [parseJSON(bytes), parsePlist(bytes)] {
        #expect(parsed.document.isSound, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(parsed.diagnostics.count <= 100)
      }
    }
  }

  @Test(arguments: ["[", "{\"a\":", "[{\"a\":[", "\"", "'", "/*", "\\", "[1,", "{"])
  func `ten thousand opening brackets of JSON are refused`(opening: String) {
    let parsed = parseJSON(String(repeating: opening, count: 10_000))
    #expect(!parsed.diagnostics.isEmpty)
    #expect(parsed.document.isSound)
  }
}
