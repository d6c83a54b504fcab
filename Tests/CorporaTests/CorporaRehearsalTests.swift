import SQLScripts
import SQLScriptsValidation
import Testing

/// Databases of every version with sample rows become the same as a new database, and every row is accounted for.
struct CorporaRehearsalTests {
  // The time grows with the square of the versions.
  private static let histories = Corpus.histories(.tool).filter { $0.latest <= 35 }

  @Test(arguments: histories)
  func `a history is rehearsed from every version`(corpus: Corpus) throws {
    let library = ScriptLibrary(try ScriptBundle(directory: corpus.path))
    let databases = try VersionDatabases(library)
    #expect(databases.versions == Array(1..<corpus.latest) && databases.latest == corpus.latest)
    var count = 0
    databases.rehearse(from: databases.versions) { from, result in
      count += 1
      switch result {
      case .failure(let failure):
        // Sample rows may be unlike all rows that the history's authors expected. A new database has none.
        #expect(from != nil && failure.report.to >= from ?? 0, "\(failure)")
      case .success(let rehearsal):
        #expect(rehearsal.migration.report.to == corpus.latest)
        let problems = rehearsal.problems.filter { $0.check != .foreignKeys }
        #expect(problems == [], "from \(from ?? 0)")
        for rows in rehearsal.migration.tables {
          let (before, after) = (rows.before ?? 0, rows.after ?? 0)
          #expect(before - rows.removed + rows.added == after, "\(rows) from \(from ?? 0)")
          #expect(rows.removed >= 0 && rows.added >= 0 && rows.changed >= 0, "\(rows)")
          #expect(rows.changed <= min(before, after), "\(rows)")
        }
      }
    }
    #expect(count == databases.versions.count + 1)
  }
}
