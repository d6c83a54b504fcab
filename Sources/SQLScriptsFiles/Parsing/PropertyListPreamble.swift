internal import SQLScriptsDiagnostics

/// What stands before the first tag, where a file shows that it is no XML property list in UTF-8.
enum PropertyListPreamble {
  static func isXML(
    _ source: SourceFile, from start: Int, reportingTo builder: inout DocumentBuilder
  ) -> Bool {
    let bytes = source.bytes
    let span = { (range: Range<Int>) in SourceSpan(file: source, range: range) }
    let nul = source.withBytes { ByteScan.endOfText(in: $0) }
    if nul < bytes.count {
      builder.report(.nulCharacter(at: span(nul..<nul + 1)))
      return false
    }
    let first = bytes[start...].firstIndex { !TextCheck.isBlank($0) } ?? bytes.count
    guard first < bytes.count, bytes[first] == 0x3C else {
      let isOpenStep = [0x28, 0x7B, 0x2F, 0x22].contains(first < bytes.count ? bytes[first] : 0)
      let place = span(first..<first + 1)
      builder.report(isOpenStep ? .openStep(source.name, at: place) : .noXML(at: place))
      return false
    }
    if let (name, range) = declaredEncoding(in: bytes, from: first), !isUTF8(name) {
      // The bytes have been found to be UTF-8. Encodings that write all in ASCII would be that, too.
      let isASCII = ["utf-7", "hz", "iso-2022"].contains { name.lowercased().hasPrefix($0) }
      builder.report(
        .declaredEncoding(name, at: span(range)),
        fixIt: isASCII
          ? nil : FixIt("Write UTF-8 as the encoding", at: span(range), with: "UTF-8"))
      return false
    }
    if let tag = source.withBytes({ XMLTagCheck.overloadedTag(in: $0, from: first) }) {
      builder.report(.tooManyAttributes(at: span(tag..<tag + 1)))
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

extension Diagnostic {
  fileprivate static func openStep(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "openstep-property-list", .error, "This is a property list in the old text form, not XML",
      at: span, help: "Convert it with: plutil -convert xml1 \(name)")
  }

  fileprivate static func tooManyAttributes(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-not-well-formed", .error,
      "this tag has more than \(XMLTagCheck.maximumAttributes) attributes", at: span,
      why: "Only <plist> has an attribute, its version. A “>” may be missing.",
      help: "Write “>” where the tag ends.")
  }

  fileprivate static func noXML(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "plist-not-well-formed", .error, "A property list must start with “<”", at: span,
      help: "If this is JSON, give the file the ending .json; if it is SQL, the ending .sql.")
  }

  fileprivate static func declaredEncoding(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "encoding-declaration-mismatch", .error,
      "The file says its encoding is “\(name.forMessage)”, and a script must be UTF-8", at: span,
      help: "Save the file as UTF-8, and write encoding=\"UTF-8\" here.")
  }
}
