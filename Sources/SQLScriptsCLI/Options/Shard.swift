import ArgumentParser
import SQLScriptsFiles

/// One of several shares of a fleet, for a scheduler that gives each machine one.
struct Shard: ExpressibleByArgument {
  let number: UInt64
  let count: UInt64

  /// From “2/8”.
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[0]), let count = UInt64(parts[1]),
      number >= 1, number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Depends on nothing but the path: not on its place, which another machine's list may have elsewhere.
  func contains(_ path: String) -> Bool {
    var hash = XXH64()
    var path = path
    path.withUTF8 { hash.update($0) }
    return hash.finish() % count == number - 1
  }
}
