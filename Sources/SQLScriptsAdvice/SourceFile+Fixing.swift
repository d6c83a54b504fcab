import SQLScriptsDiagnostics

extension SourceFile {
  /// The bytes of the file after fix-its, and the indices of the fix-its that were applied.
  ///
  /// A fix-it is applied completely or not at all. It is skipped if the bytes have changed or if it overlaps an earlier
  /// one. Run it again for the rest.
  package func bytes(after fixIts: [FixIt]) -> (bytes: [UInt8], taken: [Int]) {
    var edits: [FixIt.Edit] = []
    var taken: [Int] = []
    for (index, fixIt) in fixIts.enumerated() where !fixIt.edits.isEmpty {
      let fits = fixIt.edits.allSatisfy { edit in
        edit.span.file == self && !edits.contains { $0.overlaps(edit) }
      }
      guard fits else { continue }
      edits += fixIt.edits
      taken.append(index)
    }
    // An insertion comes before a replacement at the same place; otherwise the order of the fix-its decides.
    let ordered = edits.enumerated().sorted { left, right in
      let key = { (edit: FixIt.Edit, order: Int) in
        (edit.span.range.lowerBound, edit.span.range.isEmpty ? 0 : 1, order)
      }
      return key(left.element, left.offset) < key(right.element, right.offset)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for (_, edit) in ordered {
      result += bytes[end..<edit.span.range.lowerBound]
      result += edit.replacement.utf8
      end = edit.span.range.upperBound
    }
    result += bytes[end...]
    return (result, taken)
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
