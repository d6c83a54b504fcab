#if os(Linux)
  import Foundation
  import Testing

  /// Law 5: a file name is bytes. A database whose name is not UTF-8 is opened, and no other is created.
  struct FileNameTests {
    private func with(_ body: (Sandbox) throws -> Void) throws {
      let sandbox = try Sandbox()
      defer { sandbox.remove() }
      try sandbox.write("CREATE TABLE t (x);\n", to: "SQLScripts/sql_default.sql")
      try sandbox.write("INSERT INTO t (x) VALUES (1);\n", to: "SQLScripts/sql_update_2.sql")
      try body(sandbox)
    }

    /// `M`, an ü of Latin-1, `ller.db`.
    private static let name = "\"$(printf 'M\\374ller.db')\""

    private func names(_ sandbox: Sandbox) throws -> [String] {
      // Bytes as octal numbers, because the output must be UTF-8.
      let list = "ls | LC_ALL=C grep -v SQLScripts | LC_ALL=C sed -n l | sed 's/\\$$//'"
      return try sandbox.run(list).stdout
        .split(separator: "\n").map(String.init)
    }

    @Test func `law 5: arguments, patterns and lists of names are treated as bytes`() throws {
      try with { sandbox in
        let made = try sandbox.run("sqlscripts migrate --to 1 \(Self.name)")
        #expect(made.stdout.hasPrefix("M<0xFC>ller.db: new, at version 1"), "\(made)")
        #expect(try names(sandbox) == ["M\\374ller.db"])
        let matched = try sandbox.run("sqlscripts migrate 'M*.db' --backup")
        #expect(matched.stdout.hasPrefix("M<0xFC>ller.db: from version 1 to 2"), "\(matched)")
        #expect(
          try names(sandbox) == ["M\\374ller.db", "M\\374ller.db.backup-000001-v1-to-v2"])
        for end in ["\\n", "\\0"] {
          let listed = try sandbox.run(
            "printf 'M\\374ller.db\(end)' | sqlscripts migrate --from-file -")
          #expect(listed.stdout.hasPrefix("M<0xFC>ller.db: at version 2"), "\(listed)")
        }
        let restored = try sandbox.run("sqlscripts restore \(Self.name)")
        #expect(restored.status == 0, "\(restored)")
        let status = try sandbox.run("sqlscripts status \(Self.name) --format json")
        #expect(status.stdout.contains("\"from\": 1"), "\(status)")
        #expect(try names(sandbox).count == 2)
      }
    }

    @Test func `law 5: databases, backups and locks work in a folder whose name is not UTF-8`()
      throws
    {
      try with { sandbox in
        try sandbox.write(
          "{\"transaction\": false, \"statements\": [\"VACUUM\"]}",
          to: "SQLScripts/sql_update_3.json")
        let folder = "\"$(printf 'D\\374r')\""
        let output = try sandbox.run(
          """
          mkdir \(folder) && cd \(folder) && sqlscripts migrate a.db --to 1 --scripts ../SQLScripts \
          && sqlscripts migrate "$PWD/a.db" --backup --scripts ../SQLScripts && sqlscripts restore a.db && ls
          """)
        #expect(output.status == 0, "\(output)")
        #expect(output.stdout.hasSuffix("a.db\na.db.backup-000001-v1-to-v3\n"), "\(output)")
      }
    }

    @Test
    func
      `law 5: names that differ in an invalid byte are different, and placeholder characters are not names`()
      throws
    {
      try with { sandbox in
        // The last is the UTF-8 of the scalar that replaces the byte.
        let files = ["M\\374.db", "M\\375.db", "M\\357\\277\\275.db", "M\\364\\217\\277\\274.db"]
        for (index, file) in files.enumerated() {
          let output = try sandbox.run(
            "sqlscripts migrate --to \(index % 2 + 1) \"$(printf '\(file)')\"")
          #expect(output.stdout.contains(": new, at version \(index % 2 + 1)"), "\(output)")
        }
        #expect(Set(try names(sandbox)) == Set(files))
      }
    }

    @Test func `law 5: a scripts folder whose name is not UTF-8 is refused and not created`()
      throws
    {
      try with { sandbox in
        for command in ["init", "validate --scripts", "migrate a.db --scripts"] {
          let output = try sandbox.run("sqlscripts \(command) \"$(printf 'S\\374')\"")
          #expect(output.status == 2, "\(output)")
          #expect(
            output.stderr.contains("the name of the folder “S<0xFC>” is not UTF-8"), "\(output)")
        }
        #expect(try names(sandbox).isEmpty)
      }
    }
  }
#endif
