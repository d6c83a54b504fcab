import SQLScriptsDatabase

/// Rows from before a script and after it, in pairs: by primary key, otherwise by contents, otherwise in their order.
struct RowPairs {
  /// The indices of a row before and after; nil where it did not exist.
  typealias Pair = (old: Int?, new: Int?)
  typealias Columns = [(old: String, new: String)]

  private(set) var pairs: [Pair] = []

  init(_ old: RowList, _ new: RowList, key: Columns, columns: Columns) {
    var matches = [Int?](repeating: nil, count: old.count)
    Self.match(old, new, key, &matches)
    if matches.allSatisfy({ $0 == nil }) {
      Self.match(old, new, columns, &matches)
      // The same number of rows with other contents are the same rows.
      if old.count == new.count, matches.contains(nil) { matches = Array(0..<old.count) }
    }
    setPairs(matches, new)
  }

  /// The rows of a rebuild that gives them other keys. Only rows that stay at their place count as the same first: a new
  /// key may be the old one of another row.
  init(_ old: RowList, _ new: RowList, renumbered copied: CopiedColumns, key: Columns) {
    var matches = [Int?](repeating: nil, count: old.count)
    if !copied.columns.isEmpty {
      Self.match(old, new, key + copied.columns, &matches)
      Self.match(old, new, copied.columns, &matches)
    }
    if copied.isWhole || matches.allSatisfy({ $0 == nil }) {
      let known = Set(matches.compactMap { $0 })
      let rest = (0..<new.count).filter { !known.contains($0) }
      let unmatched = matches.indices.filter { matches[$0] == nil }
      if rest.count == unmatched.count {
        for (row, place) in zip(unmatched, rest) { matches[row] = place }
      }
    }
    setPairs(matches, new)
  }

  private mutating func setPairs(_ matches: [Int?], _ new: RowList) {
    pairs = matches.enumerated().map { ($0.offset, $0.element) }
    let known = Set(matches.compactMap { $0 })
    pairs += (0..<new.count).filter { !known.contains($0) }.map { (nil, $0) }
  }

  /// Finds a new row for the old ones that have none.
  private static func match(
    _ old: RowList, _ new: RowList, _ columns: Columns, _ matches: inout [Int?]
  ) {
    guard !columns.isEmpty else { return }
    let known = Set(matches.compactMap { $0 })
    var places: [[SQLiteValue?]: [Int]] = [:]
    for row in (0..<new.count).reversed() where !known.contains(row) {
      places[new.values(columns.map(\.new), row), default: []].append(row)
    }
    for row in 0..<old.count where matches[row] == nil {
      let values = old.values(columns.map(\.old), row)
      matches[row] = places[values]?.popLast()
    }
  }
}
