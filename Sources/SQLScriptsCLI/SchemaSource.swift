import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles

/// A source of a schema.
enum SchemaSource {
  case database(String)
  /// The schema that the scripts create at a version; nil for the latest.
  case version(Int64?)
  case sqlFile(String)
  case standardInput

  /// A number is a version, “-” is SQL on standard input, a name that ends in .sql is a file, and anything else is a
  /// database.
  init(_ argument: String) {
    if let version = Int64(argument), version >= 0 {
      self = .version(version)
    } else if argument == "-" {
      self = .standardInput
    } else {
      self.init(file: argument)
    }
  }

  /// A name that ends in .sql is a file with statements, and any other file is a database.
  init(file: String) {
    self = file.lowercased().hasSuffix(".sql") ? .sqlFile(file) : .database(file)
  }

  /// The name for people.
  var name: String {
    switch self {
    case .database(let path), .sqlFile(let path): path
    case .standardInput: "standard input"
    case .version(let version): version.map { "version \($0)" } ?? "the latest version"
    }
  }

  /// A connection to a database that has the schema.
  ///
  /// - Parameter scripts: the scripts that create a version.
  func connection(_ scripts: ScriptsOptions? = nil) throws -> Connection {
    do {
      switch self {
      case .database(let path):
        try DatabaseArgument.check(path)
        do throws(SQLiteError) {
          let connection = try Connection(
            path: path, mode: .readWrite, busyTimeout: Milliseconds(5000))
          // It is a database only if it can be read.
          _ = try connection.value("SELECT count(*) FROM sqlite_schema")
          return connection
        } catch {
          throw MigrationFailure(reading: error, at: path)
        }
      case .version(let version):
        guard let scripts else {
          throw CommandFailure(.wrongUsage, "“\(name)” is not a file")
        }
        let library = try scripts.library()
        return try BundleDatabase(library, at: version, library.standIns).connection
      case .sqlFile(let path):
        return try Self.database(of: try ScriptDirectory.bytes(ofFile: path), path, scripts)
      case .standardInput:
        guard let bytes = System.readAll("-") else {
          throw CommandFailure(
            .couldNotRun, "standard input cannot be read: \(System.lastMessage)")
        }
        return try Self.database(of: bytes, name, scripts)
      }
    } catch let failure as MigrationFailure {
      if case .database = self { throw CommandFailure(reading: failure) }
      throw CommandFailure(
        ExitStatus(failure, isReading: true), failure.summary, diagnostics: failure.diagnostics)
    } catch let error as ScriptBundleError {
      throw CommandFailure(.couldNotRun, "\(error)")
    }
  }
  /// The connection, unless another program has changed the database and not saved it.
  func savedConnection(_ scripts: ScriptsOptions) throws -> Connection {
    let connection = try connection(scripts)
    // SQLite itself has rolled back what a crash has left.
    guard case .database(let path) = self, System.exists(path + "-journal") else {
      return connection
    }
    do throws(SQLiteError) {
      try connection.execute("BEGIN IMMEDIATE")
      try connection.execute("ROLLBACK")
    } catch {
      guard error.code.primary == .busy else { return connection }
      throw CommandFailure(
        .couldNotRun, "another program has changed “\(path)” and not saved it",
        help: "Save the changes there first, then run the command again.")
    }
    return connection
  }

  private static func database(
    of sql: [UInt8], _ name: String, _ scripts: ScriptsOptions?
  ) throws(MigrationFailure) -> Connection {
    // A folder without readable scripts has no stand-ins either.
    let standIns = (try? scripts?.library())?.standIns ?? .none
    return try BundleDatabase(sqlFile: name, sql, standIns).connection
  }
}
