import Foundation
import SQLScripts
import SQLScriptsDatabase
import TestSupport
import Testing

/// The histories that must be refused: they stop at the right script, and leave nothing half-done.
struct CorporaRefusalTests {
  @Test(arguments: Corpus.histories(.fails), ScriptForm.allCases)
  func `law 14: a history with a failing script stops before it and names the statement`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    let expected = try #require(corpus.expected.failsAt)
    try TemporaryFolder.with { folder in
      let scripts = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
      let stepwise = folder + "/stepwise.sqlite"
      try migrate(stepwise, scripts, through: expected.version - 1, corpus)
      let before = try Data(contentsOf: URL(fileURLWithPath: stepwise))

      for path in [stepwise, folder + "/at-once.sqlite"] {
        let migrator = Migrator(path: path, scripts: scripts)
        let thrown = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
        let failure = try #require(thrown)
        let statement = try #require(failure.failedStatement, "\(failure)")
        #expect(statement.reason == .sqlite)
        #expect(statement.version == expected.version)
        #expect(statement.script == form.fileName(expected.version, of: corpus))
        #expect(statement.item == expected.statement)
        #expect(statement.isRolledBack)
        #expect(statement.error.message == expected.error)
        try expectPlace(of: statement, form.fileName(expected.version, of: corpus))
        #expect(failure.report.to == expected.version - 1)
        #expect(try migrator.status().installed == expected.version - 1)
        #expect(try Database(path).schemaHash() == corpus.expected.lastGoodSchema)
        #expect(try Database(path).integrity() == "ok")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: stepwise)) == before)
      print("replayed \(corpus.name) as \(form.rawValue): stopped before \(expected.version)")
    }
  }

  /// A history that contains its own transactions runs unedited, except for a script that writes `sqlite_schema`:
  /// laws 15 and 28 forbid this in any way, and `PRAGMA writable_schema` would allow it.
  @Test(arguments: Corpus.histories(.strip), ScriptForm.allCases)
  func `laws 15 and 28: a history with BEGIN and COMMIT runs until it writes the schema table`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let scripts = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
      let path = folder + "/a.sqlite"
      let migrator = Migrator(path: path, scripts: scripts)
      let writers = try corpus.files.indices.filter { index in
        let text = String(decoding: try corpus.bytes(corpus.files[index]), as: UTF8.self)
        return text.contains(#/(?i)writable_schema/#)
      }
      let bad = try #require(writers.first)
      let steps = try #require(corpus.expected.steps)
      for (version, schema) in zip(Int64(1)..., steps.prefix(bad)) {
        #expect(try migrator.migrate(to: version).to == version)
        #expect(try Database(path).schemaHash() == schema, "version \(version)")
      }
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let thrown = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
      let failure = try #require(thrown)
      let statement = try #require(failure.failedStatement, "\(failure)")
      #expect(statement.reason == .denied(.pragma("writable_schema")))
      #expect(statement.version == Int64(bad + 1))
      #expect(try migrator.status().installed == Int64(bad))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      print("replayed \(corpus.name) as \(form.rawValue): \(bad) versions")
    }
  }

  /// Each version separately, with its schema compared.
  private func migrate(
    _ path: String, _ scripts: ScriptBundle, through last: Int64, _ corpus: Corpus
  ) throws {
    let steps = try #require(corpus.expected.steps)
    let migrator = Migrator(path: path, scripts: scripts)
    for version in 1...last {
      #expect(try migrator.migrate(to: version).to == version)
      #expect(
        try Database(path).schemaHash() == steps[Int(version) - 1], "version \(version)")
    }
  }

  /// The place is in the script's file, and is the one that SQLite reports.
  private func expectPlace(of statement: StatementFailure, _ fileName: String) throws {
    let file = statement.span.file
    #expect((file.name as NSString).lastPathComponent == fileName)
    #expect("\(statement.location)".contains(fileName))
    #expect(statement.location.line > 1 || statement.location.column > 0)
    let message = statement.error.message
    if let match = message.firstMatch(of: #/^unrecognized token: "(.+)"$/#) {
      let pointer = try #require(statement.pointer)
      let found = String(decoding: file.bytes[pointer.range], as: UTF8.self)
      let rest = String(decoding: file.bytes[pointer.range.lowerBound...], as: UTF8.self)
      #expect(rest.hasPrefix(String(match.1)), "points at \(found)")
    }
  }
}

extension MigrationFailure {
  fileprivate var failedStatement: StatementFailure? {
    if case .statement(let failure) = reason { failure } else { nil }
  }
}
