#if canImport(Testing)
  import SQLScripts
  import SQLScriptsDatabase
  import SQLScriptsDiagnostics
  import SQLScriptsValidation
  import Testing
  #if canImport(XCTest)
    import XCTest
  #endif

  /// Expects that a database of every version that the scripts can create migrates to the latest version and keeps its
  /// rows.
  ///
  /// Each database is created, filled with sample rows and migrated in memory, by the runner that the app uses. Then
  /// these checks are made: the file passes the integrity check, no row newly violates a foreign key, even if a
  /// script permits it, no table has lost a row, and the schema is that of a new database. A failed check is recorded as a test
  /// issue at the call. If a statement failed, the issue shows its place in the script.
  ///
  /// ```swift
  /// @Test func everyVersionMigrates() throws {
  ///   try expectMigrates(fromEveryVersionOf: ScriptBundle(directory: "SQLScripts"))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - scripts: the scripts of the app.
  ///   - tables: tables that may lose rows or be dropped.
  ///   - options: the options of the app, with its code steps.
  ///   - body: called with each migrated database, in the order of the versions, but not with the new database.
  ///   - fileID: the file of an issue, as `#fileID`.
  ///   - file: the file of an issue, as `#filePath`.
  ///   - line: the line of an issue.
  ///   - column: the column of an issue.
  /// - Throws: the error that `body` throws.
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

  /// Expects that one old database migrates to the latest version and keeps its rows.
  ///
  /// Generated databases only contain what the scripts say. A saved file shows what really happened. The checks are the
  /// same as for every version.
  ///
  /// ```swift
  /// try expectMigrates(from: .file("Fixtures/1.4.0.sqlite"), scripts: scripts) { database in
  ///   let notes = try database.query("SELECT * FROM note")
  ///   #expect(notes.count == 12)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fixture: the old database.
  ///   - scripts: the scripts of the app.
  ///   - tables: tables that may lose rows or be dropped.
  ///   - options: the options of the app, with its code steps.
  ///   - body: called with the migrated database.
  ///   - fileID: the file of an issue, as `#fileID`.
  ///   - file: the file of an issue, as `#filePath`.
  ///   - line: the line of an issue.
  ///   - column: the column of an issue.
  /// - Throws: the error that `body` throws.
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
          fixture.connection(databases, databases.options), named: fixture.name)
        for problem in problems { place.record(problem) }
        return connection
      } catch let failure as MigrationFailure {
        place.record(failure.testWords)
      } catch let error as RealRows.LoadError {
        place.record(error.message)
      } catch {
        place.record("cannot create \(fixture.name): \(error)")
      }
      return nil
    }
  }

  /// The place of a test, and the library that runs it.
  private struct TestPlace {
    let fileID: StaticString
    let file: StaticString
    let line: UInt
    let column: UInt

    /// Fails the test. In XCTest, an issue of Testing would be lost.
    func record(_ words: String) {
      // Not a default of `#_sourceLocation`, because users of XCTest would have to import Testing for it.
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
