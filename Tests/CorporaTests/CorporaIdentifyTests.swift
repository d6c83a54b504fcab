import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema
import SQLScriptsValidation
import TestSupport
import Testing

/// Every version of every history is recognized by its structure. If several have the same, all are listed.
struct CorporaIdentifyTests {
  @Test(arguments: [Expectation.Mode.tool, .fails, .strip].flatMap(Corpus.histories))
  func `a database of each version is identified as that version`(corpus: Corpus) throws {
    try TemporaryFolder.with { folder in
      let directory = try scripts(of: corpus, in: folder)
      let library = ScriptLibrary(try ScriptBundle(directory: directory))
      let (databases, latest) = try self.databases(of: corpus, library, in: folder)
      let schemas = try VersionSchemas(library)
      var found = databases.map { Identification(of: $0.schema) }
      for version in schemas.versions where version <= latest {
        let schema = try schemas.schema(at: version)
        for index in found.indices { found[index].compare(with: schema, at: version) }
      }
      let hashes = try #require(corpus.expected.steps)
      var shared = 0
      for (version, identification) in zip(databases.map(\.version), found) {
        let versions = identification.versions
        #expect(identification.isFound && identification.differences == [], "version \(version)")
        #expect(versions.contains(version), "version \(version) is taken for \(versions)")
        // Versions with identical schemas cannot be distinguished.
        let hash = hashes[Int(version) - 1]
        let same = (1...latest).filter { hashes[Int($0) - 1] == hash }
        #expect(Set(versions).isSuperset(of: same), "version \(version)")
        if versions.count > 1 { shared += 1 }
      }
      print(
        "\(corpus.name): \(databases.count) of \(latest) versions, \(shared) share their schema")
    }
  }

  /// Databases of versions spread over the history, and the last version before a script that fails.
  private func databases(
    of corpus: Corpus, _ library: ScriptLibrary, in folder: String
  ) throws -> (databases: [(version: Int64, schema: SchemaSnapshot)], latest: Int64) {
    let path = "\(folder)/a.sqlite"
    let migrator = Migrator(path: path, library: library, options: MigrationOptions())
    let wanted = Sweep.part(of: Array(1...corpus.latest), atMost: 12)
    var databases: [(version: Int64, schema: SchemaSnapshot)] = []
    for version in wanted {
      do throws(MigrationFailure) {
        try migrator.migrate(to: version)
      } catch {
        #expect(corpus.expected.mode != .tool, "\(error)")
        break
      }
      databases.append((version, try VersionSchemas.snapshot(of: try Database(path).connection)))
    }
    #expect(databases.count > 5)
    return (databases, try #require(databases.last).version)
  }

  private func scripts(of corpus: Corpus, in folder: String) throws -> String {
    guard corpus.expected.mode == .strip else { return corpus.path }
    return try ScriptForm.plist.scripts(of: corpus, in: folder) { !$0.isTransactionControl }
  }
}
