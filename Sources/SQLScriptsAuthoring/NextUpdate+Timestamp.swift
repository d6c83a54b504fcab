#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension NextUpdate {
  /// The time in UTC as a number: 20261121093000123 is half past nine on 21 November 2026. Years after 9999 are
  /// clamped.
  package static var now: Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var parts = tm()
    let year = gmtime_r(&now.tv_sec, &parts) == nil ? 9999 : Int64(parts.tm_year) + 1900
    let date =
      min(max(year, 0), 9999) * 10_000 + (Int64(parts.tm_mon) + 1) * 100
      + Int64(parts.tm_mday)
    let time = Int64(parts.tm_hour) * 10_000 + Int64(parts.tm_min) * 100 + Int64(parts.tm_sec)
    return (date * 1_000_000 + time) * 1000 + Int64(now.tv_nsec) / 1_000_000
  }
}
