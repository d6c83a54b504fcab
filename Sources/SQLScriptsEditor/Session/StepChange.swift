import SQLScriptsAuthoring

/// Statements of a script that are replaced, deleted, or added to its end, after which later ones may not fit.
struct StepChange: Sendable {
  let script: Int64
  /// The numbers of the old statements, in ascending order; none if the new ones are added to the end.
  let numbers: [Int]
  /// Those that replace them; then the old ones are neighbors.
  var statements: [String] = []
  /// What has another name now.
  var names = FormNewNames()
  /// The script afterwards.
  let bytes: [UInt8]

  /// The numbers that later statements have afterwards.
  func numbers(now later: ClosedRange<Int>) -> ClosedRange<Int> {
    let growth = statements.count - numbers.count { $0 < later.lowerBound }
    return later.lowerBound + growth...later.upperBound + growth
  }
}
