internal import SQLScriptsDiagnostics

/// Checks the text before the first tag for signs that a file is not an XML property list in UTF-8.
enum PropertyListPreamble {
  static func isXML(
    _ source: SourceFile, from start: Int, reportingTo builder: inout DocumentBuilder
  ) -> Bool {
    let bytes = source.bytes
    let span = { (range: Range<Int>) in SourceSpan(file: source, range: range) }
    let nul = source.withBytes { ByteScan.endOfText(in: $0) }
    if nul < bytes.count {
      builder.report(TextMistake.nulCharacter, at: span(nul..<nul + 1))
      return false
    }
    let first = bytes[start...].firstIndex { !TextCheck.isBlank($0) } ?? bytes.count
    guard first < bytes.count, bytes[first] == 0x3C else {
      let isOpenStep = [0x28, 0x7B, 0x2F, 0x22].contains(first < bytes.count ? bytes[first] : 0)
      builder.report(
        isOpenStep ? PropertyListMistake.openStep(source.name) : .noXML, at: span(first..<first + 1)
      )
      return false
    }
    if let (name, range) = declaredEncoding(in: bytes, from: first), !isUTF8(name) {
      builder.report(PropertyListMistake.declaredEncoding(name), at: span(range))
      return false
    }
    if let tag = source.withBytes({ XMLTagCheck.overloadedTag(in: $0, from: first) }) {
      builder.report(PropertyListMistake.tooManyAttributes, at: span(tag..<tag + 1))
      return false
    }
    return true
  }

  private static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased())
  }

  private static func declaredEncoding(
    in bytes: SourceBytes, from start: Int
  ) -> (name: String, range: Range<Int>)? {
    guard bytes[start...].starts(with: "<?xml".utf8) else { return nil }
    let limit = min(start + 1000, bytes.count)
    let declaration = bytes[start..<limit].prefix { $0 != 0x3E }
    let key = Array("encoding".utf8)
    var index = declaration.startIndex
    while index < declaration.endIndex, !declaration[index...].starts(with: key) { index += 1 }
    let rest = declaration[min(index + key.count, declaration.endIndex)...]
    guard let quote = rest.firstIndex(where: { $0 == 0x22 || $0 == 0x27 }) else { return nil }
    let value = rest[(quote + 1)...].prefix { $0 != rest[quote] }
    return (String(decoding: value, as: UTF8.self), value.startIndex..<value.endIndex)
  }
}
