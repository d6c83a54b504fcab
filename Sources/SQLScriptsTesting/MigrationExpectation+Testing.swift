#if canImport(Testing)
  import SQLScripts
  import SQLScriptsDatabase
  import SQLScriptsDiagnostics
  import SQLScriptsValidation
  import Testing
  #if canImport(XCTest)
    import XCTest
  #endif

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
  ///   - fileID: where an issue is shown, with `file`, `line` and `column`.
  /// - Throws: what `body` throws.
  public func expectMigrates(
    fromEveryVersionOf scripts: ScriptBundle, losingRowsOf tables: [String] = [],
    options: MigrationOptions = MigrationOptions(),
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ body: (SQLiteDatabase) throws -> Void = { _ in }
  ) throws {
    let place = TestPlace(fileID: fileID, file: file, line: line, column: column)
    guard let expectation = MigrationExpectation.make(scripts, options, tables, place) else {
      return
    }
    for version in expectation.databases.versions {
      try expectation.expect(.database(at: version), place, body)
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
  ///   - fileID: where an issue is shown, with `file`, `line` and `column`.
  /// - Throws: what `body` throws.
  public func expectMigrates(
    from fixture: DatabaseFixture, scripts: ScriptBundle, losingRowsOf tables: [String] = [],
    options: MigrationOptions = MigrationOptions(),
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ body: (SQLiteDatabase) throws -> Void = { _ in }
  ) throws {
    let place = TestPlace(fileID: fileID, file: file, line: line, column: column)
    guard let expectation = MigrationExpectation.make(scripts, options, tables, place) else {
      return
    }
    try expectation.expect(fixture, place, body)
  }

  extension MigrationExpectation {
    fileprivate static func make(
      _ scripts: ScriptBundle, _ options: MigrationOptions, _ tables: [String],
      _ place: TestPlace
    ) -> MigrationExpectation? {
      do throws(MigrationFailure) {
        return try MigrationExpectation(scripts, options, losing: tables)
      } catch {
        place.record(error.testWords)
        return nil
      }
    }

    fileprivate func expect(
      _ fixture: DatabaseFixture, _ place: TestPlace,
      _ body: (SQLiteDatabase) throws -> Void
    ) throws {
      guard let connection = migrated(fixture, place) else { return }
      try body(SQLiteDatabase(connection))
    }

    private func migrated(
      _ fixture: DatabaseFixture, _ place: TestPlace
    ) -> Connection? {
      do {
        let (connection, problems) = try migrate(
          fixture.connection(databases), named: fixture.name)
        for problem in problems { place.record(problem) }
        return connection
      } catch let failure as MigrationFailure {
        place.record(failure.testWords)
      } catch let unusable as RealRows.Unusable {
        place.record(unusable.message)
      } catch {
        place.record("\(fixture.name) cannot be made: \(error)")
      }
      return nil
    }
  }

  /// Where a test stands, and the library that runs it.
  private struct TestPlace {
    let fileID: StaticString
    let file: StaticString
    let line: UInt
    let column: UInt

    /// Fails the test. Testing does not know the tests of XCTest, and would say nothing there.
    func record(_ words: String) {
      // Not a default of `#_sourceLocation`: who uses XCTest would have to import Testing for it.
      Issue.record(
        Comment(rawValue: words),
        sourceLocation: Testing.SourceLocation(
          fileID: "\(fileID)", filePath: "\(file)", line: Int(line), column: Int(column)))
      #if canImport(XCTest)
        if Test.current == nil { XCTFail(words, file: file, line: line) }
      #endif
    }
  }
#endif
