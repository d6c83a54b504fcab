import SQLScriptsFiles

/// The list of statements of a file, cut into pieces that give the same bytes again when they are joined.
///
/// A statement moves with its comments. The whitespace and the commas stay where they are, so that moving a statement
/// back, or removing one that was inserted, gives the bytes from before.
struct ItemList {
  /// Everything before the list.
  let prefix: [UInt8]
  /// The whitespace before the first statement.
  private(set) var head: [UInt8]
  /// The statements, each with the comments before it and the one behind it on its line.
  private(set) var items: [[UInt8]]
  /// What is between two statements: whitespace, and a comma in JSON.
  private var gaps: [[UInt8]]
  /// Everything after the last statement.
  private(set) var suffix: [UInt8]
  /// The gap for a list that has none.
  private let newGap: [UInt8]

  /// - Parameters:
  ///   - list: the bytes from the first statement to the last one.
  ///   - places: the statements with their comments.
  init(
    _ bytes: [UInt8], head: Range<Int>, _ places: [Range<Int>], suffix: Int, newGap: [UInt8]
  ) {
    prefix = Array(bytes[..<head.lowerBound])
    self.head = Array(bytes[head])
    items = places.map { Array(bytes[$0]) }
    gaps = zip(places, places.dropFirst()).map { Array(bytes[$0.upperBound..<$1.lowerBound]) }
    self.suffix = Array(bytes[suffix...])
    self.newGap = newGap
  }

  /// A list without statements.
  init(prefix: [UInt8], suffix: [UInt8], newGap: [UInt8]) {
    (self.prefix, head, items, gaps, self.suffix) = (prefix, [], [], [], suffix)
    self.newGap = newGap
  }

  var bytes: [UInt8] {
    var bytes = prefix + head
    for (index, item) in items.enumerated() {
      bytes += item
      if gaps.indices.contains(index) { bytes += gaps[index] }
    }
    return bytes + suffix
  }

  /// Inserts items before another one.
  mutating func insert(_ new: [[UInt8]], at index: Int, _ style: EditedStyle) {
    guard !new.isEmpty else { return }
    guard !items.isEmpty else { return fill(new, style) }
    let near = gaps.isEmpty ? newGap : gaps[min(max(0, index - 1), gaps.count - 1)]
    // A `;` that ends nothing is not repeated.
    let gap = near.filter { $0 != UInt8(ascii: ";") }
    gaps.insert(
      contentsOf: [[UInt8]](repeating: gap, count: new.count), at: min(index, gaps.count))
    items.insert(contentsOf: new, at: index)
  }

  /// Inserts the first items, each on a line of its own.
  private mutating func fill(_ new: [[UInt8]], _ style: EditedStyle) {
    let isComma = style.format == .json
    if style.format == .sql {
      head = prefix.last.map { $0 == 0x0A } ?? true ? [] : style.lineEnd
      if suffix.isEmpty { suffix = style.lineEnd }
    } else {
      let end = Array(suffix.prefix { $0.isBlank }).lastLine
      let before = prefix.lastLine.prefix { $0.isBlank }
      let outer = !end.isEmpty ? end : before.isEmpty ? style.lineEnd : Array(before)
      head = newGap.isEmpty ? outer + style.unit : newGap
      if suffix.first.map({ !$0.isBlank }) ?? false { suffix = outer + suffix }
    }
    let gap = style.format == .sql ? style.lineEnd : (isComma ? [UInt8(ascii: ",")] : []) + head
    items = new
    gaps = [[UInt8]](repeating: gap, count: new.count - 1)
  }

  mutating func remove(at index: Int) {
    items.remove(at: index)
    if !gaps.isEmpty { gaps.remove(at: min(index, gaps.count - 1)) }
    if items.isEmpty { head = [] }
  }

  mutating func move(_ places: [Int], to target: Int) { items.move(places, to: target) }

  /// In an SQL file, every statement but the last one needs a `;`, and a comment needs the end of its line.
  mutating func separateStatements(_ style: EditedStyle) {
    for index in items.indices {
      let end = SQLEnd(of: String(decoding: items[index], as: UTF8.self))
      let isLast = index == items.count - 1
      var isOpen = end.isInLineComment
      if !end.isEnded, !isLast {
        items[index] += Array(style.lines(end.closing).utf8)
        isOpen = false
      }
      if isOpen, !isLast, !(gaps[index].first { $0 != 0x0D } == 0x0A) {
        gaps[index] = style.lineEnd + gaps[index]
      }
      if isOpen, isLast, let next = suffix.first(where: { $0 != 0x0D }), next != 0x0A {
        suffix = style.lineEnd + suffix
      }
    }
  }
}

extension Array {
  /// Moves elements, in their order, so that the first one gets an index.
  mutating func move(_ places: [Int], to target: Int) {
    let moved = places.map { self[$0] }
    for place in places.reversed() { remove(at: place) }
    insert(contentsOf: moved, at: Swift.min(target, count))
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or a line end.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
  /// From the last line end on, with it; empty if there is none.
  var lastLine: [UInt8] {
    guard let end = lastIndex(of: 0x0A) else { return [] }
    let hasReturn = end > 0 && self[end - 1] == 0x0D
    return Array(self[(hasReturn ? end - 1 : end)...])
  }
}
