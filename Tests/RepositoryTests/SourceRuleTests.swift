import Foundation
import Testing

/// Rules for all source files.
struct SourceRuleTests {
  private func places(
    in files: [Repository.File] = Repository.sources, of pattern: Regex<Substring>
  ) -> [String] {
    files.flatMap { file in
      file.code.filter { $0.text.contains(pattern) }.map { "\(file.path):\($0.number): \($0.text)" }
    }
  }

  @Test func `no file is longer than its limit`() {
    let long =
      Repository.sources.filter { $0.lines.count > 401 }
      + Repository.tests.filter { $0.lines.count > 601 }
    #expect(long.map { "\($0.path): \($0.lines.count - 1) lines" } == [])
  }

  @Test func `law 27: no source code ends the process`() {
    let traps =
      #/\b(?:fatalError|preconditionFailure|assertionFailure|precondition|assert)\s*\(|\btry!|\bas!/#
    #expect(places(of: traps) == [])
  }

  @Test func `no source code force-unwraps`() {
    // A `!` after a name or a bracket that is not `!=`. String literals and comments were removed.
    #expect(places(of: #/[\w\)\]\?]!(?!=)/#) == [])
  }

  @Test func `the sources contain no unfinished work`() {
    let unfinished = #/\/\/.*\b(?:TODO|FIXME|XXX|HACK)\b/#
    let left = (Repository.sources + Repository.tests).filter { file in
      guard file.name != "SourceRuleTests.swift" else { return false }
      // A literal in the inner closure would be parsed again for each line.
      return file.lines.contains { $0.contains(unfinished) }
    }
    #expect(left.map(\.path) == [])
  }

  @Test func `no API is newer than macOS 13 and iOS 16`() {
    // Linux does not warn about them, because everything is available there.
    let newer =
      #/\bimport Synchronization\b|\bMutex<|\bAtomic<|String\(validating:|\b(?:Raw|Mutable|UTF8)?Span<|\bInlineArray\b|\bisolated deinit\b|\bTask\.immediate\b|\bObservations\b/#
    #expect(places(of: newer) == [])
  }

  @Test func `law 26: Swift code calls SQLite through the copy that the app has chosen`() {
    #expect(places(of: #/\bsqlite3_[a-z0-9_]+\(/#) == [])
    #expect(!places(of: #/\bsqlite\.pointee\.step\(/#).isEmpty)
  }

