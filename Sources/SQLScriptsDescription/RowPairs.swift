import SQLScriptsDatabase

/// Rows from before a script and after it, in pairs: by primary key, otherwise by contents, otherwise in their order.
struct RowPairs {
  /// The indices of a row before and after; nil where it did not exist.
  typealias Pair = (old: Int?, new: Int?)

  private(set) var pairs: [Pair] = []

  init(
    _ old: RowList, _ new: RowList, key: [(old: String, new: String)],
    columns: [(old: String, new: String)]
  ) {
    var matches = [Int?](repeating: nil, count: old.count)
    if !key.isEmpty { Self.match(old, new, key, &matches) }
    if matches.allSatisfy({ $0 == nil }) {
      if old.count == new.count {
        matches = Array(0..<old.count)
      } else {
        Self.match(old, new, columns, &matches)
      }
    }
    pairs = matches.enumerated().map { ($0.offset, $0.element) }
    let known = Set(matches.compactMap { $0 })
    pairs += (0..<new.count).filter { !known.contains($0) }.map { (nil, $0) }
  }

  private static func match(
    _ old: RowList, _ new: RowList, _ columns: [(old: String, new: String)],
    _ matches: inout [Int?]
  ) {
    guard !columns.isEmpty else { return }
    var places: [[SQLiteValue?]: [Int]] = [:]
    for row in (0..<new.count).reversed() {
      places[new.values(columns.map(\.new), row), default: []].append(row)
    }
    for row in 0..<old.count {
      let values = old.values(columns.map(\.old), row)
      matches[row] = places[values]?.popLast()
    }
  }
}
