import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsValidation

/// A database as an older release of the app left it, for the tests of an app.
///
/// It is created from the scripts, or it is a saved file:
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

  /// A database of a version, created by the scripts, with sample rows in every empty table.
  public static func database(at version: Int64) -> DatabaseFixture {
    DatabaseFixture(source: .version(version, nil))
  }

  /// A database of a version, created by the scripts, in which the statements then run in order.
  public static func database(at version: Int64, with statements: [String]) -> DatabaseFixture {
    DatabaseFixture(source: .version(version, statements))
  }

  /// A saved database file, for example from a user. It is copied, and the file stays unchanged.
  ///
  /// - Parameter path: a file that is not empty.
  public static func file(_ path: String) -> DatabaseFixture {
    DatabaseFixture(source: .file(path))
  }

  /// Writes the database to a file, for a test that opens it as the app does.
  ///
  /// - Parameters:
  ///   - path: a path where no file exists.
  ///   - scripts: the scripts that create the database, if it is not a saved file.
  ///   - options: the options of the app; they say where the version is stored, and prepare the connections.
  /// - Throws: `MigrationFailure` if a script fails or the file cannot be created, `SQLiteError` if one of the
  ///   fixture's statements fails.
  public func write(
    to path: String, scripts: ScriptBundle, options: MigrationOptions = MigrationOptions()
  ) throws {
    let connection = try connection(
      VersionDatabases(ScriptLibrary(scripts), options: options), options)
    do {
      guard !DatabaseFile(path).exists else {
        throw SQLiteError(code: .cannotOpen, message: "“\(path)” already exists")
      }
      let file = try Connection(path: path, mode: .create, busyTimeout: Milliseconds(0))
      try file.prepare(with: options, for: path)
      try file.copyAll(of: connection, busyTimeout: Milliseconds(0))
    } catch let error as SQLiteError {
      throw MigrationFailure(reading: error, at: path)
    }
  }

  /// The database on a private connection.
  ///
  /// - Parameter options: how the app prepares its connections.
  func connection(
    _ databases: @autoclosure () throws -> VersionDatabases, _ options: MigrationOptions
  ) throws -> Connection {
    switch source {
    case .version(let version, let statements):
      let connection = try databases().database(at: version, hasSamples: statements == nil)
      for sql in statements ?? [] { try connection.prepareOnly(sql).execute() }
      return connection
    case .file(let path):
      guard DatabasePath.hasContents(path) else {
        throw MigrationFailure(
          reading: SQLiteError(
            code: .cannotOpen, message: "no such file, or an empty file: \(path)"), at: path)
      }
      return try DatabaseCopy(
        of: path, temporaryFolder: FileManager.default.temporaryDirectory.path, options: options
      ).connection
    }
  }

  /// The name in messages of tests.
  var name: String {
    switch source {
    case .version(let version, _): "a database of version \(version)"
    case .file(let path): path
    }
  }
}
