import CSQLScriptsFaults
import SQLScripts
import SQLScriptsDatabase

/// Breaks the disk and cuts the power while somebody's own scripts run, and looks whether a database is ever
/// between two versions (law 12).
package struct BundleTorture {
  package enum Part: String, CaseIterable, Sendable {
    /// A run that ends between two scripts, and another that goes on.
    case stops
    case faults, crashes
  }

  /// What a part has tried.
  package struct Tally: Sendable, Hashable {
    package let part: Part
    package let tried: Int
    /// How many there are; nil where nobody has counted.
    package let all: Int?
    package let bad: Int
  }

  /// What went wrong so often in the same words.
  package struct Trouble: Sendable {
    package let part: Part
    /// The first of them.
    package let first: Figures.Finding
    package fileprivate(set) var count = 1
  }

  package let seed: UInt64
  /// Whether somebody's database was among them.
  package let hasData: Bool
  package let seconds: Double
  package private(set) var tallies: [Tally] = []
  package private(set) var troubles: [Trouble] = []
  /// Whether it ended before the time was over, because it was told to.
  package private(set) var isStopped = false
  package private(set) var situations: BundleSituations?

  /// How much of the time goes by before the parts that follow.
  private static let shares: [Part: Double] = [.stops: 1 / 3, .faults: 2 / 3, .crashes: 1]

  /// 1 January 2026 as SQLite counts milliseconds: every run has the same.
  private static let now: Int64 = 212_633_985_600_000

  package var tried: Int { tallies.reduce(0) { $0 + $1.tried } }
  package var bad: Int { tallies.reduce(0) { $0 + $1.bad } }

  /// Tries as much as there is time for. For programs that do nothing else with SQLite from then on: all
  /// files go through the VFS that fails, and are not synced.
  ///
  /// - Parameters:
  ///   - data: a copy of somebody's database, to be begun with, too.
  ///   - only: one case to repeat, as a finding names it.
  ///   - places: where databases may lie meanwhile; the first with room is taken.
  ///   - goesOn: asked before each case, with how much of the time has gone by, from 0 to 1.
  /// - Throws: `MigrationFailure` if not even a new database can be made, or the copy not be brought on;
  ///   `Folder.Problem` and `SQLiteError` if the machine is in the way.
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
    var troubles: [Trouble] = []
    var isStopped = false
    for part in Part.allCases {
      let passed = { Milliseconds.since(start) / 1000 }
      // Whatever is to be repeated needs what comes before it.
      let time = only == nil ? seconds * (Self.shares[part] ?? 1) - passed() : nil
      var figures = Figures(
        seed: seed, only: only, seconds: time,
        stops: {
          if !goesOn(passed() / seconds, part) { isStopped = true }
          return isStopped
        }
      ) { finding in
        if let known = troubles.firstIndex(where: { $0.first.complaint == finding.complaint }) {
          troubles[known].count += 1
        } else {
          troubles.append(Trouble(part: part, first: finding))
        }
      }
      try run(part, &figures, (library, data), in: folder)
      let all = figures.all > 0 ? figures.all : nil
      tallies.append(Tally(part: part, tried: figures.tried, all: all, bad: figures.bad))
    }
    self.troubles = troubles
    self.isStopped = isStopped
  }

  private mutating func run(
    _ part: Part, _ figures: inout Figures,
    _ bundle: (library: ScriptLibrary, data: Connection?), in folder: Folder
  ) throws {
    guard part != .stops else {
      situations = try BundleSituations(
        bundle.library, with: bundle.data, in: folder, &figures)
      return
    }
    let all = situations?.situations ?? []
    if part == .faults {
      try FaultSweep.run(&figures, all, in: folder)
    } else {
      try CrashSweep.run(&figures, all, in: folder)
    }
  }
}
