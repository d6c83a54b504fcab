import Foundation
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import TestSupport
import Testing

/// The histories with a default script that replaces several versions.
struct CorporaSquashTests {
  @Test(arguments: Corpus.histories(.tool))
  func `a squashed default script creates the schema of its version, and updates continue from it`(
    corpus: Corpus
  ) throws {
    let steps = try #require(corpus.expected.steps)
    let versions = Set([2, corpus.latest / 2, corpus.latest - 1, corpus.latest])
    var refused: [String] = []
    for version in versions.filter({ $0 > 1 }).sorted() {
      try TemporaryFolder.with { folder in
        let scripts = try ScriptForm.json.scripts(of: corpus, in: folder)
        let library = ScriptLibrary(try ScriptBundle(directory: scripts))
        do throws(Squash.Refusal) {
          let squash = try Squash(library, through: version)
          try? squash.write()
        } catch {
          refused.append("\(version): \(error)")
          return
        }
        let path = folder + "/a.sqlite"
        let migrator = Migrator(path: path, scripts: try ScriptBundle(directory: scripts))
        let report = try migrator.migrate(to: version)
        #expect(report.steps.count == 1)
        // An empty sqlite_sequence remains when the table that needed it is dropped.
        guard corpus.name != "synthetic_nasty" else { return }
        #expect(try Database(path).schemaHash() == steps[Int(version) - 1], "version \(version)")
        #expect(try migrator.migrate().to == corpus.latest)
        #expect(try Database(path).schemaHash() == steps.last, "from version \(version)")
      }
    }
    print("squashed \(corpus.name) at \(versions.sorted()), refused: \(refused)")
    let expected = Self.refusals[corpus.name]
    #expect(refused.isEmpty == (expected == nil), "\(refused)")
    #expect(refused.allSatisfy { $0.contains(expected ?? "") }, "\(refused)")
  }

  /// The histories that cannot be proved, with the reasons.
  private static let refusals = [
    "komga": "in “SERVER_SETTINGS” contains the time of the run or a random value",
    "pingvin_share": "“updatedAt” in “Config” contains the time of the run or a random value",
    "generated/full-text": "the rows of the virtual table “search” are stored by its module",
    "synthetic_nasty": "the rows of the virtual table “book_fts” are stored by its module",
  ]
}
