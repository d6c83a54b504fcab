/// The difference of two texts in the format of `patch` and `git apply`.
package struct UnifiedDiff: Sendable {
  private struct Change {
    var before: Range<Int>
    var after: Range<Int>
  }

  private static let context = 3
  /// The number of lines to look ahead for a common one. Corrections change few lines at a place. For larger changes
  /// the difference is correct, but longer than necessary.
  private static let reach = 64

  private let path: String
  private let before: [ArraySlice<UInt8>]
  private let after: [ArraySlice<UInt8>]

  package init(path: String, before: [UInt8], after: [UInt8]) {
    // It follows `a/` and `b/`.
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    self.path = String(path.drop { $0 == "/" })
    self.before = Self.lines(before)
    self.after = Self.lines(after)
  }

  /// The text, with a final line ending; empty if there is no difference.
  package var text: String {
    let hunks = self.hunks
    guard !hunks.isEmpty else { return "" }
    let isText = (before + after).allSatisfy { line in
      !line.contains(0) && String(decoding: line, as: UTF8.self).utf8.elementsEqual(line)
    }
    guard isText else { return "Files a/\(path) and b/\(path) differ\n" }
    return hunks.reduce("--- a/\(path)\n+++ b/\(path)\n") { $0 + text(of: $1) }
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      lines.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { lines.append(bytes[start...]) }
    return lines
  }

  private var changes: [Change] {
    var changes: [Change] = []
    var (left, right) = (0, 0)
    while left < before.count || right < after.count {
      if left < before.count, right < after.count, before[left] == after[right] {
        left += 1
        right += 1
        continue
      }
      let (nextLeft, nextRight) = meeting(left, right)
      changes.append(Change(before: left..<nextLeft, after: right..<nextRight))
      (left, right) = (nextLeft, nextRight)
    }
    return changes
  }

  /// The nearest lines from which both texts are the same, for at least one line.
  private func meeting(_ left: Int, _ right: Int) -> (Int, Int) {
    for distance in 1...Self.reach * 2 {
      for skipped in max(0, distance - Self.reach)...min(distance, Self.reach) {
        let (a, b) = (left + skipped, right + distance - skipped)
        if a == before.count, b == after.count { return (a, b) }
        if a < before.count, b < after.count, before[a] == after[b] { return (a, b) }
      }
    }
    return (before.count, after.count)
  }

  /// Changes whose context would overlap are combined.
  private var hunks: [[Change]] {
    var hunks: [[Change]] = []
    for change in changes {
      if let last = hunks.last?.last,
        change.before.lowerBound - last.before.upperBound <= Self.context * 2
      {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
    return hunks
  }

  private func text(of hunk: [Change]) -> String {
    guard let first = hunk.first, let last = hunk.last else { return "" }
    let lead = min(Self.context, first.before.lowerBound)
    let trail = min(Self.context, before.count - last.before.upperBound)
    let old = first.before.lowerBound - lead..<last.before.upperBound + trail
    let new = first.after.lowerBound - lead..<last.after.upperBound + trail
    var text = "@@ -\(Self.place(old)) +\(Self.place(new)) @@\n"
    var at = old.lowerBound
    for change in hunk {
      for line in before[at..<change.before.lowerBound] { text += Self.row(" ", line) }
      for line in before[change.before] { text += Self.row("-", line) }
      for line in after[change.after] { text += Self.row("+", line) }
      at = change.before.upperBound
    }
    for line in before[at..<old.upperBound] { text += Self.row(" ", line) }
    return text
  }

  /// An empty range is named by the line before it.
  private static func place(_ range: Range<Int>) -> String {
    let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
    return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
  }

  private static func row(_ mark: String, _ line: ArraySlice<UInt8>) -> String {
    let text = mark + String(decoding: line, as: UTF8.self)
    return line.last == 0x0A ? text : text + "\n\\ No newline at end of file\n"
  }
}
