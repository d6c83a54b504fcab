import Foundation
import TestSupport
import Testing

@testable import SQLScriptsEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct FolderLockTests {
  @Test func `a folder has one editor until its lock is released`() throws {
    let folder = try TemporaryFolder()
    var lock: FolderLock? = try FolderLock(folder.path)
    #expect(throws: FolderLock.Failure.inUse) { _ = try FolderLock(folder.path) }
    withExtendedLifetime(lock) {}
    lock = nil
    lock = try FolderLock(folder.path)
    withExtendedLifetime(lock) {}
  }

  /// The editor that has the changes of the first folder would overwrite those of the second.
  @Test func `a folder that was made again has no second editor`() throws {
    let (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    let (scripts, journals) = (folder.path("scripts"), state.path + "/deeper/unsaved")
    let make = {
      try FileManager.default.createDirectory(atPath: scripts, withIntermediateDirectories: false)
    }
    try make()
    var lock: FolderLock? = try FolderLock(scripts, journals: journals)
    #expect(lock?.journals == journals)
    try FileManager.default.moveItem(atPath: scripts, toPath: folder.path("aside"))
    try make()
    #expect(throws: FolderLock.Failure.inUse) { _ = try FolderLock(scripts, journals: journals) }
    // Other folders have other journals, also while this one is refused.
    let other = try FolderLock(state.path, journals: journals)
    #expect(other.journals == journals)
    lock = nil
    lock = try FolderLock(scripts, journals: journals)
    #expect(lock?.journals == journals)
  }

  @Test func `without a lock beside it, there is no journal`() throws {
    let (folder, state) = (try TemporaryFolder(), try TemporaryFolder())
    try state.write("", to: "file")
    let lock = try FolderLock(folder.path, journals: state.path("file"))
    #expect(lock.journals == nil)
    #expect(chmod(state.path, 0o777) == 0)
    let other = try FolderLock(state.path, journals: state.path)
    #expect(other.journals == nil)
  }

  /// A number that is closed twice may be that of a file that another thread has opened in between.
  @Test func `a lock that is refused closes nothing of other threads`() async throws {
    let folder = try TemporaryFolder()
    let lock = try FolderLock(folder.path)
    let failures = await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for _ in 0..<20_000 { _ = try? FolderLock(folder.path) }
        return 0
      }
      group.addTask {
        (0..<20_000).count { _ in close(open("/dev/null", O_RDONLY | O_CLOEXEC)) != 0 }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0)
    withExtendedLifetime(lock) {}
  }
}
