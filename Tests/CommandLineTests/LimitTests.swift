#if os(Linux)
  import Foundation
  import Testing

  /// Law 27: if the system refuses a resource, the command works without it or reports it.
  @Suite(
    .enabled(if: Sandbox.canRunAsNobody, "needs another user, because limits do not apply to root"))
  struct LimitTests {
    private func with(_ body: (Sandbox) throws -> Void) throws {
      let sandbox = try Sandbox()
      defer { sandbox.remove() }
      try sandbox.write("CREATE TABLE t (x TEXT);\n", to: "d/SQLScripts/sql_default.sql")
      try sandbox.write("INSERT INTO t (x) VALUES (1);\n", to: "d/SQLScripts/sql_update_2.sql")
      _ = try sandbox.run("chmod -R a+rwX d")
      try body(sandbox)
    }

    private static let withoutThreads = "cd d && as-nobody prlimit --nproc=1:1 sqlscripts"

    @Test func `law 27: one database needs no second thread`() throws {
      try with { sandbox in
        let output = try sandbox.run("\(Self.withoutThreads) migrate a.sqlite --backup")
        #expect(output.status == 0, "\(output)")
        #expect(output.stdout.hasPrefix("a.sqlite: new, at version 2"))
      }
    }

    @Test func `law 27: --jobs and validate work with the threads that are available`() throws {
      try with { sandbox in
        let fleet = try sandbox.run(
          "\(Self.withoutThreads) migrate a.sqlite b.sqlite c.sqlite --jobs 3")
        #expect(fleet.status == 0, "\(fleet)")
        #expect(fleet.stdout.hasSuffix("3 databases: 3 migrated, 0 current, 0 stopped\n"))
        let validation = try sandbox.run("\(Self.withoutThreads) validate")
        #expect(validation.status == 0, "\(validation)")
        #expect(validation.stdout.contains("updates from 1 rehearsed"))
        let rehearsal = try sandbox.run("\(Self.withoutThreads) plan a.sqlite --rehearse")
        #expect(rehearsal.status == 0, "\(rehearsal)")
      }
    }

    @Test
    func `law 27: with very few file descriptors, a migration succeeds or ends with an error`()
      throws
    {
      try with { sandbox in
        for count in 4...8 {
          let output = try sandbox.run(
            "cd d; p=$(command -v sqlscripts); ulimit -n \(count); exec \"$p\" migrate \(count).db")
          #expect([0, 2].contains(output.status), "\(count): \(output)")
          let isDone = output.stdout.contains("new, at version 2")
          #expect(isDone || output.stdout.contains("oo many"), "\(count): \(output)")
        }
      }
    }

    private static let fleet = (1...12).map { "\($0).db" }.joined(separator: " ")

    @Test func `law 27: with few file descriptors, fewer databases are migrated at once`() throws {
      try with { sandbox in
        let output = try sandbox.run(
          "cd d; p=$(command -v sqlscripts); ulimit -n 24; exec \"$p\" migrate \(Self.fleet) --jobs 12"
        )
        #expect(output.status == 0, "\(output)")
        #expect(output.stdout.hasSuffix("12 databases: 12 migrated, 0 current, 0 stopped\n"))
      }
    }

    @Test func `law 27: too little address space ends with a message, and more lets it migrate`()
      throws
    {
      try with { sandbox in
        func run(_ command: String, megabytes: Int) throws -> Sandbox.Output {
          try sandbox.run(
            "cd d; rm -f *.db; p=$(command -v sqlscripts); ulimit -v \(megabytes * 1024);"
              + " exec \"$p\" \(command)")
        }
        // With less, no program can be loaded.
        var floor = 32
        while floor < 4096, try run("--version", megabytes: floor).status != 0 { floor += 8 }
        for more in stride(from: 16, through: 208, by: 32) {
          for command in ["migrate \(Self.fleet) --jobs 12", "validate", "rehearse"] {
            let output = try run(command, megabytes: floor + more)
            #expect((0...2).contains(output.status), "\(command), \(more) MB more: \(output)")
            #expect(!(output.stdout + output.stderr).isEmpty)
          }
        }
      }
    }

    @Test func `law 27: a small stack is enough`() throws {
      try with { sandbox in
        for command in ["rehearse", "validate", "plan a.sqlite --rehearse", "migrate a.sqlite"] {
          let output = try sandbox.run("cd d; ulimit -s 96; sqlscripts \(command)")
          #expect(output.status == 0, "\(command): \(output)")
        }
      }
    }

    @Test func `law 27: a limit on the size of files is an ordinary error`() throws {
      try with { sandbox in
        try sandbox.write(
          "INSERT INTO t (x) VALUES (hex(randomblob(1000000)));\n",
          to: "d/SQLScripts/sql_update_3.sql")
        let output = try sandbox.run("cd d; ulimit -f 200; sqlscripts migrate a.sqlite")
        #expect(output.status == 1, "\(output)")
        #expect(output.stdout.contains("The database is at version 2"), "\(output)")
        let next = try sandbox.run("cd d; sqlscripts migrate a.sqlite")
        #expect(next.stdout.hasPrefix("a.sqlite: from version 2 to 3"), "\(next)")
      }
    }
  }
#endif
