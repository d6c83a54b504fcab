import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// A rebuild of a table may be spread over several scripts.
@Suite struct SpreadRebuildTests {
  private static let tables = InMemoryScript.default([
    "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT UNIQUE)",
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, user INTEGER NOT NULL REFERENCES user (id))",
    "CREATE INDEX visit_user ON visit (user)",
  ])
  private static let newFirst = [
    "CREATE TABLE user_new (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)",
    "INSERT INTO user_new (id, email) SELECT id, ifnull(email, 'none ' || id) FROM user",
    "DROP TABLE user", "ALTER TABLE user_new RENAME TO user",
  ]
  private static let oldFirst = [
    "ALTER TABLE user RENAME TO user_old",
    "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)",
    "INSERT INTO user (id, email) SELECT id, ifnull(email, 'none ' || id) FROM user_old",
    "DROP TABLE user_old",
  ]

  /// The statements in groups, one script for each.
  private func library(_ statements: [String], _ ends: [Int]) -> ScriptLibrary {
    var start = 0
    var scripts = [Self.tables]
    for (index, end) in (ends + [statements.count]).enumerated() {
      scripts.append(.update(Int64(index + 2), Array(statements[start..<end])))
      start = end
    }
    return ScriptLibrary(ScriptBundle(scripts: scripts))
  }

  @Test(arguments: [[1, 2], [2], [1], []])
  func `the statements may be in any number of scripts`(ends: [Int]) throws {
    let library = library(Self.newFirst, ends)
    let found = Validator(library).validate()
    #expect(found.diagnostics.map(\.id) == [])
    let databases = try VersionDatabases(library)
    databases.rehearse(from: databases.versions) { from, result in
      let problems = Result { try result.get().problems.map(\.words) }
      #expect((try? problems.get()) == [], "from \(String(describing: from))")
    }
  }

  @Test func `a rebuild of two scripts is found, and one of a single script is not`() throws {
    let scripts = { (library: ScriptLibrary) in
      try library.bundle.scripts.map { try library.script($0) }
    }
    let spread = SpreadRebuild.all(in: try scripts(library(Self.newFirst, [2])))
    #expect(spread.map(\.new) == ["user_new"] && spread.map(\.old) == ["user"])
    #expect(spread.first?.isUnfinished(after: 1) == true)
    #expect(spread.first?.isUnfinished(after: 2) == false)
    #expect(SpreadRebuild.all(in: try scripts(library(Self.newFirst, []))) == [])
    let first = SpreadRebuild.all(in: try scripts(library(Self.oldFirst, [1, 2])))
    #expect(first.map(\.new) == ["user"] && first.map(\.old) == ["user_old"])
  }

  @Test func `the default script may create the version after the rebuild`() throws {
    let start = InMemoryScript.default(["CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT)"])
    let bundle = ScriptBundle(scripts: [start])
    let released = try bundle.scripts.map { try #require(try bundle.read($0).script) }
    let lock = try #require(LockFile().releasing(released).lock).text
    let updates = Self.newFirst.enumerated().map {
      InMemoryScript.update(Int64($0.offset + 2), [$0.element])
    }
    let last = InMemoryScript.default(
      ["CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)"], version: 5)
    let library = ScriptLibrary(ScriptBundle(scripts: [last] + updates, lock: Array(lock.utf8)))
    let databases = try VersionDatabases(library)
    #expect(databases.versions == [1, 2, 3, 4])
    databases.rehearse(from: databases.versions) { from, result in
      let problems = Result { try result.get().problems.map(\.words) }
      #expect((try? problems.get()) == [], "from \(String(describing: from))")
    }
  }

  @Test func `a referenced table must not be missing between two scripts`() throws {
    let found = Validator(library(Self.newFirst, [3])).validate()
    let advice = "Move the RENAME into this script, or set \"foreignKeys\": \"unchecked\" in it."
    #expect(found.diagnostics.map(\.help) == [advice])
    let rest = InMemoryScript.update(3, [Self.newFirst[3]])
    let statements = Self.newFirst.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
    let first = InMemoryScript.file(
      named: "sql_update_2.json",
      text: "{ \"foreignKeys\": \"unchecked\", \"statements\": [\(statements)] }")
    let unchecked = ScriptLibrary(ScriptBundle(scripts: [Self.tables, first, rest]))
    #expect(Validator(unchecked).validate().diagnostics.filter { $0.severity == .error } == [])
  }

  @Test func `a table that is dropped without a copy is still reported`() {
    let found = Validator(library(["CREATE TABLE user_new (id INTEGER)", "DROP TABLE visit"], [1]))
      .validate()
    #expect(found.diagnostics.map(\.id).contains("drop-table"))
  }
}
