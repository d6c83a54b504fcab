/// The columns, indexes or triggers of a table, in a list that shares its elements with the lists it was made from.
///
/// The rehearsal keeps the table after each of thousands of statements that add one element. Adding or removing an
/// element copies one chunk of references instead of all elements.
package struct SchemaList<Element: Hashable & Sendable>: Sendable {
  fileprivate final class Box: Sendable {
    let value: Element

    init(_ value: Element) { self.value = value }
  }

  private static var chunkSize: Int { 64 }

  private var chunks: [[Box]] = []

  package private(set) var count = 0

  package init() {}

  package init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  package mutating func append(_ element: Element) {
    if chunks.isEmpty || chunks[chunks.count - 1].count == Self.chunkSize { chunks.append([]) }
    chunks[chunks.count - 1].append(Box(element))
    count += 1
  }

  /// Inserts an element into a list that is in ascending order.
  package mutating func insert(
    _ element: Element, by isBefore: (Element, Element) throws -> Bool
  ) rethrows {
    guard let last = chunks.last?.last, try isBefore(element, last.value) else {
      return append(element)
    }
    // There are no empty chunks, and the last element is after the new one.
    let chunk = try chunks.firstPlace {
      try $0.last.map { try isBefore(element, $0.value) } ?? true
    }
    let place = try chunks[chunk].firstPlace { try isBefore(element, $0.value) }
    chunks[chunk].insert(Box(element), at: place)
    count += 1
    guard chunks[chunk].count > Self.chunkSize else { return }
    let half = Array(chunks[chunk].suffix(Self.chunkSize / 2))
    chunks[chunk].removeLast(half.count)
    chunks.insert(half, at: chunk + 1)
  }

  /// Removes the first matching element. The other chunks stay shared.
  package mutating func removeFirst(where isMeant: (Element) throws -> Bool) rethrows {
    for chunk in chunks.indices {
      guard let place = try chunks[chunk].firstIndex(where: { try isMeant($0.value) }) else {
        continue
      }
      chunks[chunk].remove(at: place)
      if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
      count -= 1
      return
    }
  }

  /// Replaces equal chunks with those of another list.
  mutating func share(with other: Self) {
    for (index, chunk) in zip(chunks.indices, other.chunks)
    where chunks[index].elementsEqual(chunk, by: { $0 === $1 || $0.value == $1.value }) {
      chunks[index] = chunk
    }
  }

  package mutating func removeAll(where isMeant: (Element) throws -> Bool) rethrows {
    self = try SchemaList(filter { try !isMeant($0) })
  }

  package mutating func sort(by isBefore: (Element, Element) throws -> Bool) rethrows {
    self = try SchemaList(sorted(by: isBefore))
  }
}

extension SchemaList: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension SchemaList: BidirectionalCollection {
  package struct Index: Comparable {
    fileprivate var chunk: Int
    fileprivate var place: Int

    package static func < (left: Self, right: Self) -> Bool {
      (left.chunk, left.place) < (right.chunk, right.place)
    }
  }

  package var startIndex: Index { Index(chunk: 0, place: 0) }

  package var endIndex: Index { Index(chunk: chunks.count, place: 0) }

  package subscript(index: Index) -> Element { chunks[index.chunk][index.place].value }

  package func index(after index: Index) -> Index {
    index.place + 1 < chunks[index.chunk].count
      ? Index(chunk: index.chunk, place: index.place + 1) : Index(chunk: index.chunk + 1, place: 0)
  }

  package func index(before index: Index) -> Index {
    index.place > 0
      ? Index(chunk: index.chunk, place: index.place - 1)
      : Index(chunk: index.chunk - 1, place: chunks[index.chunk - 1].count - 1)
  }
}

extension SchemaList: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left.chunks.lazy.joined(), right.chunks.lazy.joined()).allSatisfy {
      $0 === $1 || $0.value == $1.value
    }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }
}

extension Array {
  /// The first index whose element meets a condition that all later elements also meet; `count` if there is none.
  fileprivate func firstPlace(where meets: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if try meets(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
