import Foundation
import SQLScriptsDiagnostics
import SQLScriptsReporting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// One set of findings in all formats. Each format gives the same places, and none lets a control character through.
struct SamePlaceTests {
  struct Place: Hashable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    var description: String { "\(file):\(line):\(column)" }
  }

  private static let folder = WorkingFolder("/tmp/bundle")
  private static let hostile = "a](b)\u{1B}[2J\u{9B}31m<b>&\"\u{202E}\r\n::error::x]]>%0A{0}"

  private static let diagnostics: [Diagnostic] = {
    let samples = [
      Sample("ab\r\ncd\ref\n测试😀 «x»\n\te\u{301}«x»", name: "S/sql_update_2.json"),
      Sample("\u{FEFF}«x»", name: "S/sql_update 3,é%.json"),
      Sample(bytes: [0xFF, 0x0A, 0xFE] + Array("«x»".utf8), name: "S/sql_update_4.plist"),
      Sample("", name: "S/sql_update_5.plist"),
    ]
    return samples.flatMap { sample in
      let places = ["x", "«x»", "cd", "d\ref", "nowhere"].map(sample.span)
      return zip(places, [.error, .warning, .info, .error, .error]).map {
        Diagnostic("some-rule", $1, Self.hostile, at: $0, why: Self.hostile, help: Self.hostile)
      }
    }
  }()

  private static let expected = diagnostics.map {
    let start = $0.span.start
    return Place(file: start.file, line: start.line, column: start.column)
  }

  @Test func `the concise, human and Xcode formats give the same place`() throws {
    let concise = Self.diagnostics.map { ConciseRenderer().text($0) }
    #expect(try concise.map(Self.place) == Self.expected)
    let human = Self.diagnostics.map { HumanRenderer().text($0) }
    #expect(
      try human.map { text in
        let line = try #require(text.split(separator: "\n").first { $0.contains("--> ") })
        return try Self.place(line.replacing(#/^ *--> /#, with: "") + ":")
      } == Self.expected)
    let xcode = Self.diagnostics.map { XcodeRenderer(folder: Self.folder).text($0) }
    #expect(
      try xcode.map { try Self.place($0.replacing("/tmp/bundle/", with: "")) } == Self.expected)
    for text in concise + human + xcode { expectSafe(text) }
  }

  @Test func `a finding about a file itself has no line in any format`() throws {
    let finding = Diagnostic(
      "some-rule", .error, "X", at: SourceSpan(ofFile: "S/sql_update2.plist"), help: "do.",
      related: [.init(span: SourceSpan(ofFile: "S/sql_update_2.plist"), message: "there")])
    #expect(ConciseRenderer().text(finding) == "S/sql_update2.plist: error: X. do. [some-rule]")
    #expect(
      XcodeRenderer(folder: Self.folder).text(finding)
        == "/tmp/bundle/S/sql_update2.plist: error: X. do. [some-rule]")
    #expect(
      GitHubRenderer().text(finding)
        == "::error file=S/sql_update2.plist,title=some-rule::X%0Ado.")
    #expect(
      HumanRenderer().text(finding) == """
        error[some-rule]: X
         --> S/sql_update2.plist
         ::: S/sql_update_2.plist
          = there
          = help: do.

        """)
    let log = SARIFRenderer(toolVersion: "1.0.0", rules: [], folder: Self.folder)
      .document([finding]).pretty
    #expect(log.contains("\"uri\": \"S/sql_update2.plist\""))
    #expect(!log.contains("\"region\""))
    #expect(finding.json.pretty.contains("\"line\": null"))
    #expect(!finding.json.pretty.contains("\"line\": 1"))
    let suite = JUnitRenderer(failOn: .error).text([finding], files: [])
    #expect(suite.contains(">S/sql_update2.plist: error: X"))
  }

  @Test func `GitHub's commands give the same place`() throws {
    let lines = Self.diagnostics.map { GitHubRenderer().text($0) }
    let places = try lines.map { line in
      let match = try #require(line.firstMatch(of: #/^::\w+ file=([^,:]*),line=(\d+),col=(\d+),/#))
      let file = String(match.1).replacing("%2C", with: ",").replacing("%3A", with: ":")
        .replacing("%25", with: "%")
      return Place(file: file, line: try #require(Int(match.2)), column: try #require(Int(match.3)))
    }
    #expect(places == Self.expected)
    for line in lines {
      expectSafe(line)
      #expect(!line.contains("\n"))
    }
  }

  @Test func `a JUnit report gives the same place and is XML`() throws {
    let text = JUnitRenderer(failOn: .warning).text(Self.diagnostics, files: [])
    expectSafe(text)
    let report = try XMLReport(text)
    let places = try report.lines.map(Self.place)
    #expect(Set(places) == Set(Self.expected))
    #expect(places.count == Self.expected.count)
    #expect(
      Set(report.elements) == [
        "testsuites", "testsuite", "testcase", "failure", "system-out",
      ])
  }

  @Test func `both JSON formats give the same place`() throws {
    let json = JSONText.array(Self.diagnostics.map(\.json)).pretty
    expectSafe(json)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(
      list.map {
        Place(
          file: $0["file"] as? String ?? "", line: $0["line"] as? Int ?? 0,
          column: $0["column"] as? Int ?? 0)
      } == Self.expected)

    let log = SARIFRenderer(toolVersion: "1.0.0", rules: [], folder: Self.folder)
      .document(Self.diagnostics).pretty
    expectSafe(log)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any])
    let runs = try #require(document["runs"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [[String: Any]])
    let places = try results.map { result in
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      let artifact = try #require(physical["artifactLocation"] as? [String: Any])
      let region = try #require(physical["region"] as? [String: Any])
      return Place(
        file: (artifact["uri"] as? String)?.removingPercentEncoding ?? "",
        line: region["startLine"] as? Int ?? 0, column: region["startColumn"] as? Int ?? 0)
    }
    #expect(places == Self.expected)
  }

  private static func place(_ text: String) throws -> Place {
    let match = try #require(text.firstMatch(of: #/^(.+?):(\d+):(\d+):/#), "\(text)")
    return Place(
      file: String(match.1), line: try #require(Int(match.2)), column: try #require(Int(match.3)))
  }

  private func expectSafe(_ text: String) {
    let steering = text.unicodeScalars.filter {
      ($0.properties.generalCategory == .control && $0 != "\n") || $0.properties.isBidiControl
    }
    #expect(steering.isEmpty)
  }
}

/// The lines of findings in a JUnit report, read as XML.
private final class XMLReport: NSObject, XMLParserDelegate {
  private(set) var lines: [String] = []
  private(set) var elements: [String] = []
  private var text = ""

  init(_ report: String) throws {
    super.init()
    let parser = XMLParser(data: Data(report.utf8))
    parser.delegate = self
    guard parser.parse() else { throw CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append(name)
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard name == "failure" || name == "system-out" else { return }
    lines += text.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map(String.init)
  }
}
