import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch
import SQLScriptsValidation

/// The scenarios for a user's own scripts: a new database, and one of each older version with sample rows, are
/// migrated. Fault-free runs define the allowed results.
package struct BundleScenarios {
  package private(set) var scenarios: [Scenario] = []
  /// The versions at which databases start; nil for a new one.
  package private(set) var starts: [Int64?] = []
  /// The versions from which no fault-free run succeeds, which the rehearsal reports.
  package private(set) var failing: [Int64] = []
  /// The number of other versions.
  package private(set) var otherCount: Int
  /// Columns that are not compared, because their values differ between fault-free runs.
  package private(set) var unstable: Set<String> = []
  /// The scripts outside a transaction (law 19).
  package private(set) var nonAtomicScripts: Set<String> = []

  private let databases: VersionDatabases
  private let folder: Folder

  /// If there are more versions, this many are drawn.
  private static let mostStarts = 24
  /// At most this many scripts run from an older version. Later ones are tested from a later version.
  private static let mostSteps = 8
  /// The databases at the start are kept in memory, up to this size.
  private static let mostBytes = 256 << 20
  private static let busyTimeout = Milliseconds(1000)

  /// - Parameters:
  ///   - data: a copy of a user's database, as an additional start.
  ///   - counts: records scripts that succeed in one run and not in two.
  /// - Throws: `MigrationFailure` if a new database cannot be created or the copy cannot be migrated; `Folder.FileError`
  ///   and `SQLiteError` for errors of the machine.
  package init(
    _ library: ScriptLibrary, with data: Connection? = nil, in top: Folder,
    _ counts: inout TortureCounts
  ) throws {
    databases = try VersionDatabases(library)
    otherCount = databases.versions.count
    folder = try top.folder("start")
    let drawn = Self.drawn(databases.versions, seed: counts.seed)
    counts.all = drawn.count + (data == nil ? 1 : 2)
    if let data { try add(Start(name: "data", version: nil, files: try files(of: data)), &counts) }
    // The latest first, in case there is not enough time, because its script is probably the one being written.
    var made = try made(drawn, counts)
    if let latest = made.popLast() { try addOlder(latest, &counts) }
    try add(Start(name: "new", version: nil, files: try files(of: nil)), &counts)
    for start in made.reversed() where counts.hasTime { try addOlder(start, &counts) }
    starts.sort { ($0 ?? -1) < ($1 ?? -1) }
    failing.sort()
  }

  /// The oldest and the latest of many versions, and some in between.
  static func drawn(_ versions: [Int64], seed: UInt64) -> [Int64] {
    guard versions.count > mostStarts else { return versions }
    var random = SeededGenerator(state: seed)
    let between = versions.dropFirst().dropLast().shuffled(using: &random)
    return ([versions[0], versions[versions.count - 1]] + between.prefix(mostStarts - 2)).sorted()
  }
}

extension BundleScenarios {
  /// A database at the start.
  private struct Start {
    let name: String
    /// Nil for a new database, and for a user's database.
    let version: Int64?
    /// With either kind of journal.
    let files: (delete: Folder.Files, wal: Folder.Files)
  }

  /// Databases of these versions, created in ascending order.
  private mutating func made(_ versions: [Int64], _ counts: TortureCounts) throws -> [Start] {
    var made: [Start] = []
    var bytes = 0
    for version in versions {
      guard counts.hasTime, bytes < Self.mostBytes else { break }
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

  private mutating func addOlder(_ start: Start, _ counts: inout TortureCounts) throws {
    otherCount -= 1
    do {
      try add(start, &counts)
    } catch is MigrationFailure {
      failing += [start.version].compactMap { $0 }
    } catch is DatabaseState.IntegrityError {
      failing += [start.version].compactMap { $0 }
    }
  }

  private mutating func add(_ start: Start, _ counts: inout TortureCounts) throws {
    try folder.fill(start.files.delete)
    let plan = try migrator.plan()
    let most = start.name == "new" ? plan.steps.count : Self.mostSteps
    let steps = plan.steps.prefix(most)
    guard let target = steps.last?.version else { return }
    // If one run does not succeed, there is nothing to compare with.
    try migrator.migrate(to: target)
    let id = "stops:\(start.name)"
    let way = UndisturbedRuns(library: databases.library, folder: folder, start: start.files.delete)
    do {
      let runs = try Self.runs(for: steps, of: databases.library)
      try way.go(steps.map(\.version), runs: runs) { counts.hasTime }
    } catch let failure as MigrationFailure {
      counts.count(id, "after a stop between two scripts the next run fails: \(failure.summary)")
      return
    }
    counts.count(id, nil)
    for script in steps.map(\.script) where try !databases.library.script(script).isTransactional {
      nonAtomicScripts.insert(script.name)
    }
    unstable.formUnion(way.unstable)
    if start.name != "data" { starts.append(start.version) }
    for (journal, files) in [("delete", start.files.delete), ("wal", start.files.wal)] {
      var scenario = Scenario(name: "\(start.name)-\(journal)", start: files) {
        [library = databases.library] folder, act in
        var options = MigrationOptions()
        options.busyTimeout = act.busyTimeout
        options.observer = act
        options.cancellation = act.cancellation
        // One transaction per script with one journal mode, as many scripts as possible in a transaction with the
        // other.
        options.groupCommit = journal == "delete" ? .zero : .seconds(60)
        try Migrator(path: folder.database, library: library, options: options)
          .migrate(to: target)
      }
      scenario.allowed = way.states
      scenario.end = way.states.last
      scenario.unstable = way.unstable
      scenario.isSteady = false
      scenarios.append(scenario)
    }
  }

  /// The number of fault-free runs. If values are random, it is large enough to notice a single random bit.
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
      try copy.copyAll(of: database, busyTimeout: Self.busyTimeout)
      try copy.execute("PRAGMA journal_mode = DELETE")
    }
    let delete = try folder.files()
    try connection().execute("PRAGMA journal_mode = WAL")
    return (delete, try folder.files())
  }

  private func connection() throws -> Connection {
    try Connection(path: folder.database, mode: .create, busyTimeout: Self.busyTimeout)
  }
}

extension Folder.Files {
  fileprivate var byteCount: Int { values.reduce(0) { $0 + $1.count } }
}
