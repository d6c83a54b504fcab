#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A span of time in whole milliseconds, the unit of SQLite's busy timeout.
package struct Milliseconds: Sendable, Hashable, Comparable {
  package var count: Int

  package init(_ count: Int) {
    self.count = count
  }

  package static func < (left: Self, right: Self) -> Bool { left.count < right.count }

  /// The time that passed since `start`, a reading of `now`.
  package static func since(_ start: UInt64) -> Double {
    Double(now &- start) / 1_000_000
  }

  /// A monotonic clock in nanoseconds. It does not jump when the wall clock is set.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }
}
