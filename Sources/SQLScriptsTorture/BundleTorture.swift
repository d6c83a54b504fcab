import CSQLScriptsFaults
import SQLScripts
import SQLScriptsDatabase

/// Injects faults and power cuts while a user's own scripts run, and checks that a database is never between two
/// versions (law 12).
package struct BundleTorture {
  package enum Part: String, CaseIterable, Sendable {
    /// A run that ends between two scripts, and another that continues.
    case stops
    case faults, crashes
  }

  /// The number of cases that a part has tested.
  package struct Tally: Sendable, Hashable {
    package let part: Part
    package let tried: Int
    /// The number of all cases; nil if they were not counted.
    package let all: Int?
    package let bad: Int
  }

  /// Errors with the same message.
  package struct Failure: Sendable {
    package let part: Part
    /// The first of these errors.
    package let first: TortureCounts.Finding
    package fileprivate(set) var count = 1
  }

  package let seed: UInt64
  /// Whether a user's database was included.
  package let hasData: Bool
  package let seconds: Double
  package private(set) var tallies: [Tally] = []
  package private(set) var failures: [Failure] = []
  /// Whether it ended early because it was told to stop.
  package private(set) var isStopped = false
  package private(set) var scenarios: BundleScenarios?

  /// The fraction of the time that has passed when a part ends.
  private static let shares: [Part: Double] = [.stops: 1 / 3, .faults: 2 / 3, .crashes: 1]

  /// 1 January 2026 in SQLite's milliseconds, for all runs.
  private static let now: Int64 = 212_633_985_600_000

  package var tried: Int { tallies.reduce(0) { $0 + $1.tried } }
  package var bad: Int { tallies.reduce(0) { $0 + $1.bad } }

  /// Runs as many cases as there is time for. The process must do nothing else with SQLite from then on, because all
  /// files use the VFS that fails, and are not synced.
  ///
  /// - Parameters:
  ///   - data: a copy of a user's database, as an additional start.
  ///   - only: one case to repeat, as a finding names it.
  ///   - places: folders for the databases; the first with enough room is used.
  ///   - goesOn: called before each case with the elapsed part of the time, from 0 to 1.
  /// - Throws: `MigrationFailure` if a new database cannot be created or the copy cannot be migrated; `Folder.FileError`
  ///   and `SQLiteError` for errors of the machine.
  package init(
    _ library: ScriptLibrary, with data: Connection? = nil, seed: UInt64, seconds: Double,
    only: String? = nil, in places: [String], goesOn: @escaping (Double, Part) -> Bool
  ) throws {
    self.seed = seed
    hasData = data != nil
    self.seconds = seconds
    let folder = try Folder.temporary(in: places)
    defer { folder.remove() }
    guard fault_vfs_install() == 0 else {
      throw SQLiteError.misuse("SQLite does not take the VFS that fails")
    }
    fault_vfs_stop_clock(Self.now)
    let start = Milliseconds.now
    var failures: [Failure] = []
    var isStopped = false
    for part in Part.allCases {
      let passed = { Milliseconds.since(start) / 1000 }
      // A case to repeat needs everything before it.
      let time = only == nil ? seconds * (Self.shares[part] ?? 1) - passed() : nil
      var counts = TortureCounts(
        seed: seed, only: only, seconds: time,
        stops: {
          if !goesOn(passed() / seconds, part) { isStopped = true }
          return isStopped
        }
      ) { finding in
        if let known = failures.firstIndex(where: { $0.first.violation == finding.violation }) {
          failures[known].count += 1
        } else {
          failures.append(Failure(part: part, first: finding))
        }
      }
      try run(part, &counts, (library, data), in: folder)
      let all = counts.all > 0 ? counts.all : nil
      tallies.append(Tally(part: part, tried: counts.tried, all: all, bad: counts.bad))
    }
    self.failures = failures
    self.isStopped = isStopped
  }

  private mutating func run(
    _ part: Part, _ counts: inout TortureCounts,
    _ bundle: (library: ScriptLibrary, data: Connection?), in folder: Folder
  ) throws {
    guard part != .stops else {
      scenarios = try BundleScenarios(
        bundle.library, with: bundle.data, in: folder, &counts)
      return
    }
    let all = scenarios?.scenarios ?? []
    if part == .faults {
      try FaultSweep.run(&counts, all, in: folder)
    } else {
      try CrashSweep.run(&counts, all, in: folder)
    }
  }
}
