import Foundation
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsValidation

/// Every rule that is reported has a page, and the page is true.
struct RulePageTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var page: RulePage
    var example: RulePage.Example
    var isWrong: Bool

    var testDescription: String { "\(page.id), \(isWrong ? "wrong" : "right")" }
  }

  private static let ownPages = ReaderDiagnostics.reading + ReaderDiagnostics.running

  static let cases: [Case] = ownPages.flatMap { page in
    page.wrong.map { Case(page: page, example: $0, isWrong: true) }
      + page.right.map { Case(page: page, example: $0, isWrong: false) }
  }

  @Test(arguments: cases)
  func `an example produces what its page describes`(_ example: Case) throws {
    let page = example.page
    let found = try diagnostics(of: example.example)
    let mine = found.filter { $0.id == page.id }
    guard example.isWrong else {
      #expect(found.filter { $0.severity == .error || $0.id == page.id } == [])
      return
    }
    let diagnostic = try #require(mine.first, "found: \(found.map(\.id))")
    #expect(diagnostic.severity == page.severity)
    // A value that is nested too deeply cannot be an item of a script either.
    let others = found.filter { $0.severity == .error && $0.id != page.id }
    #expect(others.isEmpty || page.id == "nesting-too-deep", "\(others.map(\.id))")
    for text in example.example.flatMap(\.texts) {
      guard let marked = text.marked else { continue }
      let span = diagnostic.span
      #expect(
        String(decoding: span.file.bytes[span.range], as: UTF8.self)
          == String(decoding: Array(text.text.utf8)[marked], as: UTF8.self))
    }
  }

  @Test(arguments: ownPages.filter { !$0.wrong.isEmpty })
  func `the settings turn off exactly the rules whose pages allow it`(_ page: RulePage) throws {
    guard page.id != "unknown-target", page.id != "wrong-target-version" else { return }
    for example in page.wrong where !example.contains(where: { $0.name == "sqlscripts.json" }) {
      let settings = RulePage.File(
        name: "sqlscripts.json", text: "{ \"rules\": { \"\(page.id)\": \"off\" } }")
      let found = try diagnostics(of: example + [settings])
      #expect(found.contains { $0.id == page.id } == !page.canBeTurnedOff, "\(page.id)")
    }
  }

  @Test func `every rule id in the sources has a page`() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")
    let paths = try #require(FileManager.default.enumerator(atPath: sources.path))
    var ids: Set<String> = []
    for case let path as String in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      for match in text.matches(
        of: #/\bDiagnostic\(\s*((?:.|\n){0,160}?),\s*\.(?:error|warning|info)/#)
      {
        ids.formUnion(match.1.matches(of: #/"([a-z0-9]+(?:-[a-z0-9]+)+)"/#).map { String($0.1) })
      }
      ids.formUnion(text.matches(of: #/[\s.]rule = "([a-z0-9-]+)"/#).map { String($0.1) })
      // The mistakes of readers.
      for match in text.matches(of: #/package var id: String \{((?:.|\n)*?)\n  \}/#) {
        ids.formUnion(match.1.matches(of: #/"([a-z0-9]+(?:-[a-z0-9]+)+)"/#).map { String($0.1) })
      }
    }
    #expect(ids.count > 40)
    #expect(ids.subtracting(RulePage.all.map(\.id)).sorted() == [])
    #expect(Set(Self.ownPages.map(\.id)).subtracting(ids).sorted() == [])
  }

  @Test func `no two pages have the same rule id`() {
    let ids = RulePage.all.map(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `only rules that no short example can show have no example`() {
    let bare = RulePage.all.filter { $0.wrong.isEmpty || $0.right.isEmpty }.map(\.id)
    #expect(
      Set(bare) == [
        "binary-plist", "binary-plist-too-large", "broken-view-or-trigger", "failed-rehearsal",
        "unreadable-file",
      ])
  }

  @Test func `pages are written in sentences`() {
    for page in RulePage.all {
      #expect(page.summary.hasSuffix("."), "\(page.id)")
      #expect(page.why.hasSuffix(".") || page.why.hasSuffix("?"), "\(page.id)")
      #expect(!page.summary.contains("\n"), "\(page.id)")
    }
  }

  @Test func `a misspelled name gets the correct one as a suggestion`() {
    #expect(RulePage.page("version-gap")?.id == "version-gap")
    #expect(RulePage.page("version-gup") == nil)
    #expect(RulePage.closest(to: "version-gup") == "version-gap")
    #expect(RulePage.closest(to: "Openstep") == "openstep-property-list")
    #expect(RulePage.closest(to: "json") == nil)
    #expect(RulePage.closest(to: "") == nil)
  }

  @Test func `nearly every page says what to do in its first example`() {
    let silent = RulePage.all.filter { !$0.wrong.isEmpty && $0.advice == nil }.map(\.id)
    #expect(silent.count < 20, "\(silent)")
    #expect(RulePage.page("json-trailing-comma")?.advice == "Delete the comma.")
  }

  @Test func `marks surround only the first place and are not part of the text`() {
    #expect(MarkedText("a «b» c «d»").text == "a b c «d»")
    #expect(MarkedText("a «é» c").marked == 2..<4)
    #expect(MarkedText("a » «b").marked == nil)
    #expect(MarkedText("").text == "")
  }

  /// Files whose text does not matter have an empty list of statements.
  private func diagnostics(of example: RulePage.Example) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    var files = example
    if !files.contains(where: { $0.name.hasPrefix("sql_") && !$0.name.hasPrefix("sql_update_2.") }),
      !files.contains(where: \.isList)
    {
      files.insert(.init(name: "sql_default", list: []), at: 0)
    }
    for file in files {
      try folder.write(Self.text(of: file), to: file.fileName)
    }
    return try withExtendedLifetime(folder) {
      Validator(ScriptLibrary(try ScriptBundle(directory: folder.path))).validate().diagnostics
    }
  }

  private static func text(of file: RulePage.File) throws -> String {
    if file.isList, file.fileName.hasSuffix(".json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return String(decoding: try encoder.encode(file.texts.map(\.text)), as: UTF8.self)
    }
    if file.isList, file.fileName.hasSuffix(".plist") { return "<plist><array/></plist>" }
    return file.texts.map(\.text).joined()
  }
}

extension RulePage.File {
  /// A list of statements may be of any format; here it is JSON.
  fileprivate var fileName: String { name.contains(".") ? name : name + ".json" }
}
