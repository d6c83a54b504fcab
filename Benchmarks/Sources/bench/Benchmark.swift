/// One kind of work, measured for several programs in turns.
protocol Benchmark: Sendable {
  /// Its name on the command line.
  var name: String { get }

  /// A description for the table.
  var title: String { get }

  /// Creates the files for the work, and returns the programs. The first is the reference for the others.
  func contestants(_ place: Workplace) throws -> [Contestant]

  /// Fails if the programs have left different results.
  func check(_ place: Workplace) throws
}

/// A program that does the work.
struct Contestant {
  var name: String
  var command: [String]
  /// The goal for its time, as a ratio to the first.
  var goal: Double?
  /// The goal for its memory, in megabytes.
  var memoryGoal: Double?
  /// The megabytes that it reads in one run, and the goal per second.
  var megabytes: Double?
  var speedGoal: Double?
  /// The number of runs in each round. The result of a round is the median.
  var repeats = 1
  /// Restores the state before a run.
  var prepare: () throws -> Void
}

/// All benchmarks, one line each.
let benchmarks: [any Benchmark] =
  single + OrphanBenchmark.Change.allCases.map(OrphanBenchmark.init) + HistoryBenchmark.all

private let single: [any Benchmark] = [
  BulkBenchmark(count: 100_000),
  BulkBenchmark(count: 1_000_000),
  StepsBenchmark(count: 10, isNew: false),
  StepsBenchmark(count: 100, isNew: false),
  StepsBenchmark(count: 1000, isNew: false),
  StepsBenchmark(count: 1000, isNew: true),
  LaunchBenchmark(tables: 0, scripts: 10),
  LaunchBenchmark(tables: 100, scripts: 10),
  LaunchBenchmark(tables: 1000, scripts: 10),
  LaunchBenchmark(tables: 100, scripts: 1000),
  StartBenchmark(),
  CheckBenchmark(scripts: 100),
  CheckBenchmark(scripts: 1000),
  LargeTableBenchmark(),
  FleetBenchmark(),
  ValidateBenchmark(scripts: .rows, goal: 2.1),
  ValidateBenchmark(scripts: .tables, goal: 2.2),
  RehearseBenchmark(scripts: .rows),
  RehearseBenchmark(scripts: .tables),
  ParseBenchmark(),
]