  @Test func `a release build does not contain the code that recreates a database`() throws {
    let file = try #require(Repository.sources.first { $0.name == "Migrator+Recreating.swift" })
    let code = file.code.map { $0.text.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    #expect(code.first == "#if DEBUG" && code.last == "#endif")
    #expect(code.count { $0.hasPrefix("#") } == 2)
  }

  @Test func `only two types compare the texts of SQLite's messages`() {
    let others = Repository.sources.filter {
      !$0.name.hasPrefix("SQLiteMessage") && !$0.name.hasPrefix("SQLiteMeaning")
    }
    let comparison =
      #/\b[mM]essage\)?\.(?:hasPrefix|hasSuffix|contains|starts|split|firstRange|asciiLowercased|lowercased)|\b[mM]essage == "/#
    #expect(places(in: others, of: comparison) == [])
  }

  /// The files that read tokens themselves, and the reason why the statement model is not enough.
  private static let scanning = [
    "SQLScriptsAuthoring/Editing/TypedStatement.swift": "text that is not yet a statement",
    "SQLScriptsAuthoring/Content/SQLEnd.swift": "how a text ends, comments included",
    "SQLScriptsAuthoring/Content/SQLFileText.swift": "comments between statements",
    "SQLScriptsAuthoring/Content/SQLFileText+FileComment.swift": "comments before statements",
    "SQLScriptsAuthoring/Generating/TableDefinition.swift": "blanks and comments are kept",
    "SQLScripts/Adopting/SchemaOutline.swift": "apps do not contain the statement model",
    "SQLScriptsFiles/Checksum.swift": "all text of a script, without an array",
    "SQLScriptsSchema/Statements/SQLText.swift": "the tokens of a statement",
    "SQLScriptsFiles/ScriptShaper+Items.swift": "whether a text has a statement",
    "SQLScriptsFiles/Script+MisplacedKeys.swift": "comments, wherever they are",
    "SQLScriptsAdvice/LineBreakReading.swift": "text that is not yet a statement",
    "SQLScriptsAdvice/StatementPart.swift": "text that is not yet a statement",
    "SQLScriptsAdvice/TextCorrection.swift": "comments",
    "SQLScriptsValidation/Rehearsing/DoubleQuotedTextFinder.swift": "every statement that runs",
    "SQLScriptsValidation/Fixing/ApostropheReading.swift": "text that is not yet a statement",
    "SQLScriptsValidation/Fixing/FixProof.swift": "blanks and comments are compared",
    "SQLScriptsValidation/Rehearsing/RehearsedStatement+Tail.swift": "comments behind a statement",
    "SQLScriptsValidation/Replaying/StatementBytes+Parts.swift": "the comments of statements",
    "SQLScriptsValidation/Replaying/StatementBytes.swift": "where statements begin and end",
    "SQLScriptsValidation/Judging/Suppressions.swift": "comments",
  ]

  @Test func `only SQLScriptsSQL scans SQL, except for files that give a reason`() {
    let files = Set(
      Repository.sources.filter { file in
        file.room != "SQLScriptsSQL" && file.code.contains { $0.text.contains("SQLScanner(") }
      }.map { String($0.path.dropFirst("Sources/".count)) })
    #expect(files.subtracting(Self.scanning.keys).sorted() == [])
    #expect(Set(Self.scanning.keys).subtracting(files).sorted() == [])
  }

  @Test func `no rule counts parentheses`() {
    let rules = Repository.sources.filter { $0.room == "SQLScriptsValidation" }
    #expect(places(in: rules, of: #/\bdepth\s*[+-]=/#) == [])
  }

  @Test func `every rule is in the catalog`() throws {
    let folder = "Sources/SQLScriptsValidation/"
    let catalog = try #require(
      Repository.sources.first { $0.path == folder + "Judging/RuleCatalog.swift" })
    let listed = catalog.lines.joined(separator: " ")
    let rules = Repository.sources.filter { file in
      file.path.hasPrefix(folder + "Rules/") && file.lines.contains { $0.contains(": Rule {") }
    }
    #expect(rules.count > 80)
    #expect(rules.filter { !listed.contains(" \($0.name.dropLast(6)).self") }.map(\.path) == [])
  }

  @Test func `a file is named for its one type`() {
    let declaration =
      #/^(?:@\S+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|final|indirect|nonisolated)\s+)*(?:struct|class|enum|actor|protocol)\s+(\w+)/#
    let exempt: Set = ["main.swift", "Package.swift", "Exports.swift"]
    var wrong: [String] = []
    for file in Repository.sources where !exempt.contains(file.name) {
      let name = file.name.dropLast(".swift".count)
      // A file that is compiled under a condition is indented.
      let indent = file.code.first { !$0.text.isEmpty }?.text.hasPrefix("#if") == true ? 2 : 0
      let types = file.code.map {
        $0.text.hasPrefix("  ") ? $0.text.dropFirst(indent) : $0.text[...]
      }
      .compactMap { $0.firstMatch(of: declaration).map { String($0.1) } }
      let wanted = String(name.prefix { $0 != "+" })
      if name.contains("+") {
        if !types.isEmpty { wrong.append("\(file.path) extends, and declares \(types)") }
      } else if types.first != wanted {
        wrong.append("\(file.path) declares \(types)")
      }
    }
    #expect(wrong == [])
  }

  @Test func `the source reader skips comments and strings`() {
    let file = Repository.File(
      path: "Sources/A/a.swift",
      text: #"""
        let a = "try! \" x!" // as!
        let b = """
          fatalError()
          """
        c!.d
        """#)
    #expect(file.code.map(\.text) == [#"let a = "" "#, "let b = \"\"\"", "", "", "c!.d"])
    #expect(places(in: [file], of: #/[\w\)\]\?]!(?!=)/#) == ["Sources/A/a.swift:5: c!.d"])
  }
}
