import ArgumentParser
import SQLScriptsFiles

/// One of several shards of the databases, for a scheduler that gives each machine one.
struct Shard: ExpressibleByArgument {
  let number: UInt64
  let count: UInt64

  /// Parses “2/8”.
  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[0]), let count = UInt64(parts[1]),
      number >= 1, number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  /// Depends on the path only, not on its position, which may differ in the list of another machine.
  func contains(_ path: String) -> Bool {
    var hash = XXH64()
    var path = path
    path.withUTF8 { hash.update($0) }
    return hash.finish() % count == number - 1
  }
}
