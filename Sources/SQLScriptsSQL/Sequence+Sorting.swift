// The standard library compiles a sort of 4 KB for each type and order. Here, all of them use the one for `Int`.

extension Sequence {
  @inlinable
  package func sorted(
    by isBefore: (Element, Element) throws -> Bool
  ) rethrows -> [Element] {
    let elements = Array(self)
    return try sortedIndices(of: elements.count) { try isBefore(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

extension Sequence where Element: Comparable {
  @inlinable
  package func sorted() -> [Element] { sorted(by: <) }
}

@usableFromInline @inline(never)
package func sortedIndices(
  of count: Int, by isBefore: (Int, Int) throws -> Bool
) rethrows -> [Int] {
  var indices = Array(0..<count)
  try indices.sort(by: isBefore)
  return indices
}
