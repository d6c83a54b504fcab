#if canImport(Testing)
  import SQLScripts
  import SQLScriptsDatabase
  import SQLScriptsDiagnostics
  import SQLScriptsValidation
  import Testing

  /// Expects a database of every version that the scripts can make to migrate to the latest with its rows.
  ///
  /// Each is made new, filled with sample rows and migrated in memory, by the same runner as on a user's
  /// device. Then the file must be whole, every row must have the rows it refers to, no table may have lost
  /// a row, and the schema must be that of a new database. What is not so is an issue of the test that
  /// calls this, with the statement in its script where one failed.
  ///
  /// ```swift
  /// @Test func `every version migrates`() throws {
  ///   try expectMigrates(fromEveryVersionOf: ScriptBundle(directory: "SQLScripts"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: as the app migrates, with its code steps.
  ///   - tables: tables that updates delete rows of, or drop with all their rows.
  ///   - body: looks at each database after its migration. It is called in the order of the versions, and
  ///     the new database is not among them.
  /// - Throws: what `body` throws.
  public func expectMigrates(
    fromEveryVersionOf scripts: ScriptBundle, losingRowsOf tables: [String] = [],
    options: MigrationOptions = MigrationOptions(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ body: (SQLiteDatabase) throws -> Void = { _ in }
  ) throws {
    guard
      let expectation = MigrationExpectation.make(scripts, options, tables, sourceLocation)
    else { return }
    for version in expectation.databases.versions {
      try expectation.expect(.database(at: version), sourceLocation, body)
    }
  }

  /// Expects one old database to migrate to the latest version with its rows.
  ///
  /// Beside the versions that the scripts can make there are those of users: a file that was kept shows
  /// what no script knows of. What must hold is the same as for every version.
  ///
  /// ```swift
  /// try expectMigrates(from: .file("Fixtures/1.4.0.sqlite"), scripts: scripts) { database in
  ///   let notes = try database.query("SELECT * FROM note")
  ///   #expect(notes.count == 12)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: as the app migrates, with its code steps.
  ///   - tables: tables that updates delete rows of, or drop with all their rows.
  ///   - body: looks at the database after the migration.
  /// - Throws: what `body` throws.
  public func expectMigrates(
    from fixture: DatabaseFixture, scripts: ScriptBundle, losingRowsOf tables: [String] = [],
    options: MigrationOptions = MigrationOptions(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ body: (SQLiteDatabase) throws -> Void = { _ in }
  ) throws {
    guard
      let expectation = MigrationExpectation.make(scripts, options, tables, sourceLocation)
    else { return }
    try expectation.expect(fixture, sourceLocation, body)
  }

  extension MigrationExpectation {
    fileprivate static func make(
      _ scripts: ScriptBundle, _ options: MigrationOptions, _ tables: [String],
      _ sourceLocation: Testing.SourceLocation
    ) -> MigrationExpectation? {
      do throws(MigrationFailure) {
        return try MigrationExpectation(scripts, options, losing: tables)
      } catch {
        record(error.testWords, sourceLocation)
        return nil
      }
    }

    fileprivate func expect(
      _ fixture: DatabaseFixture, _ sourceLocation: Testing.SourceLocation,
      _ body: (SQLiteDatabase) throws -> Void
    ) throws {
      guard let connection = migrated(fixture, sourceLocation) else { return }
      try body(SQLiteDatabase(connection))
    }

    private func migrated(
      _ fixture: DatabaseFixture, _ sourceLocation: Testing.SourceLocation
    ) -> Connection? {
      do {
        let (connection, problems) = try migrate(
          fixture.connection(databases), named: fixture.name)
        for problem in problems { Self.record(problem, sourceLocation) }
        return connection
      } catch let failure as MigrationFailure {
        Self.record(failure.testWords, sourceLocation)
      } catch let unusable as RealRows.Unusable {
        Self.record(unusable.message, sourceLocation)
      } catch {
        Self.record("\(fixture.name) cannot be made: \(error)", sourceLocation)
      }
      return nil
    }

    private static func record(_ words: String, _ sourceLocation: Testing.SourceLocation) {
      Issue.record(Comment(rawValue: words), sourceLocation: sourceLocation)
    }
  }
#endif
