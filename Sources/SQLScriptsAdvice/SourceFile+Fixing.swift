import SQLScriptsDiagnostics

extension SourceFile {
  /// The bytes of the file after fix-its, and the indices of the fix-its that were applied.
  ///
  /// A fix-it is applied completely or not at all. It is skipped if the bytes have changed or if it overlaps an earlier
  /// one. Run it again for the rest.
  package func bytes(after fixIts: [FixIt]) -> (bytes: [UInt8], taken: [Int]) {
    var edits = ChosenEdits()
    var taken: [Int] = []
    var text = KnownText(self)
    for (index, fixIt) in fixIts.enumerated() where !fixIt.edits.isEmpty {
      let fits = fixIt.edits.allSatisfy { edit in
        text.contains(edit.span) && edits.fits(edit)
      }
      guard fits else { continue }
      for edit in fixIt.edits { edits.insert(edit) }
      taken.append(index)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for edit in edits.inOrder {
      result += bytes[end..<edit.span.range.lowerBound]
      result += edit.replacement.utf8
      end = edit.span.range.upperBound
    }
    result += bytes[end...]
    return (result, taken)
  }
}

/// Edits that can all be applied.
///
/// An insertion comes before a replacement at the same place, and insertions at one place keep their order.
private struct ChosenEdits {
  private(set) var inOrder: [FixIt.Edit] = []

  mutating func insert(_ edit: FixIt.Edit) {
    let range = edit.span.range
    let index = firstIndex { other in
      range.isEmpty && !other.isEmpty
        ? other.lowerBound >= range.lowerBound : other.lowerBound > range.lowerBound
    }
    inOrder.insert(edit, at: index)
  }

  /// Whether an edit overlaps no other. Because they do not overlap each other, only those at its place can.
  func fits(_ edit: FixIt.Edit) -> Bool {
    let range = edit.span.range
    var index = max(0, firstIndex { $0.lowerBound >= range.lowerBound } - 1)
    while index < inOrder.count, inOrder[index].span.range.lowerBound <= range.upperBound {
      if inOrder[index].overlaps(edit) { return false }
      index += 1
    }
    return true
  }

  /// Searches for the first edit whose range, and that of each later one, passes a test.
  private func firstIndex(where passes: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, inOrder.count)
    while low < high {
      let middle = (low + high) / 2
      if passes(inOrder[middle].span.range) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension FixIt.Edit {
  /// Whether only one of the two edits can be applied. Different texts can be inserted at one place.
  fileprivate func overlaps(_ other: FixIt.Edit) -> Bool {
    let (mine, its) = (span.range, other.span.range)
    if mine == its { return !mine.isEmpty || replacement == other.replacement }
    if mine.isEmpty { return its.lowerBound < mine.lowerBound && mine.lowerBound < its.upperBound }
    if its.isEmpty { return mine.lowerBound < its.lowerBound && its.lowerBound < mine.upperBound }
    return mine.overlaps(its)
  }
}
