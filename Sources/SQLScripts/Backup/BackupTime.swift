import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The end of a backup's name: when it was made, in UTC. As text they sort by time.
enum BackupTime {
  private static let pattern = "ddddddddTdddddd.dddZ"

  /// Whether a text is one: what looks otherwise was named by a person, and is left alone.
  static func isOne(_ text: Substring) -> Bool {
    text.utf8.count == pattern.utf8.count
      && zip(text.utf8, pattern.utf8).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "d") ? (48...57).contains(byte) : byte == wanted
      }
  }

  /// The time now, or the next for which there is no file.
  static func unused(after prefix: String) -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var milliseconds = Int(now.tv_sec) * 1000 + now.tv_nsec / 1_000_000
    while DatabaseFile(prefix + text(milliseconds)).exists { milliseconds += 1 }
    return text(milliseconds)
  }

  private static func text(_ milliseconds: Int) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let time = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    return digits(date[0], 4) + date.dropFirst().map { digits($0, 2) }.joined() + "T"
      + time.map { digits($0, 2) }.joined() + "." + digits(milliseconds % 1000, 3) + "Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
