import Foundation
import SQLScriptsDiagnostics
import TestSupport
import Testing

@testable import SQLScriptsFiles

/// Thousands of mistakes may not search the rest of the file once each.
struct ParsingWorkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isJSON = true
    /// The text before, for each mistake, and after. The text after can be searched in vain for each mistake.
    let parts: (String, String, String)
    let after: String
  }

  static let cases: [Case] = [
    Case(
      testDescription: "closing brackets after the end", parts: ("[\"a\"]", "]", ""), after: " "),
    Case(
      testDescription: "values that are not strings after a closing quote",
      parts: ("[", "\"a\"true", ""), after: "x"),
    Case(testDescription: "single quotes", parts: ("[", "'a',", "'a', x"), after: " "),
    Case(
      testDescription: "values in single quotes", parts: ("[{", "\"a\": 'a', ", ""), after: "x"),
    Case(testDescription: "typographic quotes", parts: ("[", "“a, ", ""), after: "x"),
    Case(testDescription: "lines without quotes", parts: ("[", "\"a\n\\", ""), after: "x"),
    Case(
      testDescription: "values without a key", isJSON: false,
      parts: ("<plist><dict><key>a</key>", "<string>a</string>", ""),
      after: "<string>a</string>"),
    Case(
      testDescription: "control characters", isJSON: false,
      parts: (
        "<plist><array><string>" + String(repeating: "x", count: 2_000_000), "\u{1}x", ""
      ), after: "x"),
    Case(
      testDescription: "unknown tags in a text", isJSON: false,
      parts: ("<plist><array><string>", "<b></c>", ""), after: "</c>"),
  ]

  @Test(arguments: cases)
  func `mistakes do not search the rest of the file once each`(example: Case) {
    let mistakes = 9_000
    let text =
      example.parts.0 + String(repeating: example.parts.1, count: mistakes) + example.parts.2
      + String(repeating: example.after, count: 2_000_000 / example.after.utf8.count)
    let source = SourceFile(name: "a", bytes: Array(text.utf8))
    let start = ProcessorTime.now
    let found =
      example.isJSON
      ? JSONParser.parse(source, maximum: 10_000).diagnostics
      : PropertyListParser.parse(source, maximum: 10_000).diagnostics
    let seconds = ProcessorTime.now - start
    // One search per mistake reads 18 GB, which takes at least 10 s.
    #expect(seconds < 5, "\(seconds) s for \(found.count) mistakes")
    #expect(!found.isEmpty)
  }
}
