/// The real rows that a statement affects. Of their values, only the key of one row is kept.
package struct AffectedRows: Sendable, Hashable {
  package var count = 0
  package var total: Int

  /// One of them by its key: `id = 7`.
  package var example: String?

  /// "2 of 10 real rows, such as id = 7"
  package var words: String {
    let rows = total == 1 ? "real row" : "real rows"
    let counted =
      count == total && count > 1 ? "all \(total) \(rows)" : "\(count) of \(total) \(rows)"
    guard let example else { return counted }
    return counted + (count == 1 ? " (\(example))" : ", such as \(example)")
  }

  mutating func note(_ key: @autoclosure () -> String?) {
    if count == 0 { example = key() }
    count += 1
  }
}
