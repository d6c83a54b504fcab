#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system says about a file without reading it.
struct FileTime: Sendable, Equatable {
  private let parts: [Int64]
  private let seconds: Int64
  let size: Int64

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    (seconds, size) = (Int64(changed.tv_sec), Int64(status.st_size))
    parts = [
      Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(changed.tv_nsec),
      Int64(truncatingIfNeeded: status.st_ino),
    ]
  }

  /// Whether each later change gets another time. Clocks of file systems have steps of up to two seconds.
  func isSettled(at now: Int64) -> Bool { seconds < now - 2 }

  static var now: Int64 { Int64(time(nil)) }
}
