#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system says about a file without reading it.
struct FileTime: Sendable, Equatable {
  /// When its contents were changed last: seconds and nanoseconds.
  private let modified: [Int64]
  /// When anything of it was changed last, also its name.
  private let changed: [Int64]
  private let number: Int64
  let size: Int64

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = [Int64(modified.tv_sec), Int64(modified.tv_nsec)]
    self.changed = [Int64(changed.tv_sec), Int64(changed.tv_nsec)]
    number = Int64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
  }

  var secondsOfContents: Int64 { modified.first ?? 0 }
  var seconds: Int64 { changed.first ?? 0 }

  /// Whether it was changed after another one.
  func isLater(than other: FileTime) -> Bool { other.changed.lexicographicallyPrecedes(changed) }

  /// Names the file as long as nobody writes it. The number alone is often that of a deleted file.
  var identity: String { "\(number) \(modified)" }

  /// Whether each later change gets another time. Clocks of file systems have steps of up to two seconds.
  func isSettled(at now: Int64) -> Bool { seconds < now - 2 }

  static var now: Int64 { Int64(time(nil)) }
}
