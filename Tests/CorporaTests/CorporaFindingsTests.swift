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
  /// A complete sweep runs each history in every format, and other runs take turns.
  @Test func `the errors and warnings of a history are those of the table, in every format`() throws
  {
    let records = ProcessInfo.processInfo.environment["SQLSCRIPTS_RECORD"] == "1"
    let all = ScriptForm.allCases
    var recorded = try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n")
      .dropFirst().map { $0.split(separator: " ").map(String.init) }
    var lines: [String] = []
    for (number, corpus) in try Corpus.listing.get().enumerated() {
      let isComplete = records || Sweep.isComplete
      let forms = isComplete ? all : [all[number % all.count]]
      let counts = try TemporaryFolder.with { folder in
        try Self.counts(of: corpus, in: forms, folder)
      }
      for (index, form) in forms.enumerated() where !records {
        let column = try #require(all.firstIndex(of: form)) + 3
        let expected = recorded.filter { $0[0] == corpus.name && $0[column] != "0" }
          .map { "\($0[1]) \($0[2]) \($0[column])" }
        let found = counts.filter { $0.value[index] > 0 }.map { "\($0.key) \($0.value[index])" }
        let new = Set(found).symmetricDifference(expected)
        #expect(new.isEmpty, "\(corpus.name) as \(form.rawValue): \(new.sorted())")
      }
      recorded.removeAll { $0[0] == corpus.name }
      lines += counts.sorted { $0.key < $1.key }.map { key, counts in
        "\(corpus.name) \(key) \(counts.map(String.init).joined(separator: " "))\n"
      }
    }
    #expect(records || recorded.isEmpty, "\(recorded)")
    guard records else { return }
    let names = all.map(\.rawValue).joined(separator: " ")
    try Data(("history severity rule \(names)\n" + lines.joined()).utf8).write(to: Self.table)
  }

  @Test func `each rule that reports an error for a history is correct, with the reason`() throws {
    let recorded = try String(contentsOf: Self.table, encoding: .utf8)
    #expect(!recorded.isEmpty)
    let found = recorded.split(separator: "\n").map { $0.split(separator: " ") }
      .filter { $0[1] == "error" }
      // With rows, a history gives the same errors, and additional ones about the rows.
      .map { (columns: [Substring]) -> String in
        "\(columns[0].replacing("seeded/", with: "")) \(columns[2])"
      }
    #expect(Set(found) == Set(Self.reasons.keys))
  }

  private static let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Findings.txt")

  /// The number of each finding, by severity and rule, in each of the forms.
  private static func counts(
    of corpus: Corpus, in forms: [ScriptForm], _ folder: String
  ) throws -> [String: [Int]] {
    var counts: [String: [Int]] = [:]
    for (column, form) in forms.enumerated() {
      let bundle = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
      for finding in Validator(ScriptLibrary(bundle)).validate().diagnostics
      where finding.severity != .info {
        let key = "\(finding.severity) \(finding.id)"
        counts[key, default: forms.map { _ in 0 }][column] += 1
      }
    }
    return counts
  }

  /// The reason for each error: what the history does to users who have rows.
  private static let reasons: [String: String] = [
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
