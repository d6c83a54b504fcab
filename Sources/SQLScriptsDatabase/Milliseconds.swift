#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A duration in whole milliseconds, the unit of SQLite's busy timeout.
package struct Milliseconds: Sendable, Hashable, Comparable {
  package var count: Int

  package init(_ count: Int) {
    self.count = count
  }

  /// The whole milliseconds, clamped to an Int32: at most about 24 days.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let clamped = min(max(seconds, 0), 2_000_000)
    self.init(Int(clamped) * 1000 + Int(max(attoseconds, 0) / 1_000_000_000_000_000))
  }

  package static func < (left: Self, right: Self) -> Bool { left.count < right.count }

  /// The milliseconds since `start`, a value of `now`.
  package static func since(_ start: UInt64) -> Double {
    Double(now &- start) / 1_000_000
  }

  /// A monotonic clock in nanoseconds. It is independent of the wall clock.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }
}
