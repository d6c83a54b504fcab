/// What the rehearsal ran, and what it did not.
package struct RehearsalCoverage: Sendable, Hashable {
  /// The reason why a script was not run.
  package enum Reason: String, Sendable {
    case unreadable = "it cannot be read"
    case unknownSchema = "the schema that it updates is not known"
    case notReached = "earlier errors prevent it"
  }

  /// A script that was not run. Its syntax may have been checked.
  package struct NotRun: Sendable, Hashable {
    package let script: String
    package let reason: Reason
  }

  /// The displayed names of the scripts that were run, also if some of their statements failed.
  package private(set) var ran: [String] = []
  private var namesOfRun: Set<String> = []
  package internal(set) var notRun: [NotRun] = []

  /// The tables that had sample rows at the last version, and those that stayed empty.
  package internal(set) var filledTables: [String] = []
  package internal(set) var emptyTables: [String] = []

  /// Those of `filledTables` and `emptyTables` that are virtual.
  package internal(set) var virtualTables: [String] = []

  /// The number of items with an `onlyIf` that ran both with it and without it, and of the others.
  package internal(set) var conditionsBothWays = 0
  package internal(set) var conditionsOneWay = 0

  package init() {}

  /// Notes a script that was run.
  ///
  /// - Returns: whether it is the first time. A script may be on two routes.
  mutating func noteRun(_ script: String) -> Bool {
    guard namesOfRun.insert(script).inserted else { return false }
    ran.append(script)
    return true
  }

  /// Notes scripts that were neither run nor left out for a known reason, and forgets those that are not part of the
  /// bundle.
  mutating func noteRest(of scripts: [String]) {
    let names = Set(scripts)
    ran.removeAll { !names.contains($0) }
    let known = Set(ran + notRun.map(\.script))
    notRun += scripts.filter { !known.contains($0) }
      .map { NotRun(script: $0, reason: .notReached) }
  }
}

extension Validation {
  /// What was proved and what was not, on one line; nil if there is nothing to add to the summary.
  package var coverageWords: String? {
    let notRun = coverage.notRun.map { $0.script.split(separator: "/").last.map(String.init) ?? "" }
    guard let proof else {
      let isAll = notRun.isEmpty || notRun.count == scriptCount
      return isAll ? nil : "Not run: \(Self.few(notRun))."
    }
    // The summary has those that did not run.
    var gaps: [String] = []
    var proved: [String] = []
    if proof.isWithSampleRows {
      let filled = coverage.filledTables.count
      if filled > 0 { proved.append("rows in \(filled == 1 ? "1 table" : "\(filled) tables")") }
      if !coverage.emptyTables.isEmpty {
        let names = coverage.emptyTables.map { "“\($0)”" }
        gaps.append("\(Self.few(names)) stayed empty")
      }
      let virtual = coverage.virtualTables.count
      if virtual > 0 {
        proved.append(virtual == 1 ? "1 virtual table" : "\(virtual) virtual tables")
      }
    } else {
      gaps.append("no sample rows from some version on")
    }
    let (both, one) = (coverage.conditionsBothWays, coverage.conditionsOneWay)
    if both > 0 { proved.append(both == 1 ? "1 onlyIf both ways" : "\(both) onlyIf both ways") }
    if one > 0 { gaps.append(one == 1 ? "1 onlyIf one way only" : "\(one) onlyIf one way only") }
    if hasStandIns { gaps.append("the app's own functions and collations (others stood in)") }
    if !hasRealRows {
      gaps.append(rowsError == nil ? "no real data (try --with-data FILE)" : "no real data")
    }
    let parts = [
      proved.isEmpty ? nil : "Covered: " + proved.joined(separator: ", ") + ".",
      gaps.isEmpty ? nil : "Not covered: " + gaps.joined(separator: "; ") + ".",
    ]
    let words = parts.compactMap { $0 }.joined(separator: " ")
    return words.isEmpty ? nil : words
  }

  /// The first three names, and the number of the others.
  private static func few(_ names: [String]) -> String {
    guard names.count > 4 else { return names.list("and") }
    return names.prefix(3).joined(separator: ", ") + " and \(names.count - 3) more"
  }
}
