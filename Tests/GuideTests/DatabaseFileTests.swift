import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of DatabaseFile.md. App groups, data protection and background time exist on Apple systems only, so their code is
// not compiled on Linux.

#if canImport(Darwin)
  /// The folder that the app and its extensions share; nil if the entitlement is missing.
  func sharedFolder(group: String) throws -> URL? {
    let files = FileManager.default
    guard let container = files.containerURL(forSecurityApplicationGroupIdentifier: group)
    else { return nil }
    let folder = container.appendingPathComponent("Notes", isDirectory: true)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  func excludeFromBackup(_ folder: URL) throws {
    var folder = folder
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try folder.setResourceValues(values)
  }
#endif

#if os(iOS)
  func protect(_ folder: URL) throws {
    try FileManager.default.setAttributes(
      [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
      ofItemAtPath: folder.path)
  }

  func migrateInTheBackground(_ database: SQLiteManager) {
    let cancellation = MigrationCancellation()
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Update the database") { isOver in
      if isOver {
        cancellation.cancel()
      } else {
        _ = try? database.open(observer: nil, cancellation: cancellation)
        try? database.close()
      }
    }
  }
#endif

func moveDatabase(from old: URL, to new: URL) throws {
  let files = FileManager.default
  guard files.fileExists(atPath: old.path), !files.fileExists(atPath: new.path) else { return }
  // A crash leaves the unfinished copy, and the next launch copies again.
  let copy = new.path + ".moving"
  try DatabaseBackup(path: old.path).restore(to: copy)
  try files.moveItem(atPath: copy, toPath: new.path)
  for suffix in ["", "-wal", "-shm", "-journal"] {
    try? files.removeItem(atPath: old.path + suffix)
  }
}

func widgetCanRead(_ url: URL, scripts: ScriptBundle) -> Bool {
  let status = try? Migrator(url: url, scripts: scripts).status()
  return status?.isUpToDate ?? false
}

struct DatabaseFileTests {
  private let folder: TemporaryFolder
  private var old: URL { URL(fileURLWithPath: folder.path("old.sqlite")) }
  private var new: URL { URL(fileURLWithPath: folder.path("new.sqlite")) }
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE note (text TEXT)"]), .update(2, ["ALTER TABLE note ADD COLUMN color"]),
  ])

  init() throws {
    folder = try TemporaryFolder()
  }

  private func notes(_ url: URL) throws -> Int {
    try SQLiteManager(.init(url: url, scripts: .scripts(scripts))).query("SELECT * FROM note").count
  }

  @Test func `nothing to move changes nothing`() throws {
    try moveDatabase(from: old, to: new)
    #expect(!FileManager.default.fileExists(atPath: new.path))
  }

  @Test(arguments: SQLiteManager.JournalMode.allCases)
  func `a moved database keeps the rows of its write-ahead log`(mode: SQLiteManager.JournalMode)
    throws
  {
    // A copy of an open database has its log, as after a crash.
    let live = folder.path("live.sqlite")
    var configuration = SQLiteManager.Configuration(path: live, scripts: .scripts(scripts))
    configuration.journalMode = mode
    let database = SQLiteManager(configuration)
    try database.execute("INSERT INTO note (text) VALUES ('Milk')")
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: live + suffix) {
      try FileManager.default.copyItem(atPath: live + suffix, toPath: old.path + suffix)
    }
    // A copy that an earlier launch did not finish.
    try Data("unfinished".utf8).write(to: URL(fileURLWithPath: new.path + ".moving"))

    for _ in 1...2 { try moveDatabase(from: old, to: new) }
    #expect(try notes(new) == 1)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0.hasPrefix("old") || $0.contains("moving") } == [])
  }

  @Test func `a widget does not read a database that the app has to update first`() throws {
    #expect(!widgetCanRead(new, scripts: scripts))
    try Migrator(url: new, scripts: scripts).migrate(to: 1)
    #expect(!widgetCanRead(new, scripts: scripts))
    try Migrator(url: new, scripts: scripts).migrate()
    #expect(widgetCanRead(new, scripts: scripts))
  }
}
