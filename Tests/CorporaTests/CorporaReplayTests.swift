import Foundation
import SQLScripts
import SQLScriptsDatabase
import TestSupport
import Testing

/// The histories that run unchanged: the schema of every version is the expected one.
struct CorporaReplayTests {
  @Test func `every folder of the corpora can be read and has scripts and an expectation`() throws {
    let corpora = try Corpus.listing.get()
    #expect(corpora.count > 10)
    for corpus in corpora {
      let numbers = corpus.files.map { Int($0.prefix(4)) }
      #expect(numbers == (0..<corpus.files.count).map { $0 + 1 }, "\(corpus.name)")
      if let steps = corpus.expected.steps {
        #expect(steps.count >= 1 && steps.count <= corpus.files.count, "\(corpus.name)")
      }
    }
    #expect(SHA256.hex([]).hasPrefix("e3b0c44298fc1c14"))
    #expect(SHA256.hex(Array("abc".utf8)).hasSuffix("b410ff61f20015ad"))
  }

  @Test(arguments: Corpus.histories(.tool), ScriptForm.allCases)
  func `laws 7 and 12: each version of a history has its schema, step by step`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.sqlite"
      let scripts = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
      let migrator = Migrator(path: path, scripts: scripts)
      let steps = try #require(corpus.expected.steps)
      #expect(steps.count == corpus.files.count)
      #expect(try migrator.plan().steps.map(\.version) == Array(1...corpus.latest))
      #expect(try migrator.status().condition == .new)
      for (version, schema) in zip(Int64(1)..., steps) {
        let report = try migrator.migrate(to: version)
        #expect(report.to == version)
        #expect(report.steps.map(\.script) == [form.fileName(version, of: corpus)])
        #expect(try Database(path).schemaHash() == schema, "version \(version)")
        #expect(try migrator.status().installed == version)
      }
      try expectCurrent(migrator, path, corpus, form)
      print("replayed \(corpus.name) as \(form.rawValue): \(steps.count) versions, one by one")
    }
  }

  @Test(arguments: Corpus.histories(.tool), ScriptForm.allCases)
  func `law 29: a history creates the same schema in one run, however it is grouped`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let scripts = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
      let steps = try #require(corpus.expected.steps)
      for group in [Duration.zero, .milliseconds(100), .seconds(3600)] {
        let path = "\(folder)/\(group.components.seconds)-\(group.components.attoseconds).sqlite"
        var options = MigrationOptions()
        options.groupCommit = group
        let migrator = Migrator(path: path, scripts: scripts, options: options)
        let report = try migrator.migrate()
        #expect(report.isNewDatabase)
        #expect(report.steps.map(\.version) == Array(1...corpus.latest))
        #expect(!report.steps.contains { !$0.isAtomic })
        #expect(try Database(path).schemaHash() == steps.last, "group commit \(group)")
        #expect(try Database(path).integrity() == "ok")
        try expectCurrent(migrator, path, corpus, form)
      }
    }
  }

  @Test(arguments: Corpus.histories(.tool))
  func `law 2: a script has the same checksum and number of statements in every format`(
    corpus: Corpus
  ) throws {
    try TemporaryFolder.with { folder in
      let histories = try ScriptForm.allCases.map { form in
        let scripts = try ScriptBundle(directory: form.scripts(of: corpus, in: folder))
        let migrator = Migrator(path: "\(folder)/\(form.rawValue).sqlite", scripts: scripts)
        try migrator.migrate()
        return try migrator.history()
      }
      for entries in histories {
        #expect(entries.map(\.checksum) == histories[0].map(\.checksum))
        #expect(entries.map(\.statementCount) == histories[0].map(\.statementCount))
        #expect(entries.allSatisfy { $0.checksum?.hasPrefix("xxh64:") == true })
      }
      let statements = histories[0].map(\.statementCount).reduce(0, +)
      print("\(corpus.name): \(corpus.latest) versions, \(statements) statements")
    }
  }

  /// The database is up to date, and this is reported without writing to the file.
  private func expectCurrent(
    _ migrator: Migrator, _ path: String, _ corpus: Corpus, _ form: ScriptForm
  ) throws {
    let history = try migrator.history()
    #expect(history.map(\.version) == Array(1...corpus.latest))
    #expect(history.map(\.script) == (1...corpus.latest).map { form.fileName($0, of: corpus) })
    #expect(history.allSatisfy { $0.origin == "script" })

    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let status = try migrator.status(checkingDrift: true)
    #expect(status.condition == .current)
    #expect(status.installed == corpus.latest && status.latest == corpus.latest)
    #expect(status.pending == [] && status.changedScripts == [])
    #expect(try migrator.plan().isEmpty)
    #expect(try migrator.migrate().isCurrent)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "law 6: nothing is written")
  }
}
