import SQLScriptsSQL

/// The statements of a script that rules about scripts check. A bulk script has a million INSERTs, and only the first
/// thousand are kept.
struct StatementList {
  private(set) var kept: [RehearsedStatement] = []
  private(set) var omitted: [OmittedInserts] = []
  private var insertCount = 0
  private static let manyInserts = 1000

  /// - Returns: whether it is one of the first.
  @discardableResult
  mutating func append(_ statement: RehearsedStatement, unless isLeftOut: Bool = false) -> Bool {
    if statement.word(0) == "INSERT", statement.outerIndex(of: "SELECT") == nil {
      insertCount += 1
      guard insertCount <= Self.manyInserts else {
        omit(statement)
        return false
      }
    }
    if !isLeftOut { kept.append(statement) }
    return true
  }

  private mutating func omit(_ statement: RehearsedStatement) {
    let inserts = OmittedInserts(statement)
    let isSame =
      omitted.last.map { $0.table == inserts.table && $0.succeeded == inserts.succeeded } == true
    if isSame { omitted[omitted.count - 1].append(inserts) } else { omitted.append(inserts) }
  }
}

/// INSERTs into one table that a bulk script contains after its first thousand.
package struct OmittedInserts: Sendable {
  package let table: SQLName
  /// Whether SQLite ran them.
  package let succeeded: Bool
  /// The number of rows after VALUES.
  package private(set) var rows: Int
  /// The numbers of their items, in ranges, because there may be a million.
  package private(set) var numbers: [ClosedRange<Int>]
  /// The item of the first, and its number in this item.
  package let item: UInt32
  package let ordinal: Int

  init(_ statement: RehearsedStatement) {
    table = SQLName(statement.writtenName ?? "")
    succeeded = statement.succeeded
    rows = max(1, statement.valueRows.count)
    numbers = [statement.number...statement.number]
    (item, ordinal) = (statement.item.number, statement.ordinal)
  }

  fileprivate mutating func append(_ other: OmittedInserts) {
    rows += other.rows
    for range in other.numbers {
      guard let last = numbers.last, range.lowerBound <= last.upperBound + 1 else {
        numbers.append(range)
        continue
      }
      numbers[numbers.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
  }
}
