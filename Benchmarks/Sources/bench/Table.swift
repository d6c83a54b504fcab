import Foundation

/// The results of one benchmark as a Markdown table.
struct Table {
  private var rows: [(contestant: Contestant, runs: [Measurement])]

  init(_ contestants: [Contestant]) {
    rows = contestants.map { ($0, []) }
  }

  /// Runs all programs once, beginning with a different one each time, so that other work affects all of them.
  mutating func measure(round: Int) throws {
    for turn in rows.indices {
      let index = (turn + round) % rows.count
      let contestant = rows[index].contestant
      let runs = try (0..<contestant.repeats).map { _ in
        try contestant.prepare()
        return try Measurement.run(contestant.command)
      }
      rows[index].runs.append(Measurement(medianOf: runs))
    }
  }

  /// The table. A ratio is the median of the ratios within each round.
  var text: String {
    var columns: [[String]] = [
      ["who", "---"], ["wall ms", "---:"], ["ratio", "---:"], ["CPU ms", "---:"],
      ["ratio of CPU", "---:"], ["goal", "---:"], ["MB/s", "---:"], ["goal", "---:"],
      ["peak MB", "---:"], ["goal", "---:"],
    ]
    for (contestant, runs) in rows {
      let seconds = runs.map(\.seconds).median
      let cells = [
        contestant.name, number(seconds * 1e3), number(ratio(runs, \.seconds), 2),
        number(runs.map { $0.processorSeconds * 1e3 }.median),
        number(ratio(runs, \.processorSeconds), 2),
        contestant.goal.map { "≤ " + number($0, 2) } ?? "",
        contestant.megabytes.map { number($0 / seconds, 0) } ?? "",
        contestant.speedGoal.map { "≥ " + number($0, 0) } ?? "",
        number(runs.map(\.megabytes).max() ?? 0, 0),
        contestant.memoryGoal.map { "≤ " + number($0, 0) } ?? "",
      ]
      for (index, cell) in cells.enumerated() { columns[index].append(cell) }
    }
    // Columns without values are left out.
    columns.removeAll { $0.dropFirst(2).allSatisfy(\.isEmpty) }
    let lines = (0..<rows.count + 2).map { line in
      "| " + columns.map { $0[line] }.joined(separator: " | ") + " |"
    }
    return lines.joined(separator: "\n")
  }

  /// The CPU times of the reference and of a program, and their ratio, as cells.
  func processorTime(of name: String, besides reference: String?) -> String {
    guard let runs = rows.first(where: { $0.contestant.name == name })?.runs else { return "" }
    let time = { (runs: [Measurement]) in number(runs.map { $0.processorSeconds * 1e3 }.median) }
    guard reference != nil, let first = rows.first else { return " | \(time(runs)) | " }
    return "\(time(first.runs)) | \(time(runs)) | \(number(ratio(runs, \.processorSeconds), 2))"
  }

  private func ratio(_ runs: [Measurement], _ figure: KeyPath<Measurement, Double>) -> Double {
    guard let floor = rows.first?.runs else { return 0 }
    return zip(runs, floor).map { $0[keyPath: figure] / $1[keyPath: figure] }.median
  }

  /// Three significant digits, for milliseconds and for minutes.
  private func number(_ value: Double) -> String {
    number(value, value < 10 ? 2 : value < 100 ? 1 : 0)
  }

  private func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
