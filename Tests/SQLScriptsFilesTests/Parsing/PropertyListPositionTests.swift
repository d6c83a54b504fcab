import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

struct PropertyListPositionTests {
  private static let pieces: [(source: String, decoded: String)] = [
    ("a", "a"), ("é", "é"), ("日本", "日本"), ("😀", "😀"), ("&lt;", "<"), ("&amp;", "&"),
    ("&#xE9;", "é"), ("&#128512;", "😀"), ("\r\n", "\n"), ("\r", "\n"), ("\n", "\n"),
    ("<!-- & < -->", ""), ("<?p q?>", ""), ("<![CDATA[]]>", ""),
    ("SELECT ';' ]] > x", "SELECT ';' ]] > x"),
    ("\t ", "\t "), (";", ";"), ("#", "#"),
  ]

  private struct Case {
    var source = "<plist>\r\n<array>"
    var expected: [Int] = []
    var texts: [String] = []

    mutating func add(_ source: String, _ decoded: String) {
      let start = self.source.utf8.count
      let isSame = source == decoded
      for index in 0..<decoded.utf8.count {
        expected.append(start + (isSame ? index : min(index, source.utf8.count)))
      }
      self.source += source
    }
  }

  @Test(arguments: ["", "\u{FEFF}"])
  func `every byte of a text maps to its source`(mark: String) {
    var generator = FixedGenerator(state: 20_261_121)
    for _ in 0..<4000 {
      var sample = Case()
      sample.source = mark + sample.source
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        sample.source += "\n <string>"
        var text = ""
        var last = ""
        for _ in 0..<Int.random(in: 0...7, using: &generator) {
          guard let piece = Self.pieces.randomElement(using: &generator) else { continue }
          // CR followed by LF would be one line ending, not two.
          if last == "\r", piece.source.unicodeScalars.first == "\n" { continue }
          last = piece.source
          if Bool.random(using: &generator), !piece.source.contains("<"),
            !piece.source.contains("&")
          {
            sample.source += "<![CDATA["
            sample.add(piece.source, piece.decoded)
            sample.source += "]]>"
            last = "]"
          } else {
            sample.add(piece.source, piece.decoded)
          }
          text += piece.decoded
        }
        sample.expected.append(sample.source.utf8.count)
        sample.source += "</string>"
        sample.texts.append(text)
      }
      let parsed = parsePlist(sample.source + "</array></plist>")
      let document = parsed.document
      #expect(parsed.diagnostics.allSatisfy { $0.id == "byte-order-mark" })
      #expect(document.placesOfTexts == sample.expected)
      #expect(document.outline == "[" + sample.texts.map { "'\($0)'" }.joined(separator: ",") + "]")
    }
  }

  @Test func `a node's span is its element with its tags`() throws {
    let text = "<plist>\n<array>\r\n <string a='1'>é</string><true/>\n</array></plist>"
    let document = parsePlist(text).document
    let spans = document.nodes.map { node in
      String(decoding: document.source.bytes[document.span(of: node).range], as: UTF8.self)
    }
    #expect(
      spans == [
        "<array>\r\n <string a='1'>é</string><true/>\n</array>", "<string a='1'>é</string>",
        "<true/>",
      ])
  }
}
