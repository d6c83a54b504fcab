import SQLScriptsDatabase
import SQLScriptsSQL
import TestSupport
import Testing

@testable import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database file in a separate folder, with helpers for tests.
struct Sandbox {
  let folder: String
  var path: String { folder + "/a.sqlite" }

  static func with(_ body: (Sandbox) throws -> Void) throws {
    try TemporaryFolder.with { try body(Sandbox(folder: $0)) }
  }

  /// A connection of the test.
  func open(_ path: String? = nil) throws -> Connection {
    try Connection(path: path ?? self.path, mode: .create, busyTimeout: Milliseconds(0))
  }

  /// Runs SQL as an app would.
  func run(_ sql: String...) throws {
    let connection = try open()
    for sql in sql { try connection.execute(sql) }
  }

  func rows(_ sql: String) throws -> [[SQLiteValue]] { try open().rows(sql) }

  func value(_ sql: String) throws -> SQLiteValue? { try open().value(sql) }

  func migrator(
    _ scripts: ScriptBundle, _ change: (inout MigrationOptions) -> Void = { _ in }
  ) -> Migrator {
    var options = MigrationOptions()
    options.busyTimeout = .zero
    // As in a release build.
    options.checksAppliedScripts = false
    change(&options)
    return Migrator(path: path, scripts: scripts, options: options)
  }

  @discardableResult
  func migrate(_ scripts: InMemoryScript..., to version: Int64? = nil) throws -> MigrationReport {
    try migrator(ScriptBundle(scripts: scripts)).migrate(to: version)
  }

  /// The failure of a migration that must fail.
  func failure(
    _ scripts: InMemoryScript..., change: (inout MigrationOptions) -> Void = { _ in },
    at place: SourceLocation = #_sourceLocation
  ) throws -> MigrationFailure {
    try #require(
      #expect(throws: MigrationFailure.self, sourceLocation: place) {
        try migrator(ScriptBundle(scripts: scripts), change).migrate()
      }, sourceLocation: place)
  }

  /// All contents without the times: schema, rows, versions and history.
  func content(_ path: String? = nil) throws -> [String] {
    try Self.content(try open(path))
  }

  static func content(_ connection: Connection) throws -> [String] {
    var lines: [String] = []
    let objects = try connection.rows(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1, 2")
    for object in objects {
      lines.append(object.map(\.description).joined(separator: " "))
      guard object[0] == "table", let name = object[1].string else { continue }
      let columns =
        name == "db_version_history" ? "version, script, checksum, statement_count, origin" : "*"
      let rows = try connection.rows("SELECT \(columns) FROM \(name.quotedName)")
      lines += rows.map { row in name + ": " + row.map(\.description).joined(separator: "|") }
        .sorted()
    }
    for pragma in ["user_version", "application_id", "journal_mode", "page_size", "auto_vacuum"] {
      lines.append("\(pragma) \(try connection.value("PRAGMA \(pragma)") ?? .null)")
    }
    return lines
  }

  /// The oracle: the file passes the integrity check, its version is `version`, and its contents are what the scripts
  /// up to there create in another file.
  func expectIs(
    at version: Int64, of scripts: [InMemoryScript],
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let connection = try open()
    #expect(try connection.value("PRAGMA integrity_check") == "ok", sourceLocation: place)
    #expect(
      try connection.rows("SELECT * FROM db_version") == [[.integer(version)]],
      sourceLocation: place)
    let reference = folder + "/reference.sqlite"
    for suffix in ["", "-wal", "-shm"] { unlink(reference + suffix) }
    try Migrator(path: reference, scripts: ScriptBundle(scripts: scripts)).migrate(to: version)
    #expect(try content() == content(reference), sourceLocation: place)
  }

  /// Writes a file into the folder.
  func write(_ name: String, _ text: String) throws {
    let file = try #require(fopen(folder + "/" + name, "w"))
    defer { fclose(file) }
    var text = text
    let count = text.utf8.count
    #expect(text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) } == count)
  }

  func write(_ name: String, bytes: [UInt8]) throws {
    let file = try #require(fopen(folder + "/" + name, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }

  /// Copies the bytes of a file, even if it is in use.
  func copy(_ path: String, to copy: String) throws {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: try size(path))
    #expect(fread(&bytes, 1, bytes.count, file) == bytes.count)
    try write(String(copy.dropFirst(folder.count + 1)), bytes: bytes)
  }

  func size(_ path: String) throws -> Int {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return Int(status.st_size)
  }

  func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode
  }

  /// The bytes of the file, and when it was written.
  func bytes() throws -> (bytes: [UInt8], time: Int) {
    var status = stat()
    #expect(stat(path, &status) == 0)
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    #expect(fread(&bytes, 1, bytes.count, file) == bytes.count)
    #if canImport(Darwin)
      return (bytes, status.st_mtimespec.tv_nsec)
    #else
      return (bytes, status.st_mtim.tv_nsec)
    #endif
  }

  func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

extension MigrationFailure {
  /// The failure of a statement; nil for any other reason.
  var statement: StatementFailure? {
    if case .statement(let failure) = reason { failure } else { nil }
  }

  var refusal: MigrationRefusal? {
    if case .refused(let refusal) = reason { refusal } else { nil }
  }
}

/// Records all events.
final class Listener: MigrationObserver, @unchecked Sendable {
  private(set) var events: [MigrationEvent] = []
  var onEvent: (MigrationEvent) -> Void = { _ in }

  func observe(_ event: MigrationEvent) {
    events.append(event)
    onEvent(event)
  }

  var committed: [Int64] {
    events.compactMap { if case .stepCommitted(let step) = $0 { step.version } else { nil } }
  }

  var repetitions: Int {
    events.count { if case .stepsRepeated = $0 { true } else { false } }
  }
}
