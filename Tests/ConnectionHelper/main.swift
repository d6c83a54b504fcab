import SQLScripts
import ScramblingVFS

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// An app that prepares its connections, or chooses its SQLite, for tests that need a process of their own.
//
//   connection-helper scrambled DATABASE KEY ACTION…
//       Uses the scrambling VFS. Without a key (“”) nothing is prepared. Actions: create, kill (in update 3),
//       kill-first (while it is created), migrate, status, check, count, backup, restore, wal.
//   connection-helper library LIBRARY PREFIX DATABASE [late]
//       Uses the SQLite in a shared library, whose functions have a prefix, and migrates a file and a connection of it.

let scriptsInOrder: [InMemoryScript] = [
  .default(["CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL)"]),
  .update(2, ["ALTER TABLE note ADD COLUMN slug TEXT", "UPDATE note SET slug = slug(body)"]),
  .update(
    3,
    [
      "CREATE INDEX by_body ON note (body COLLATE backwards)",
      "INSERT INTO note (body) VALUES ('three')",
    ]),
]

let scripts = ScriptBundle(scripts: scriptsInOrder)

@Sendable func addFunctions(_ database: SQLiteDatabase) throws {
  try database.addFunction("slug", argumentCount: 1) { values in
    values[0].string?.lowercased()
  }
  try database.addCollation("backwards") { $0 > $1 }
}

func scrambled(_ path: String, _ key: String, _ actions: [String]) throws {
  guard scrambling_vfs_install() == 0 else { exit(70) }
  var options = MigrationOptions()
  options.groupCommit = .zero
  if !key.isEmpty {
    options.prepareConnection = { database in
      guard database.path == path else { throw MigratorMisled(path: database.path) }
      try database.execute("PRAGMA scramble = '\(key)'")
      try addFunctions(database)
    }
  }
  for action in actions {
    switch action {
    case "create":
      try Migrator(path: path, scripts: scripts, options: options).migrate(to: 1)
      let manager = SQLiteManager(configuration(path, options, upTo: 1))
      try manager.execute("INSERT INTO note (body) VALUES (?), (?)", "Very Secret", "Second")
    case "kill":
      var options = options
      options.codeSteps = [CodeStep(version: 3, name: "kill") { _ in kill(getpid(), SIGKILL) }]
      try Migrator(path: path, scripts: scripts, options: options).migrate()
    case "kill-first":
      var configuration = configuration(path, options)
      configuration.onNewDatabase = { database in
        // Larger than the cache, so that pages and the journal are on the disk.
        try database.execute("PRAGMA cache_size = 5")
        for _ in 0..<200 {
          try database.execute("INSERT INTO note (body) VALUES (hex(zeroblob(4000)))")
        }
        kill(getpid(), SIGKILL)
      }
      try SQLiteManager(configuration).open()
    case "status":
      print(try Migrator(path: path, scripts: scripts, options: options).status().condition)
    case "migrate":
      var options = options
      options.backup = BackupPolicy(keep: 3)
      let report = try Migrator(path: path, scripts: scripts, options: options).migrate()
      print("from \(report.from ?? 0) to \(report.to), backup: \(report.backup != nil)")
    case "wal":
      var configuration = configuration(path, options)
      configuration.journalMode = .wal
      let manager = SQLiteManager(configuration)
      try manager.execute("INSERT INTO note (body) VALUES ('in the log')")
      kill(getpid(), SIGKILL)
    case "check":
      let row = try SQLiteManager(configuration(path, options)).queryFirst("PRAGMA integrity_check")
      print(row?.values.first?.string ?? "nothing")
    case "count":
      let row = try SQLiteManager(configuration(path, options)).queryFirst(
        "SELECT count(*), group_concat(body, '|') FROM (SELECT body FROM note ORDER BY id)")
      print(row?.values.map(\.description).joined(separator: " ") ?? "nothing")
    case "backup":
      let backup = try DatabaseBackup.make(of: path, prepareConnection: options.prepareConnection)
      print(backup.path.dropFirst(path.count))
    case "restore":
      let backups = try DatabaseBackup.all(of: path, isEncrypted: !key.isEmpty)
      guard let oldest = backups.last else { exit(71) }
      try oldest.restore(to: path, prepareConnection: options.prepareConnection)
      print("restored from \(backups.count)")
    default: exit(64)
    }
  }
  print("early reads: \(scrambling_vfs_early_reads())")
}

/// The preparation got another path than that of the database.
struct MigratorMisled: Error {
  let path: String?
}

func configuration(
  _ path: String, _ options: MigrationOptions, upTo version: Int = 3
) -> SQLiteManager.Configuration {
  let scripts = ScriptBundle(scripts: Array(scriptsInOrder.prefix(version)))
  var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
  configuration.options = options
  return configuration
}

func otherLibrary(_ path: String, _ prefix: String, _ database: String, late: Bool) throws {
  var mode = RTLD_NOW | RTLD_LOCAL
  #if canImport(Glibc)
    // Otherwise a library without a prefix would call itself through the functions of the linked SQLite.
    mode |= RTLD_DEEPBIND
  #endif
  guard let library = dlopen(path, mode) else { exit(70) }
  func function<F>(_ name: String, _: F.Type) -> F {
    guard let symbol = dlsym(library, prefix + name) else { exit(71) }
    return unsafeBitCast(symbol, to: F.self)
  }
  let open = function("sqlite3_open_v2", SQLiteLibrary.Open.self)
  var prepared = MigrationOptions()
  prepared.prepareConnection = addFunctions
  if late { try Migrator(path: database, scripts: scripts, options: prepared).migrate() }
  try SQLiteLibrary.use(
    open: open,
    autoExtension: function("sqlite3_auto_extension", SQLiteLibrary.AutoExtension.self),
    cancelAutoExtension: function("sqlite3_cancel_auto_extension", SQLiteLibrary.AutoExtension.self)
  )
  print("uses \(SQLiteLibrary.version)")
  let report = try Migrator(path: database, scripts: scripts, options: prepared).migrate()
  print("file at \(report.to)")
  var connection: OpaquePointer?
  guard open(database, &connection, 2, nil) == 0, let connection else { exit(72) }
  print("connection at \(try Migrator(connection: connection, scripts: scripts).migrate().to)")
  let backup = try DatabaseBackup.make(of: database, prepareConnection: addFunctions)
  print("backup: \(backup.path.dropFirst(database.count))")
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first {
  case "scrambled": try scrambled(arguments[1], arguments[2], Array(arguments[3...]))
  case "library":
    try otherLibrary(
      arguments[1], arguments[2], arguments[3], late: arguments.dropFirst(4).first == "late")
  default: exit(64)
  }
} catch {
  print("failed: \(error)")
  exit(1)
}
