// Release builds do not check applied scripts.
#if DEBUG
  import SQLScriptsDatabase
  import Testing

  @testable import SQLScripts

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A debug build notices that an applied script was edited.
  @Suite struct AppliedScriptTests {
    private let table = InMemoryScript.default(["CREATE TABLE t (a INTEGER)"])
    private let column = InMemoryScript.update(2, ["ALTER TABLE t ADD COLUMN b"])
    private let edited = InMemoryScript.update(2, ["ALTER TABLE t ADD COLUMN b TEXT"])

    private func launch(
      _ box: Sandbox, _ scripts: InMemoryScript..., isOn: Bool = true
    ) throws -> MigrationReport {
      try box.migrator(ScriptBundle(scripts: scripts)) { $0.checksAppliedScripts = isOn }.migrate()
    }

    @Test func `an edited script is reported at every launch, also with pending updates`() throws {
      try Sandbox.with { (box) throws in
        #expect(try launch(box, table, column).changedScripts == [])
        for _ in 1...2 {
          let report = try launch(box, table, edited)
          #expect(report.changedScripts == ["sql_update_2.json"] && report.isCurrent)
        }
        let third = InMemoryScript.update(3, ["CREATE TABLE u (x)"])
        let report = try launch(box, table, edited, third)
        #expect(report.changedScripts == ["sql_update_2.json"] && report.to == 3)
        #expect(try launch(box, table, edited, third, isOn: false).changedScripts == [])
      }
    }

    @Test func `a script that is only written differently is the same`() throws {
      try Sandbox.with { (box) throws in
        try box.migrate(table, column)
        let same = InMemoryScript.update(2, ["ALTER TABLE t ADD COLUMN b;  "])
        #expect(try launch(box, table, same).changedScripts == [])
        // A default script of a later version is another script.
        let later = InMemoryScript.default(["CREATE TABLE t (a INTEGER, b, c)"], version: 2)
        #expect(try launch(box, later, column).changedScripts == [])
      }
    }

    @Test func `a script that cannot be read was changed, and the migration succeeds`() throws {
      try Sandbox.with { (box) throws in
        let scripts = box.folder + "/scripts"
        try #require(mkdir(scripts, 0o755) == 0)
        try box.write("scripts/sql_default.sql", "CREATE TABLE t (a);")
        try box.write("scripts/sql_update_2.sql", "CREATE TABLE u (a);")
        var options = MigrationOptions()
        options.checksAppliedScripts = true
        func launch() throws -> MigrationReport {
          try Migrator(
            path: box.path, scripts: try ScriptBundle(directory: scripts), options: options
          ).migrate()
        }
        #expect(try launch().to == 2)
        try box.write("scripts/sql_update_2.sql", "CREATE TABLE u (a")
        let report = try launch()
        #expect(report.isCurrent && report.changedScripts == ["sql_update_2.sql"])
      }
    }

    @Test func `the manager and its observers get the names`() throws {
      try Sandbox.with { (box) throws in
        try box.migrate(table, column)
        let seen = Lock<[String]>([])
        struct Observer: MigrationObserver {
          let seen: Lock<[String]>
          func observe(_ event: MigrationEvent) {
            guard case .finished(let report) = event else { return }
            seen.withLock { $0 += report.changedScripts }
          }
        }
        var configuration = SQLiteManager.Configuration(
          path: box.path, scripts: .scripts(ScriptBundle(scripts: [table, edited])))
        configuration.options.observer = Observer(seen: seen)
        #expect(try SQLiteManager(configuration).open().changedScripts == ["sql_update_2.json"])
        #expect(seen.withLock { $0 } == ["sql_update_2.json"])
      }
    }

    @Test func `the notice says what it means and what to do`() {
      #expect(
        DevelopmentNotice.edited(["sql_update_2.sql"], in: "a.sqlite") == """
          a.sqlite: sql_update_2.sql changed after it was applied. Applied scripts never run again, so this \
          database and those in the field don't get the change. Put the change into a new update script. To start \
          over with a development database, delete it or set recreatesDevelopmentDatabase in its options. Only \
          debug builds check this.
          """)
      let many = (2...6).map { "sql_update_\($0).sql" }
      #expect(
        DevelopmentNotice.edited(many, in: "a").hasPrefix(
          "a: sql_update_2.sql, sql_update_3.sql, sql_update_4.sql and 2 more changed after they were "
        ))
    }
  }
#endif
