import Foundation
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation
import TestSupport
import Testing

/// The findings of `validate` in histories that ran on many devices: errors only if they really fail or lose
/// data, and a table of everything more severe than an info.
@Suite(.enabled(if: Corpus.root != nil))
struct CorporaFindingsTests {
  @Test func `the errors and warnings of a history are those of the table, in every format`() throws
  {
    var lines: [String] = []
    for corpus in try Corpus.listing.get() {
      lines += try TemporaryFolder.with { folder in try Self.lines(of: corpus, in: folder) }
    }
    let text =
      "history severity rule \(ScriptForm.allCases.map(\.rawValue).joined(separator: " "))\n"
      + lines.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] == "1" {
      try Data(text.utf8).write(to: Self.table)
    }
    let recorded = try String(contentsOf: Self.table, encoding: .utf8)
    let new = Set(text.split(separator: "\n")).symmetricDifference(recorded.split(separator: "\n"))
    #expect(text == recorded, "\(new.sorted())")
  }

  @Test func `each rule that reports an error for a history is correct, with the reason`() throws {
    let recorded = try String(contentsOf: Self.table, encoding: .utf8)
    #expect(!recorded.isEmpty)
    let found = recorded.split(separator: "\n").map { $0.split(separator: " ") }
      .filter { $0[1] == "error" }
      // With rows, a history gives the same errors, and additional ones about the rows.
      .map { "\($0[0].replacing("seeded/", with: "")) \($0[2])" }
    #expect(Set(found) == Set(Self.reasons.keys))
  }

  private static let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Findings.txt")

  private static func lines(of corpus: Corpus, in folder: String) throws -> [String] {
    var counts: [String: [Int]] = [:]
    for (column, form) in ScriptForm.allCases.enumerated() {
      let bundle = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
      for finding in Validator(ScriptLibrary(bundle)).validate().diagnostics
      where finding.severity != .info {
        counts["\(finding.severity) \(finding.id)", default: [0, 0, 0]][column] += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map { key, counts in
      "\(corpus.name) \(key) \(counts.map(String.init).joined(separator: " "))"
    }
  }

  /// The reason for each error: what the history does to users who have rows.
  private static let reasons = [
    "authelia foreign-key-violation":
      "identifiers are deleted with foreign keys off, and the sessions that refer to them stay",
    "authelia rows-lost":
      "six tables of sessions are dropped and made again: everybody is signed out",
    "chroma foreign-key-target-missing":
      "the table is called collections: with foreign keys enforced no segment can be written",
    "gitness add-not-null-without-default": "SQLite refuses this for a table that has a row",
    "gitness foreign-key-violation":
      "rebuilds copy without the ids, which are given anew; references to them point elsewhere",
    "gitness renumbered-rows":
      "rebuilds copy without the ids, which are given anew; references to them point elsewhere",
    "gitness rows-lost": "three tables are dropped and made again, and their rows are not copied",
    "komga lost-index": "a rebuild drops the index on series_id; it comes back 17 versions later",
    "komga_raw lost-index": "as in komga",
    "komga_raw unbound-parameter": "placeholders that another tool fills in: version 44 fails",
    "matrix_sdk_state_store rows-lost": "what waits to be sent is dropped with its table",
    "memos lost-trigger":
      "rebuilds drop the triggers that keep updated_ts, which stands still then",
    "memos rename-old-table-first":
      "references follow the renamed table and point at one that is gone",
    "pingvin_share rows-lost": "the tokens are dropped with their table: everybody is signed out",
    "synthetic_nasty broken-trigger": "a trigger writes a column that was dropped, and fails",
    "synthetic_nasty lost-trigger": "a rebuild drops a trigger, and nothing makes it again",
    "uptime_kuma values-changed-in-rebuild":
      "a rebuild does not copy created_date, which is empty then in every row",
    "uptime_kuma writable-schema": "writes sqlite_schema: refused by law 15",
  ]
}
