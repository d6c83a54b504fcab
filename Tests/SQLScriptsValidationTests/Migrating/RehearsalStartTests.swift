import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

@Suite struct RehearsalStartTests {
  private func databases(_ count: Int) throws -> VersionDatabases {
    let updates = (2...count).map {
      InMemoryScript.update(Int64($0), ["CREATE TABLE t\($0) (id INTEGER PRIMARY KEY)"])
    }
    let first = InMemoryScript.default(["CREATE TABLE t (id INTEGER PRIMARY KEY)"])
    return try VersionDatabases(ScriptLibrary(ScriptBundle(scripts: [first] + updates)))
  }

  @Test(arguments: [2, 3, 10, 25])
  func `a short history is rehearsed from every version`(count: Int) throws {
    let databases = try databases(count)
    #expect(databases.starts == databases.versions)
  }

  @Test(arguments: [50, 200, 1000])
  func `a long history is rehearsed from its ends and from versions between them`(count: Int) throws
  {
    let databases = try databases(count)
    let starts = databases.starts
    #expect(starts.first == 1 && starts.last == Int64(count - 1))
    #expect(starts.count > 3 && starts == starts.sorted())
    let scripts = starts.map { count - Int($0) }.reduce(0, +)
    #expect(scripts <= count * 3 / 2 + 300)
  }
}
