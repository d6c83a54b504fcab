import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsValidation

/// A database as an older release of the app has left it, for the tests of an app.
///
/// It is made from the scripts themselves, or it is a file that was kept:
///
/// ```swift
/// let fixture = DatabaseFixture.database(at: 2, with: ["INSERT INTO note (text) VALUES ('Milk')"])
/// let kept = DatabaseFixture.file("Fixtures/1.4.0.sqlite")
/// ```
public struct DatabaseFixture: Sendable, Hashable {
  private enum Source: Sendable, Hashable {
    case version(Int64, [String]?)
    case file(String)
  }

  private let source: Source

  /// A database of a version, made by the scripts, with sample rows in every table that is empty.
  public static func database(at version: Int64) -> DatabaseFixture {
    DatabaseFixture(source: .version(version, nil))
  }

  /// A database of a version, made by the scripts, in which statements were run then, one after the other.
  public static func database(at version: Int64, with statements: [String]) -> DatabaseFixture {
    DatabaseFixture(source: .version(version, statements))
  }

  /// A database file that was kept, such as one of a user. It is copied, and the file stays as it is.
  ///
  /// - Parameter path: a file with something in it.
  public static func file(_ path: String) -> DatabaseFixture {
    DatabaseFixture(source: .file(path))
  }

  /// Makes a file of it, for a test that opens the database as the app does.
  ///
  /// - Parameters:
  ///   - path: where no file is yet.
  ///   - options: as the app migrates; they say where the version is kept.
  /// - Throws: `MigrationFailure` if a script fails or the file cannot be made, `SQLiteError` if one of the
  ///   fixture's statements fails.
  public func write(
    to path: String, scripts: ScriptBundle, options: MigrationOptions = MigrationOptions()
  ) throws {
    let connection = try connection(
      VersionDatabases(ScriptLibrary(scripts), options: options))
    do {
      guard !DatabaseFile(path).exists else {
        throw SQLiteError(code: .cannotOpen, message: "there is a file \(path) already")
      }
      try Connection(path: path, mode: .create, busyTimeout: Milliseconds(0))
        .copyAll(of: connection, waiting: Milliseconds(0))
    } catch let error as SQLiteError {
      throw MigrationFailure(looking: error, at: path)
    }
  }

  /// The database, seen by nobody else.
  func connection(_ databases: @autoclosure () throws -> VersionDatabases) throws -> Connection {
    switch source {
    case .version(let version, let statements):
      let connection = try databases().database(at: version, hasSamples: statements == nil)
      for sql in statements ?? [] { try connection.prepareOnly(sql).execute() }
      return connection
    case .file(let path):
      guard DatabasePath.hasContents(path) else {
        throw MigrationFailure(
          looking: SQLiteError(
            code: .cannotOpen, message: "no such file: \(path), or nothing is in it"), at: path)
      }
      return try DatabaseCopy(
        of: path, temporaryFolder: FileManager.default.temporaryDirectory.path
      ).connection
    }
  }

  /// What a test calls it when it fails.
  var name: String {
    switch source {
    case .version(let version, _): "a database of version \(version)"
    case .file(let path): path
    }
  }
}
