/// The short table of `--quick`: one line for each figure that a change may make worse.
struct QuickTable {
  /// Some programs of a benchmark.
  private struct Figures {
    var benchmark: any Benchmark
    var rounds: Int
    /// The program that the others are compared with; nil if there is none.
    var reference: String?
    /// The programs, with the goals for their CPU times as ratios to that of the reference.
    var products: [(name: String, goal: Double?)]
  }

  private static let figures = [
    Figures(
      benchmark: CheckBenchmark(scripts: 100), rounds: 3, reference: "C floor",
      products: [("sqlscripts", 1.25)]),
    Figures(
      benchmark: CheckBenchmark(scripts: 1000), rounds: 3, reference: "C floor",
      products: [("sqlscripts", 1.4)]),
    Figures(
      benchmark: LaunchBenchmark(tables: 0, scripts: 10), rounds: 9, reference: "C floor",
      products: [("SQLScripts", 1.1)]),
    Figures(
      benchmark: StepsBenchmark(count: 10, isNew: false), rounds: 25,
      reference: "C floor that keeps the laws",
      products: [("sqlscripts, a transaction a script", 1.05)]),
    Figures(
      benchmark: StepsBenchmark(count: 100, isNew: false), rounds: 9,
      reference: "C floor that keeps the laws",
      products: [("sqlscripts, a transaction a script", 1.05)]),
    Figures(
      benchmark: FleetBenchmark(count: 200), rounds: 5, reference: "C floor",
      products: [("sqlscripts", 0.4)]),
    Figures(
      benchmark: BulkBenchmark(count: 100_000), rounds: 5, reference: "C floor",
      products: [
        ("sqlscripts, json", 0.28), ("sqlscripts, plist", 0.32), ("C floor that binds", nil),
      ]),
    Figures(
      benchmark: ValidateBenchmark(scripts: .rows, goal: 2.1), rounds: 3, reference: nil,
      products: [("validate, 1000", nil)]),
  ]

  /// Measures and prints all figures.
  static func print(_ place: Workplace) throws {
    Swift.print("| figure | reference CPU ms | product CPU ms | ratio of CPU | goal |")
    Swift.print("| --- | ---: | ---: | ---: | ---: |")
    for figures in figures {
      let names = [figures.reference].compactMap { $0 } + figures.products.map(\.name)
      let contestants = try figures.benchmark.contestants(place)
      var table = Table(names.compactMap { name in contestants.first { $0.name == name } })
      for round in 0..<figures.rounds { try table.measure(round: round) }
      for (name, goal) in figures.products {
        let cells = table.processorTime(of: name, besides: figures.reference)
        let goal = goal.map { "≤ \($0)" } ?? ""
        Swift.print("| \(figures.benchmark.name): \(name) | \(cells) | \(goal) |")
      }
    }
  }
}
