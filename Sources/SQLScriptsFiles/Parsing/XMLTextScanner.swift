internal import SQLScriptsDiagnostics

/// Decodes the content of an element from the bytes of the file.
///
/// libxml2 has checked the document. Its decoded pieces are not used, because they have no positions after a reference,
/// a line ending or a CDATA section.
struct XMLTextScanner {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The text of a range, in place or decoded with a source map.
  func text(_ range: Range<Int>, in builder: inout DocumentBuilder) -> DocumentBuilder.Text {
    var index = ByteScan.endOfXMLRun(in: bytes, range)
    if index == range.upperBound { return .inPlace(range) }
    let textStart = builder.document.decoded.count
    append(range.lowerBound..<index, to: &builder)
    while index < range.upperBound {
      switch bytes[index] {
      case 0x0D: index = foldLineEnd(at: index, in: range, into: &builder)
      case 0x26: index = decodeReference(at: index, in: range, into: &builder)
      default: index = passMarkup(at: index, in: range, into: &builder)
      }
      let end = ByteScan.endOfXMLRun(in: bytes, index..<range.upperBound)
      append(index..<end, to: &builder)
      index = end
    }
    builder.mark(range.upperBound)
    return .decoded(since: textStart)
  }

  /// The first offset in a range that is not whitespace, a comment or a processing instruction.
  func firstText(in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if TextCheck.isBlank(bytes[index]) {
        index += 1
      } else if let end = endOfIgnored(at: index, in: range) {
        index = end
      } else {
        return index
      }
    }
    return nil
  }

  func hasPrefix(_ prefix: StaticString, at index: Int, in range: Range<Int>) -> Bool {
    guard range.upperBound - index >= prefix.utf8CodeUnitCount else { return false }
    for offset in 0..<prefix.utf8CodeUnitCount
    where bytes[index + offset] != prefix.utf8Start[offset] { return false }
    return true
  }

  /// The offset just after the first `ending` from `index` on; the range's end if there is none.
  func end(after ending: StaticString, from index: Int, in range: Range<Int>) -> Int {
    var index = index
    while index < range.upperBound, !hasPrefix(ending, at: index, in: range) { index += 1 }
    return min(index + ending.utf8CodeUnitCount, range.upperBound)
  }

  private func endOfIgnored(at index: Int, in range: Range<Int>) -> Int? {
    if hasPrefix("<!--", at: index, in: range) {
      return end(after: "-->", from: index + 4, in: range)
    }
    return hasPrefix("<?", at: index, in: range)
      ? end(after: "?>", from: index + 2, in: range) : nil
  }

  private func append(_ run: Range<Int>, to builder: inout DocumentBuilder) {
    builder.mark(run.lowerBound)
    builder.document.decoded.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run]))
  }

  /// XML 1.0, section 2.11: CR LF and a lone CR are read as LF.
  private func foldLineEnd(
    at index: Int, in range: Range<Int>, into builder: inout DocumentBuilder
  ) -> Int {
    builder.mark(index)
    builder.document.decoded.append(0x0A)
    return index + 1 < range.upperBound && bytes[index + 1] == 0x0A ? index + 2 : index + 1
  }

  private func passMarkup(
    at index: Int, in range: Range<Int>, into builder: inout DocumentBuilder
  ) -> Int {
    if let end = endOfIgnored(at: index, in: range) { return end }
    guard hasPrefix("<![CDATA[", at: index, in: range) else {
      append(index..<index + 1, to: &builder)
      return index + 1
    }
    var at = index + 9
    while at < range.upperBound {
      let run = at
      at = ByteScan.endOfXMLRun(in: bytes, at..<range.upperBound, or: 0x5D)
      append(run..<at, to: &builder)
      guard at < range.upperBound else { break }
      if hasPrefix("]]>", at: at, in: range) { return at + 3 }
      if bytes[at] == 0x0D {
        at = foldLineEnd(at: at, in: range, into: &builder)
      } else {
        append(at..<at + 1, to: &builder)
        at += 1
      }
    }
    return range.upperBound
  }

  private func decodeReference(
    at index: Int, in range: Range<Int>, into builder: inout DocumentBuilder
  ) -> Int {
    guard
      let reference = XMLReference(in: bytes, at: index, before: range.upperBound),
      // A NUL was already reported, and must not end the text.
      let scalar = reference.isNUL ? " " : reference.scalar
    else {
      // libxml2 does not know it either, and has reported it.
      append(index..<index + 1, to: &builder)
      return index + 1
    }
    builder.mark(index)
    builder.document.decoded.append(contentsOf: String(scalar).utf8)
    return reference.end
  }
}
