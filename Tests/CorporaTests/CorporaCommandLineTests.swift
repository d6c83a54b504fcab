import Foundation
import SQLScriptsDatabase
import TestSupport
import Testing

/// The histories through the command line, one process for each run.
struct CorporaCommandLineTests {
  @Test(arguments: Corpus.histories(.tool), ScriptForm.allCases)
  func `laws 7 and 12: sqlscripts migrate creates the schema of every version`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let tool = try CommandLineTool()
      let scripts = try form.scripts(of: corpus, in: folder)
      let steps = try #require(corpus.expected.steps)
      let stepwise = folder + "/stepwise.sqlite"
      // Each version in one format, with one process each. CorporaReplayTests runs all of them in every format.
      for (version, schema) in zip(Int64(1)..., steps)
      where form == .sql || version == steps.count {
        let result = try tool.migrate(stepwise, scripts: scripts, to: version)
        #expect(result.status == 0, "\(result.text)")
        #expect(try Database(stepwise).schemaHash() == schema, "version \(version)")
      }
      let path = folder + "/at-once.sqlite"
      let result = try tool.migrate(path, scripts: scripts)
      #expect(result.status == 0, "\(result.text)")
      #expect(try Database(path).schemaHash() == steps.last)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(try tool.migrate(path, scripts: scripts).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "law 6")
      print("sqlscripts migrate: \(corpus.name) as \(form.rawValue), \(steps.count) versions")
    }
  }

  @Test(arguments: Corpus.histories(.fails), ScriptForm.allCases)
  func `law 14: sqlscripts migrate names the file, the line and the statement that failed`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    let expected = try #require(corpus.expected.failsAt)
    try TemporaryFolder.with { folder in
      let path = folder + "/a.sqlite"
      let scripts = try form.scripts(of: corpus, in: folder)
      let result = try CommandLineTool().migrate(path, scripts: scripts)
      let file = form.fileName(expected.version, of: corpus)
      #expect(result.status == 1)
      #expect(result.text.contains("item \(expected.statement) of \(file)"))
      #expect(result.text.contains(expected.error))
      let place = result.text.split(separator: "\n").first { $0.contains("/\(file):") }
      #expect(try #require(place).contains(#/:[1-9]\d*:[1-9]\d*$/#), "\(result.text)")
      #expect(result.text.contains("at version \(expected.version - 1)."))
      #expect(try Database(path).schemaHash() == corpus.expected.lastGoodSchema)
      print("sqlscripts migrate: \(corpus.name) as \(form.rawValue), stopped as it must")
    }
  }

  @Test(arguments: Corpus.histories(.strip), ScriptForm.allCases)
  func `law 15: sqlscripts migrate refuses to write the schema table and gives advice`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.sqlite"
      let scripts = try form.scripts(of: corpus, in: folder)
      let result = try CommandLineTool().migrate(path, scripts: scripts)
      #expect(result.status == 1)
      #expect(result.text.contains("is not allowed: a script may only change"))
      #expect(result.text.contains("create a new table, copy the rows"))
      let match = try #require(result.text.firstMatch(of: #/(?:is|still) at version (\d+)/#))
      let version = try #require(Int(match.1))
      let steps = try #require(corpus.expected.steps)
      #expect(try Database(path).schemaHash() == steps[version - 1])
      print("sqlscripts migrate: \(corpus.name) as \(form.rawValue), refused after \(version)")
    }
  }
}
