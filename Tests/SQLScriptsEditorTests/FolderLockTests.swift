import SQLScriptsEditor
import TestSupport
import Testing

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
