import Foundation
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation
import TestSupport
import Testing

/// The statements of the histories that old systems cannot run: a table for each target. Most histories were written
/// for a newer SQLite, so their findings are correct.
@Suite(.enabled(if: Corpus.root != nil))
struct CorporaTargetTests {
  private static let targets = ["sqlite:3.40", "iOS:15", "iOS:26", "android:28"]

  @Test func `the features that are too new for a target are those of the table`() throws {
    var lines: [String] = []
    let isRecording = ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] == "1"
    let names = isRecording ? Self.targets : Sweep.part(of: Self.targets, atMost: 1)
    for name in names {
      let targets = Targets.reading(commandLine: name).targets
      var counts: [String: [Diagnostic.Severity: Int]] = [:]
      for corpus in try Corpus.listing.get() {
        let found = try TemporaryFolder.with { folder in
          let bundle = try ScriptBundle(directory: ScriptForm.sql.scripts(of: corpus, in: folder))
          return Validator(ScriptLibrary(bundle), targets: targets).validate().diagnostics
        }
        for finding in found where Self.rules.contains(finding.id) {
          counts[finding.id, default: [:]][finding.severity, default: 0] += 1
        }
      }
      for rule in Self.rules {
        let found = counts[rule] ?? [:]
        lines.append("\(name) \(rule) \(found[.error] ?? 0) \(found[.warning] ?? 0)")
      }
    }
    let text = "target rule errors warnings\n" + lines.map { $0 + "\n" }.joined()
    if isRecording {
      try Data(text.utf8).write(to: Self.table)
    }
    let recorded = try String(contentsOf: Self.table, encoding: .utf8)
    let expected = recorded.split(separator: "\n").enumerated().filter { index, line in
      index == 0 || names.contains { line.hasPrefix($0 + " ") }
    }
    #expect(text == expected.map { $0.element + "\n" }.joined())
  }

  @Test func `a target newer than all histories has no finding`() throws {
    let recorded = try String(contentsOf: Self.table, encoding: .utf8)
    let newest = recorded.split(separator: "\n").filter { $0.hasPrefix("iOS:26 ") }
    #expect(newest.count == Self.rules.count)
    #expect(newest.allSatisfy { $0.hasSuffix(" 0 0") })
  }

  private static let rules = [
    "requires-newer-sqlite", "build-option-dependent", "alter-rename-platform-difference",
    "added-check-not-verified",
  ]

  private static let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Targets.txt")
}
