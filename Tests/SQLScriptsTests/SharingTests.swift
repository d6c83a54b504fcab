import Foundation
import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Laws 13, 24 and 25: several users share a database, its locks and its backups through their group.
@Suite struct SharingTests {
  private static let stranger: uid_t = 61_234

  /// The owner, the group and the permissions.
  private func rights(_ path: String) -> [UInt32] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [status.st_uid, status.st_gid, UInt32(status.st_mode & 0o7777)]
  }

  @Test
  func `laws 13 and 24: locks and backups get the owner and the permissions of the database`()
    throws
  {
    for mode: mode_t in [0o664, 0o660, 0o600, 0o444] {
      try Sandbox.with { (box) throws in
        try box.migrate(.default(["CREATE TABLE t (x)"]))
        // Only root can change the owner of files.
        if geteuid() == 0 { chown(box.path, Self.stranger, Self.stranger) }
        chmod(box.path, mode)
        let lock = try StepLock(
          of: DatabaseFile(box.path), "-migrating", busyTimeout: Milliseconds(0), unless: { false })
        #expect(rights(box.path + "-migrating").prefix(2) == rights(box.path).prefix(2))
        #expect(rights(box.path + "-migrating").last == UInt32(mode | 0o600))
        let backup = try DatabaseBackup.make(of: box.path)
        #expect(rights(backup.path) == rights(box.path))
        _ = consume lock
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can act as another user"))
  func `laws 13 and 25: the migration waits for a lock that another user holds`() throws {
    try withSharedFolder { box, scripts in
      var lock: StepLockBox? = try StepLockBox(box.path)
      let (process, output) = try start(box.path, scripts)
      // The plan is made, and now it needs the lock.
      let begin = output.fileHandleForReading.readData(ofLength: "ready\nplanned\n".utf8.count)
      #expect(begin == Data("ready\nplanned\n".utf8))
      #expect(process.isRunning && lock != nil)
      lock = nil
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      #expect(!box.exists(box.path + "-migrating"))
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can act as another user"))
  func `laws 13 and 25: a lock file left by another user locks nobody out`() throws {
    // As a killed process leaves it, and with the permissions of a strict umask.
    for mode: mode_t in [0o664, 0o644] {
      try withSharedFolder { box, scripts in
        try box.write("db/a.sqlite-migrating", "")
        chmod(box.path + "-migrating", mode)
        let (process, output) = try start(box.path, scripts)
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
      }
    }
  }

  @Test func `law 27: a file that cannot be a lock file is reported with the reason`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(.default(["CREATE TABLE t (x)"]))
      let alone = InMemoryScript.file(
        named: "sql_update_2.json", text: "{\"transaction\": false, \"statements\": [\"VACUUM\"]}")
      let path = box.path + "-migrating"
      mkfifo(path, 0o600)
      let pipe = try box.failure(.default([]), alone)
      #expect(pipe.summary == "the lock file \(path) is not a file")
      unlink(path)
      symlink("/nowhere", path)
      let link = try box.failure(.default([]), alone)
      #expect(link.summary.hasPrefix("the lock file \(path) cannot be opened: "), "\(link)")
      unlink(path)
    }
  }

  @Test func `law 27: a pipe with the name of a journal is reported without waiting for it`() throws
  {
    for suffix in ["-journal", "-wal", "-shm"] {
      try Sandbox.with { (box) throws in
        try box.migrate(.default(["CREATE TABLE t (x)"]))
        mkfifo(box.path + suffix, 0o600)
        let failure = try box.failure(.default([]), .update(2, []))
        #expect(failure.summary.contains("\(box.path)\(suffix) is a device, pipe or socket"))
        #expect(throws: BackupError.self) { try DatabaseBackup.make(of: box.path) }
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can act as another user"))
  func `law 5: a database in an unreadable folder is not a new database`() throws {
    try withSharedFolder { box, scripts in
      let folder = box.folder + "/db"
      chmod(folder, 0o700)
      let (process, output) = try start(box.path, scripts)
      let text = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(text.contains("not allowed to open \(box.path)"), "\(text)")
      chmod(folder, 0o777)
    }
  }

  /// A database at version 1 that belongs to root and to a group, in a folder that all users can write to, and
  /// scripts, the second of which is not transactional.
  private func withSharedFolder(_ body: (Shared, String) throws -> Void) throws {
    try Sandbox.with { (box) throws in
      let scripts = box.folder + "/scripts"
      for path in [scripts, box.folder + "/db"] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      try box.write("scripts/sql_default.sql", "CREATE TABLE t (x);")
      try box.write(
        "scripts/sql_update_2.json", "{\"transaction\": false, \"statements\": [\"VACUUM\"]}")
      let shared = Shared(folder: box.folder, path: box.folder + "/db/a.sqlite")
      try Migrator(path: shared.path, scripts: try ScriptBundle(directory: scripts)).migrate(to: 1)
      chmod(box.folder, 0o755)
      chmod(box.folder + "/db", 0o777)
      chown(shared.path, 0, Self.stranger)
      chmod(shared.path, 0o664)
      try body(shared, scripts)
    }
  }

  private struct Shared {
    let folder: String
    let path: String

    func write(_ name: String, _ text: String) throws {
      try Sandbox(folder: folder).write(name, text)
    }

    func exists(_ path: String) -> Bool { Sandbox(folder: folder).exists(path) }
  }

  /// Starts a migration as a user who is in the group but not the owner.
  private func start(_ database: String, _ scripts: String) throws -> (Process, Pipe) {
    let process = Process()
    let output = Pipe()
    process.executableURL = migrateHelper
    process.arguments = [database, scripts, String(Self.stranger)]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    return (process, output)
  }
}

/// A lock that can be kept in a variable and released.
private final class StepLockBox {
  private let lock: StepLock

  init(_ path: String) throws {
    lock = try StepLock(
      of: DatabaseFile(path), "-migrating", busyTimeout: Milliseconds(0), unless: { false })
  }
}
