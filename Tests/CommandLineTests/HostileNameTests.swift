import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Law 28: names of files, tables and columns are text, in whatever format they are shown.
struct HostileNameTests {
  static let names = [
    "\u{1B}[31m\u{1B}]0;title\u{7}", "\u{9B}2J\u{85}\u{7F}\u{8}", "a\u{202E}b\u{2066}c\u{200F}",
    "a\nb\r\n::error::c\r", "<img src=x onerror=alert(1)>&amp;]]>--!>", "\"'`]\\\\u0041",
    "%s%n$(id)${HOME}; rm -rf *", "\u{FEFF}\u{200B}\u{AD}\u{2028}", "](javascript:a)![x](y)\t|",
  ]

  private static let commands = [
    "plan a.sqlite --scripts S", "plan a.sqlite --rehearse --scripts S",
    "migrate a.sqlite --scripts S", "status a.sqlite --scripts S", "history a.sqlite",
    "identify a.sqlite --scripts S", "schema a.sqlite --format mermaid", "diff a.sqlite b.sqlite",
    "format --check --scripts S", "convert --to json --check --scripts S",
    "validate --scripts S --format human", "validate --scripts S --format concise",
    "validate --scripts S --format github", "validate --scripts S --format xcode",
  ]

  private static let commandsWithJSON = [
    "status a.sqlite --scripts S --format json", "history a.sqlite --format json",
    "schema a.sqlite --format json", "diff a.sqlite b.sqlite --format json",
    "identify a.sqlite --scripts S --format json", "plan b.sqlite --scripts S --format json",
    "validate --scripts S --format json", "validate --scripts S --format sarif",
  ]

  @Test(arguments: names.indices)
  func `law 28: no name controls a terminal or becomes markup`(index: Int) throws {
    let name = Self.names[index]
    let quoted = "\"" + name.replacing("\"", with: "\"\"") + "\""
    let sandbox = try Sandbox()
    defer { sandbox.remove() }
    try sandbox.write("CREATE TABLE \(quoted) (\(quoted) TEXT);\n", to: "S/sql_default.sql")
    let label = name.replacing("/", with: "-")
    try sandbox.write(
      "CREATE TABLE child (p REFERENCES \(quoted), \(quoted));\nINSERT INTO \(quoted) VALUES (1);\n",
      to: "S/sql_update_2_\(label).sql")
    try sandbox.write(
      "INSERT INTO \("\"no " + quoted.dropFirst()) VALUES (1);\n", to: "S/sql_update_3.sql")
    _ = try sandbox.run("sqlscripts migrate b.sqlite --to 1 --scripts S")
    for command in Self.commands + Self.commandsWithJSON {
      let output = try sandbox.run("sqlscripts \(command)")
      #expect([0, 1, 2].contains(output.status), "\(command): \(output.stderr)")
      for text in [output.stdout, output.stderr] { expectSafe(text, command) }
      if Self.commandsWithJSON.contains(command) {
        #expect(
          (try? JSONSerialization.jsonObject(with: Data(output.stdout.utf8))) != nil,
          "\(command): \(output.stdout)")
      } else {
        #expect(!output.stdout.split(separator: "\n").contains { $0.hasPrefix("::error::") })
      }
    }
    let report = try sandbox.run("sqlscripts validate --scripts S --format junit").stdout
    expectSafe(report, "junit")
    #expect(XMLParser(data: Data(report.utf8)).parse())
    #expect(!report.contains("<img"))
  }

  private func expectSafe(_ text: String, _ command: String) {
    let steering = text.unicodeScalars.filter {
      ($0.properties.generalCategory == .control && $0 != "\n") || $0.properties.isBidiControl
    }
    #expect(steering.isEmpty, "\(command): \(text.debugDescription)")
  }
}
