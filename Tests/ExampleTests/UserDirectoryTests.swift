import Foundation
import TestSupport
import Testing

/// Runs the example as a reader would.
struct UserDirectoryTests {
  @Test func `the first run creates the database, and the second finds it`() throws {
    let folder = try TemporaryFolder()
    let database = folder.path("users.sqlite")
    let first = try BuiltProgram("UserDirectory").run(database, BuiltProgram.scripts)
    #expect(
      first == """
        A new database at version 3:
          sql_default.plist
          sql_update_2.plist
          sql_update_3.plist
        Launch 1
        There is no Ada yet.
        A year later: Ada, 37, female
        Konrad has left.
          Ada, 37, female
          Grace, 85
          Guest, 18

        """)
    let second = try BuiltProgram("UserDirectory").run(database, BuiltProgram.scripts)
    #expect(
      second == """
        The database is at version 3 already.
        Launch 2
        Ada is here.
        A year later: Ada, 38, female
          Ada, 38, female
          Grace, 85
          Guest, 18

        """)
  }

  #if os(Linux)
    @Test func `a program that uses SQLScripts loads neither Foundation nor Testing`() throws {
      let program = BuiltProgram("UserDirectory").path
      let libraries = try BuiltProgram.run("/usr/bin/env", ["ldd", program])
      #expect(libraries.contains("libswiftCore"))
      #expect(libraries.contains("libsqlite3"))
      let others = libraries.split(separator: "\n")
        .filter { $0.contains("Foundation") || $0.contains("Testing") }
      #expect(others == [])
    }
  #endif
}
