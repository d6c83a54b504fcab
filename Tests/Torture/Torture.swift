import CSQLScriptsFaults
import FaultCalls
import Foundation
import SQLScriptsTorture

/// Tests that no fault loses data (laws 12, 13, 24 and 28), and counts the cases. `Tools/torture` runs it.
///
///     torture [--seed N] [--seconds N] [--part NAME]… [--case ID]
@main struct Torture {
  var seed: UInt64 = 1
  /// The time limit for all parts together; nil for none.
  var seconds: Double?
  var parts: [Part] = []
  /// One case to repeat, by its name.
  var only: String?

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let torture = Torture(arguments) else {
      print(
        "usage: torture [--seed N] [--seconds N] [--case ID] "
          + "[--part \(Part.allCases.map(\.rawValue).joined(separator: "|"))]…")
      exit(64)
    }
    guard fault_memory_install() == 0, fault_vfs_install() == 0 else { exit(70) }
    exit(try torture.run() == 0 ? 0 : 1)
  }

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      case "--seconds":
        guard let number = Double(value) else { return nil }
        seconds = number
      case "--part":
        guard let part = Part(rawValue: value) else { return nil }
        parts.append(part)
      case "--case":
        only = value
        guard let part = Part(rawValue: String(value.prefix { $0 != ":" })) else { return nil }
        parts = [part]
      default: return nil
      }
    }
    if parts.isEmpty { parts = Part.allCases }
  }

  /// - Returns: the number of cases with errors.
  private func run() throws -> Int {
    print("seed \(seed)\(seconds.map { ", \(Int($0)) seconds" } ?? ", until all is tried")")
    // In memory, if the system has such a disk.
    let folder = try Folder.temporary(in: ["/dev/shm", NSTemporaryDirectory()])
    defer { folder.remove() }
    let scenarios = try Scenario.all(in: folder)
    var bad = 0
    let shares = parts.reduce(0) { $0 + $1.share }
    for part in parts {
      let start = Date()
      var counts = TortureCounts(
        seed: seed, only: only, seconds: seconds.map { $0 * part.share / shares }
      ) { finding in
        print("BAD \(finding.id): \(finding.violation)")
        if !finding.details.isEmpty { print("    \(finding.details)") }
        print("    again: Tools/torture --seed \(seed) --case '\(finding.id)'")
        fflush(nil)
      }
      guard part != .users || Users.isPossible else {
        print("users: skipped: only root can become other users")
        continue
      }
      try part.run(&counts, scenarios, in: folder)
      print(part.line(counts, seconds: Date().timeIntervalSince(start)))
      fflush(nil)
      bad += counts.bad
      if let only, counts.tried == 0 { print("there is no case \(only)") }
    }
    return bad
  }
}
