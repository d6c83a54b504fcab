import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsTorture

extension BundleTorture {
  /// The exit status. Running no case is not a success.
  var status: ExitStatus {
    if bad > 0 { return .findings }
    return isProof ? .fine : .couldNotRun
  }

  /// Whether any fault was injected.
  private var isProof: Bool { tallies.contains { $0.part != .stops && $0.tried > 0 } }

  private static let mostFailures = 10

  /// The report: the cases, the errors, and the guarantees.
  var lines: [StyledText] {
    var table = Table([("TORTURE", .left), ("TRIED", .right), ("OF", .right), ("BAD", .right)])
    for tally in tallies {
      table.add([
        tally.part.words, "\(tally.tried)", tally.all.map { "\($0)" } ?? "–", "\(tally.bad)",
      ])
    }
    return table.lines + [StyledText()] + troubleLines + notes.map { StyledText($0) } + [verdict]
  }

  private var troubleLines: [StyledText] {
    var lines: [StyledText] = []
    for failure in failures.prefix(Self.mostFailures) {
      let often = failure.count == 1 ? "" : " (\(failure.count) times)"
      var line = StyledText("error", .error)
      line.append(": " + VisibleText.oneLine(failure.first.violation) + often)
      lines.append(line)
      let again = "Repeat it with --torture --seed \(seed) --case \(failure.first.id)"
      for text in [help(for: failure), again].compactMap({ $0 }) {
        var line = StyledText("help", .info)
        line.append(": " + VisibleText.oneLine(text))
        lines.append(line)
      }
    }
    let more = failures.dropFirst(Self.mostFailures).reduce(0) { $0 + $1.count }
    if more > 0 { lines.append(StyledText("\(more) more failed in other ways.")) }
    return lines.isEmpty ? [] : lines + [StyledText()]
  }

  /// Advice for the script.
  private func help(for failure: Failure) -> String? {
    if failure.part == .stops {
      return
        "A script must not depend on what an earlier one leaves on the connection, such as a TEMP table."
    }
    let violation = failure.first.violation
    let nonAtomic = scenarios?.nonAtomicScripts.sorted() ?? []
    let script =
      nonAtomic.first { violation.contains($0) }
      ?? (violation.hasPrefix("after the next run") ? nonAtomic.first : nil)
    return script.map {
      "Write \($0) so that each statement can run twice, or run it in a transaction."
    }
  }

  /// The conditions of the counts, and what they do not cover.
  private var notes: [String] {
    guard let scenarios else { return [] }
    let versions = scenarios.starts.compactMap { $0 }
    var from = "Begun with a new database"
    if !versions.isEmpty {
      from += " and \(words(for: versions)) with sample rows"
    }
    if hasData { from += " and a copy of the given one" }
    from += ", with a rollback journal and with a write-ahead log"
    let time = DurationText.text(milliseconds: (seconds * 1000).rounded())
    var notes = ["\(from); seed \(seed), \(time) at most."]
    if isStopped { notes.append("Stopped before the time limit.") }
    if scenarios.otherCount > 0 {
      let versions = scenarios.otherCount == 1 ? "version" : "versions"
      notes.append("Not begun with \(scenarios.otherCount) other \(versions).")
    }
    if !scenarios.failing.isEmpty {
      notes.append(
        "Skipped \(words(for: scenarios.failing)): the scripts fail there without any fault."
      )
    }
    if !scenarios.unstable.isEmpty {
      let names = VisibleText.oneLine(scenarios.unstable.sorted().joined(separator: ", "))
      notes.append("Not compared, because it differs in every run: \(names).")
    }
    for name in scenarios.nonAtomicScripts.sorted() {
      notes.append(
        "\(VisibleText.oneLine(name)) runs outside a transaction. If it stops halfway, its statements so far "
          + "stay, the version does not change, and the next run continues after them.")
    }
    return notes
  }

  private var verdict: StyledText {
    if bad > 0 {
      return StyledText(
        "\(bad) of \(tried) failed: not every database would survive", .emphasis)
    }
    guard isProof else { return StyledText("No case was run. Increase --seconds", .emphasis) }
    var words = "Killed anywhere: always completely at version N−1 or N, and the next run continues"
    if let nonAtomic = scenarios?.nonAtomicScripts.sorted(), !nonAtomic.isEmpty {
      words += " – but for \(VisibleText.oneLine(nonAtomic.joined(separator: ", ")))"
    }
    return StyledText(words, .emphasis)
  }

  /// Ranges of versions, such as “versions 1–3, 5”.
  private func words(for versions: [Int64]) -> String {
    var ranges: [ClosedRange<Int64>] = []
    for version in versions.sorted() {
      if let last = ranges.last, last.upperBound + 1 == version {
        ranges[ranges.count - 1] = last.lowerBound...version
      } else {
        ranges.append(version...version)
      }
    }
    let words = ranges.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    return (versions.count == 1 ? "version " : "versions ") + words.joined(separator: ", ")
  }

  /// The report as JSON. Every field is always present.
  var json: JSONText {
    let parts = tallies.map { tally in
      JSONText.object([
        .init("part", .string(tally.part.rawValue)),
        .init("tried", .int(tally.tried)),
        .init("of", .integer(tally.all.map(Int64.init))),
        .init("bad", .int(tally.bad)),
      ])
    }
    let problems = failures.map { failure in
      JSONText.object([
        .init("part", .string(failure.part.rawValue)),
        .init("message", .string(failure.first.violation)),
        .init("details", .string(failure.first.details)),
        .init("help", help(for: failure).map { .string($0) } ?? .null),
        .init("count", .int(failure.count)),
        .init("case", .string(failure.first.id)),
      ])
    }
    return .object([
      .init("seed", .int(Int(clamping: seed))),
      .init("seconds", .double(seconds)),
      .init("parts", .array(parts)),
      .init("withData", .bool(hasData)),
      .init("startVersions", .array((scenarios?.starts ?? []).map { .integer($0) })),
      .init("failingVersions", .array((scenarios?.failing ?? []).map { .integer($0) })),
      .init("otherVersions", .int(scenarios?.otherCount ?? 0)),
      .init("notCompared", .array((scenarios?.unstable.sorted() ?? []).map { .string($0) })),
      .init("notAtomic", .array((scenarios?.nonAtomicScripts.sorted() ?? []).map { .string($0) })),
      .init("stopped", .bool(isStopped)),
      .init("problems", .array(problems)),
    ])
  }
}

extension BundleTorture.Part {
  var words: String {
    switch self {
    case .stops: "stops between scripts"
    case .faults: "I/O errors"
    case .crashes: "power cuts"
    }
  }
}
