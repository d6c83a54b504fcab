import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsScratch
import SQLScriptsValidation

/// What may happen with somebody's own scripts: a new database, and one of each older version with sample
/// rows, is brought on. Undisturbed runs tell what may come of each.
package struct BundleSituations {
  package private(set) var situations: [Situation] = []
  /// Where the databases begin: a version, or nil for a new one.
  package private(set) var starts: [Int64?] = []
  /// Those of which no undisturbed run comes through: that is for the rehearsal to tell.
  package private(set) var failing: [Int64] = []
  /// How many other versions there are.
  package private(set) var otherCount: Int
  /// What is not compared: its values differ between undisturbed runs.
  package private(set) var unstable: Set<String> = []
  /// The scripts outside a transaction (law 19).
  package private(set) var alone: Set<String> = []

  private let databases: VersionDatabases
  private let folder: Folder

  /// More versions than these are drawn from.
  private static let mostStarts = 24
  /// So many scripts are run from an older version on: those behind them are tried from a later version.
  private static let mostSteps = 8
  /// The databases to begin with are kept in memory.
  private static let mostBytes = 256 << 20
  private static let waiting = Milliseconds(1000)

  /// - Parameters:
  ///   - data: a copy of somebody's database, to be begun with, too.
  ///   - figures: hears of scripts that come through in one run and not in two.
  /// - Throws: `MigrationFailure` if not even a new database can be made, or the copy not be brought on;
  ///   `Folder.Problem` and `SQLiteError` if the machine is in the way.
  package init(
    _ library: ScriptLibrary, with data: Connection? = nil, in top: Folder,
    _ figures: inout Figures
  ) throws {
    databases = try VersionDatabases(library)
    otherCount = databases.versions.count
    folder = try top.folder("start")
    let drawn = Self.drawn(databases.versions, seed: figures.seed)
    figures.all = drawn.count + (data == nil ? 1 : 2)
    if let data { try add(Start(name: "data", version: nil, files: try files(of: data)), &figures) }
    // The latest first, if there is not time enough for all: its script is the one that is being written.
    var made = try made(drawn, figures)
    if let latest = made.popLast() { try addOlder(latest, &figures) }
    try add(Start(name: "new", version: nil, files: try files(of: nil)), &figures)
    for start in made.reversed() where figures.hasTime { try addOlder(start, &figures) }
    starts.sort { ($0 ?? -1) < ($1 ?? -1) }
    failing.sort()
  }

  /// The oldest and the latest of many versions, and some between them.
  static func drawn(_ versions: [Int64], seed: UInt64) -> [Int64] {
    guard versions.count > mostStarts else { return versions }
    var random = SeededGenerator(state: seed)
    let between = versions.dropFirst().dropLast().shuffled(using: &random)
    return ([versions[0], versions[versions.count - 1]] + between.prefix(mostStarts - 2)).sorted()
  }
}

extension BundleSituations {
  /// A database to begin with.
  private struct Start {
    let name: String
    /// nil for a new one, and for somebody's.
    let version: Int64?
    /// With either kind of journal.
    let files: (delete: Folder.Files, wal: Folder.Files)
  }

  /// Databases of these versions, which are made in ascending order.
  private mutating func made(_ versions: [Int64], _ figures: Figures) throws -> [Start] {
    var made: [Start] = []
    var bytes = 0
    for version in versions {
      guard figures.hasTime, bytes < Self.mostBytes else { break }
      do {
        let database = try databases.database(at: version, hasSamples: true)
        let start = Start(
          name: "from-\(version)", version: version, files: try files(of: database))
        made.append(start)
        bytes += start.files.delete.byteCount + start.files.wal.byteCount
      } catch is MigrationFailure {
        failing.append(version)
        otherCount -= 1
      }
    }
    return made
  }

  private mutating func addOlder(_ start: Start, _ figures: inout Figures) throws {
    otherCount -= 1
    do {
      try add(start, &figures)
    } catch is MigrationFailure {
      failing += [start.version].compactMap { $0 }
    } catch is Standing.Damage {
      failing += [start.version].compactMap { $0 }
    }
  }

  private mutating func add(_ start: Start, _ figures: inout Figures) throws {
    try folder.fill(start.files.delete)
    let plan = try migrator.plan()
    let most = start.name == "new" ? plan.steps.count : Self.mostSteps
    let steps = plan.steps.prefix(most)
    guard let target = steps.last?.version else { return }
    // It comes through in one run, or there is nothing to compare with.
    try migrator.migrate(to: target)
    let id = "stops:\(start.name)"
    let way = UndisturbedRuns(library: databases.library, folder: folder, start: start.files.delete)
    do {
      let runs = try Self.runs(for: steps, of: databases.library)
      try way.go(steps.map(\.version), runs: runs) { figures.hasTime }
    } catch let failure as MigrationFailure {
      figures.count(id, "after a stop between two scripts the next run fails: \(failure.summary)")
      return
    }
    figures.count(id, nil)
    for script in steps.map(\.script) where try !databases.library.script(script).isTransactional {
      alone.insert(script.name)
    }
    unstable.formUnion(way.unstable)
    if start.name != "data" { starts.append(start.version) }
    for (journal, files) in [("delete", start.files.delete), ("wal", start.files.wal)] {
      var situation = Situation(name: "\(start.name)-\(journal)", start: files) {
        [library = databases.library] folder, act in
        var options = MigrationOptions()
        options.busyTimeout = act.busyTimeout
        options.observer = act
        options.cancellation = act.cancellation
        // Each script by itself in one, as many together as can be in the other.
        options.groupCommit = journal == "delete" ? .zero : .seconds(60)
        try Migrator(path: folder.database, library: library, options: options)
          .migrate(to: target)
      }
      situation.allowed = way.standings
      situation.end = way.standings.last
      situation.unstable = way.unstable
      situation.isSteady = false
      situations.append(situation)
    }
  }

  /// How often a way is gone undisturbed: where chance has a say, often enough to notice a single bit of it.
  private static func runs(
    for steps: ArraySlice<MigrationPlan.Step>, of library: ScriptLibrary
  ) throws -> ClosedRange<Int> {
    let names = try steps.contains { step in
      let script = try library.script(step.script)
      return script.items.contains { script.text($0.text).lowercased().contains("random") }
    }
    return names ? 4...12 : 2...2
  }

  private var migrator: Migrator {
    Migrator(
      path: folder.database, library: databases.library, options: MigrationOptions())
  }

  /// The files of a database, with either kind of journal; nil for a new one.
  private func files(
    of database: Connection?
  ) throws -> (delete: Folder.Files, wal: Folder.Files) {
    try folder.fill([:])
    if let database {
      let copy = try connection()
      try copy.copyAll(of: database, waiting: Self.waiting)
      try copy.execute("PRAGMA journal_mode = DELETE")
    }
    let delete = try folder.files()
    try connection().execute("PRAGMA journal_mode = WAL")
    return (delete, try folder.files())
  }

  private func connection() throws -> Connection {
    try Connection(path: folder.database, mode: .create, busyTimeout: Self.waiting)
  }
}

extension Folder.Files {
  fileprivate var byteCount: Int { values.reduce(0) { $0 + $1.count } }
}
