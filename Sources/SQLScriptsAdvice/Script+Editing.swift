import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension Script {
  /// The edit of the file that puts another text in the place of a part of the decoded text: written as
  /// the place needs it, with the escapes of JSON and the entities of a property list.
  ///
  /// Nil where the part is not one run of bytes in the file: it goes over the end of a line of a list of
  /// lines, a comment of XML or the edge of a CDATA section, or the file is a binary property list.
  package func edit(_ range: Range<Int>, with text: String) -> FixIt.Edit? {
    guard let written = sourceRange(of: range) else { return nil }
    let bytes = document.source.bytes[written]
    let span = SourceSpan(file: document.source, range: written)
    switch file.format {
    case .sql: return FixIt.Edit(span, with: text)
    case .json:
      // A bare quote inside is the end of one text and the start of another.
      var isEscaped = false
      for byte in bytes {
        if byte == UInt8(ascii: "\""), !isEscaped { return nil }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      return FixIt.Edit(span, with: JSONText.escaped(text))
    case .plist:
      guard let isVerbatim = isInCDATA(written) else { return nil }
      if isVerbatim {
        // The brackets before it could make the end of the section of a “>”.
        let joins = text.utf8.contains(UInt8(ascii: ">")) || text.utf8.contains(UInt8(ascii: "]"))
        return joins ? nil : FixIt.Edit(span, with: text)
      }
      return FixIt.Edit(span, with: text.escapedForXML)
    }
  }

  /// The bytes that a part of the decoded text was written as.
  private func sourceRange(of range: Range<Int>) -> Range<Int>? {
    guard !document.source.isBinaryPropertyList else { return nil }
    let start = document.sourceOffset(of: range.lowerBound)
    guard !range.isEmpty else { return start..<start }
    let end = sourceEnd(of: range)
    guard start < end, end <= document.source.bytes.count else { return nil }
    return start..<end
  }
}

extension String {
  /// The text escaped for an XML element.
  fileprivate var escapedForXML: String {
    var written = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": written += "&amp;"
      case "<": written += "&lt;"
      // “]]>” is an error in XML text.
      case ">": written += "&gt;"
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }
}
