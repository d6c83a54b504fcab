import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation
import TestSupport
import Testing

/// Every version of every history is recognised by its structure; where several have the same, all are.
struct CorporaIdentifyTests {
  @Test(arguments: [Expectation.Mode.tool, .fails, .strip].flatMap(Corpus.histories))
  func `a database of each version is identified as that version`(corpus: Corpus) throws {
    try TemporaryFolder.with { folder in
      let directory = try scripts(of: corpus, in: folder)
      let library = ScriptLibrary(try ScriptBundle(directory: directory))
      let databases = try self.databases(of: corpus, library, in: folder)
      let schemas = try VersionSchemas(library)
      var found = databases.map { Identification(of: $0) }
      for version in schemas.versions.prefix(databases.count) {
        let schema = try schemas.schema(at: version)
        for index in found.indices { found[index].compare(with: schema, at: version) }
      }
      let hashes = try #require(corpus.expected.steps)
      var shared = 0
      for (version, identification) in zip(Int64(1)..., found) {
        let versions = identification.versions
        #expect(identification.isFound && identification.differences == [], "version \(version)")
        #expect(versions.contains(version), "version \(version) is taken for \(versions)")
        // Versions whose schema is the same to the letter are never told apart.
        let hash = hashes[Int(version) - 1]
        let same = (1...Int64(databases.count)).filter { hashes[Int($0) - 1] == hash }
        #expect(Set(versions).isSuperset(of: same), "version \(version)")
        if versions.count > 1 { shared += 1 }
      }
      print("\(corpus.name): \(databases.count) versions, \(shared) share their schema")
    }
  }

  /// The database of each version as a file, up to a script that fails.
  private func databases(
    of corpus: Corpus, _ library: ScriptLibrary, in folder: String
  ) throws -> [SchemaSnapshot] {
    let path = "\(folder)/a.sqlite"
    let migrator = Migrator(path: path, library: library, options: MigrationOptions())
    var snapshots: [SchemaSnapshot] = []
    for version in 1...corpus.latest {
      do throws(MigrationFailure) {
        try migrator.migrate(to: version)
      } catch {
        #expect(corpus.expected.mode != .tool, "\(error)")
        break
      }
      snapshots.append(try VersionSchemas.snapshot(of: try Database(path).connection))
    }
    #expect(snapshots.count > 5)
    return snapshots
  }

  private func scripts(of corpus: Corpus, in folder: String) throws -> String {
    guard corpus.expected.mode == .strip else { return corpus.path }
    return try ScriptForm.plist.scripts(of: corpus, in: folder) { !$0.isTransactionControl }
  }
}
