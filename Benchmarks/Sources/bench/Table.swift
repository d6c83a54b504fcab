import Foundation

/// The figures of one benchmark, as a table of Markdown.
struct Table {
  private var rows: [(contestant: Contestant, runs: [Measurement])]

  init(_ contestants: [Contestant]) {
    rows = contestants.map { ($0, []) }
  }

  /// Runs everybody once, a different one first each time: what the machine does besides hits all alike.
  mutating func measure(round: Int) throws {
    for turn in rows.indices {
      let index = (turn + round) % rows.count
      try rows[index].contestant.prepare()
      rows[index].runs.append(try Measurement.run(rows[index].contestant.command))
    }
  }

  /// The table. A ratio is the median of the ratios within each round.
  var text: String {
    var lines = [
      "| who | wall ms | ratio | CPU ms | ratio of CPU | goal | peak MB | goal |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for (contestant, runs) in rows {
      let cells = [
        contestant.name, number(runs.map { $0.seconds * 1e3 }.median, 0),
        number(ratio(runs, \.seconds), 2), number(runs.map { $0.processorSeconds * 1e3 }.median, 0),
        number(ratio(runs, \.processorSeconds), 2),
        contestant.goal.map { "≤ " + number($0, 2) } ?? "",
        number(runs.map(\.megabytes).max() ?? 0, 0),
        contestant.memoryGoal.map { "≤ " + number($0, 0) } ?? "",
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n")
  }

  private func ratio(_ runs: [Measurement], _ figure: KeyPath<Measurement, Double>) -> Double {
    guard let floor = rows.first?.runs else { return 0 }
    return zip(runs, floor).map { $0[keyPath: figure] / $1[keyPath: figure] }.median
  }

  private func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
