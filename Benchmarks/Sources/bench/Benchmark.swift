/// One kind of work, done by several programs that are measured by turns.
protocol Benchmark: Sendable {
  /// What it is called on the command line.
  var name: String { get }

  /// What is done, for the table.
  var title: String { get }

  /// Makes the files that the work needs, and says who does it. The first is what the others are compared
  /// with.
  func contestants(_ place: Workplace) throws -> [Contestant]

  /// Fails if the contestants have not left the same.
  func check(_ place: Workplace) throws
}

/// A program that does the work.
struct Contestant {
  var name: String
  var command: [String]
  /// What it may take, as a ratio to the first.
  var goal: Double?
  /// What it may use at most, in megabytes.
  var memoryGoal: Double?
  /// What it reads in one run, in megabytes, and how many of them a second it should.
  var megabytes: Double?
  var speedGoal: Double?
  /// How often it runs in each round. The round's figure is the median.
  var repeats = 1
  /// Puts back what the run before has changed.
  var prepare: () throws -> Void
}

/// All benchmarks: one line each.
let benchmarks: [any Benchmark] = [
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
  ValidateBenchmark(),
  ParseBenchmark(),
]
