import SQLScriptsSQL

/// The statements of a script that rules about scripts check. A bulk script has a million INSERTs, and only the first
/// thousand are kept.
struct StatementList {
  private(set) var kept: [RehearsedStatement] = []
  private var insertCount = 0
  private static let manyInserts = 1000

  /// - Returns: whether it is one of the first.
  @discardableResult
  mutating func append(_ statement: RehearsedStatement, unless isLeftOut: Bool = false) -> Bool {
    if statement.word(0) == "INSERT", statement.outerIndex(of: "SELECT") == nil {
      insertCount += 1
      guard insertCount <= Self.manyInserts else { return false }
    }
    if !isLeftOut { kept.append(statement) }
    return true
  }
}
