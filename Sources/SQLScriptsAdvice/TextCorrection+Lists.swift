import SQLScriptsDiagnostics
import SQLScriptsFiles

/// Corrects the lists of JSON and of property lists.
extension TextCorrection {
  /// Puts the value of a key into a list.
  func list(of key: String, around span: SourceSpan) -> FixIt? {
    let isTag = source.bytes[span.range].starts(with: "<string>".utf8)
    guard isTag || source.bytes[span.range].first == 0x22 else { return nil }
    let (open, close) = isTag ? ("<array>", "</array>") : ("[", "]")
    let (start, end) = (span.range.lowerBound, span.range.upperBound)
    return FixIt(
      "Put “\(key)” into a list",
      [
        .init(SourceSpan(file: source, range: start..<start), with: open),
        .init(SourceSpan(file: source, range: end..<end), with: close),
      ])
  }

  /// Deletes an item of a list, with its comma in JSON; nil if it is not one.
  func withoutItem(at span: SourceSpan) -> FixIt? {
    let bytes = source.bytes
    let message = "Delete this item"
    guard !span.range.isEmpty,
      let before = bytes[..<span.range.lowerBound].lastIndex(where: { !TextCheck.isBlank($0) }),
      let after = bytes[span.range.upperBound...].firstIndex(where: { !TextCheck.isBlank($0) })
    else { return nil }
    let delete = { (range: Range<Int>) in
      FixIt(message, at: SourceSpan(file: source, range: range), with: "")
    }
    if bytes[span.range].first == UInt8(ascii: "<") {
      // Not the value of a key.
      let isValue = bytes[...before].suffix(6).elementsEqual("</key>".utf8)
      return isValue ? nil : delete(before + 1..<span.range.upperBound)
    }
    switch (bytes[before], bytes[after]) {
    case (UInt8(ascii: ","), UInt8(ascii: ",")), (UInt8(ascii: ","), UInt8(ascii: "]")):
      return delete(before..<span.range.upperBound)
    case (UInt8(ascii: "["), UInt8(ascii: ",")):
      return delete(before + 1..<after + 1)
    case (UInt8(ascii: "["), UInt8(ascii: "]")): return delete(span.range)
    default: return nil
    }
  }
}
