import SQLScripts
import SQLScriptsFiles

/// The states of a database from one version to another in fault-free runs.
final class UndisturbedRuns {
  private let library: ScriptLibrary
  private let folder: Folder
  private let start: Folder.Files

  /// The states in order: at the start, after each script, and after each statement of a script outside a transaction.
  /// Without unstable columns.
  private(set) var states: [DatabaseState] = []

  /// The columns that differ between runs.
  private(set) var unstable: Set<String> = []

  init(library: ScriptLibrary, folder: Folder, start: Folder.Files) {
    self.library = library
    self.folder = folder
    self.start = start
  }

  /// Stops after each of these versions and continues, like a process that was killed there.
  ///
  /// - Parameters:
  ///   - runs: the minimum and maximum number of runs.
  ///   - goesOn: whether there is time for more than the minimum.
  func go(
    _ versions: [Int64], runs: ClosedRange<Int>, while goesOn: () -> Bool
  ) throws {
    states = try once(versions)
    for run in 1..<runs.upperBound where run < runs.lowerBound || goesOn() {
      let others = try once(versions)
      for (state, other) in zip(states, others) {
        unstable.formUnion(state.differences(from: other))
      }
    }
    states = states.map { $0.without(unstable) }
  }

  private func once(_ versions: [Int64]) throws -> [DatabaseState] {
    try folder.fill(start)
    let watch = Watch(library: library, database: folder.database)
    try watch.look()
    for version in versions {
      var options = MigrationOptions()
      options.observer = watch
      try Migrator(path: folder.database, library: library, options: options).migrate(to: version)
      try watch.look()
    }
    return try watch.states.get()
  }

  /// Records the state after each statement of a script outside a transaction. The migrator calls it on this thread.
  private final class Watch: MigrationObserver, @unchecked Sendable {
    private let library: ScriptLibrary
    private let database: String
    private(set) var states: Result<[DatabaseState], any Error> = .success([])

    init(library: ScriptLibrary, database: String) {
      self.library = library
      self.database = database
    }

    func look() throws {
      states = .success(try states.get() + [try DatabaseState(of: database)])
    }

    func observe(_ event: MigrationEvent) {
      guard case .statementDone(let step, _, _) = event,
        let script = try? library.script(step.script), !script.isTransactional
      else { return }
      do {
        try look()
      } catch {
        states = .failure(error)
      }
    }
  }
}
