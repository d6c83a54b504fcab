/// The unsaved changes of scripts, and which scripts they belong to.
struct JournalContents: Sendable, Equatable {
  /// What the scripts on the disk were known by when the changes were written, by file name.
  var marks: [String: String] = [:]
  var changes: UnsavedJournal.Changes = [:]
  /// The path that their folder had.
  var place: String?
}

/// The format: records, each of which is a line with the lengths of its parts, and the parts. −1 stands for none. The
/// first record has the names and marks, and the path if it is known; then there is one for each change, with the name, both contents and the old name.
extension JournalContents {
  var bytes: [UInt8] {
    var first = marks.sorted { $0.key < $1.key }.flatMap {
      [Array($0.key.utf8), Array($0.value.utf8)]
    }
    if let place { first.append(Array(place.utf8)) }
    return changes.sorted { $0.key < $1.key }.reduce(into: Self.record(first)) { bytes, entry in
      let (name, change) = (Array(entry.key.utf8), entry.value)
      bytes += Self.record(
        [name, change.before, change.after, change.oldName.map { Array($0.utf8) }])
    }
  }

  /// Nil if they are not in this format.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    guard !rest.isEmpty else { return }
    guard let first = Self.parts(&rest) else { return nil }
    var texts = first.compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
    guard texts.count == first.count else { return nil }
    if !texts.count.isMultiple(of: 2) {
      guard let last = texts.popLast(), last.hasPrefix("/") else { return nil }
      place = last
    }
    for index in stride(from: 0, to: texts.count, by: 2) { marks[texts[index]] = texts[index + 1] }
    while !rest.isEmpty {
      guard let parts = Self.parts(&rest), parts.count == 4, let name = parts[0] else { return nil }
      changes[String(decoding: name, as: UTF8.self)] = UnsavedChange(
        before: parts[1], after: parts[2],
        oldName: parts[3].map { String(decoding: $0, as: UTF8.self) })
    }
  }

  private static func record(_ parts: [[UInt8]?]) -> [UInt8] {
    parts.reduce(
      into: Array(parts.map { "\($0?.count ?? -1)" }.joined(separator: " ").utf8) + [0x0A]
    ) { $0 += $1 ?? [] }
  }

  private static func parts(_ rest: inout ArraySlice<UInt8>) -> [[UInt8]?]? {
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    let lengths = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
    rest = rest[(end + 1)...]
    var parts: [[UInt8]?] = []
    for length in lengths {
      guard let length = Int(length), length >= -1, length <= rest.count else { return nil }
      parts.append(length < 0 ? nil : Array(rest.prefix(length)))
      rest = rest.dropFirst(max(0, length))
    }
    return parts
  }
}
