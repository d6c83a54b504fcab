import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsReporting

extension Script {
  /// The edit of the file that replaces a part of the decoded text. The new text is escaped as the format of the file
  /// needs it.
  ///
  /// Nil if the part is not one range of bytes in the file: it extends over two lines of a list of lines, an XML
  /// comment or the edge of a CDATA section, or the file is a binary property list.
  package func edit(_ range: Range<Int>, with text: String) -> FixIt.Edit? {
    guard let written = sourceRange(of: range) else { return nil }
    let bytes = document.source.bytes[written]
    let span = SourceSpan(file: document.source, range: written)
    switch file.format {
    case .sql: return FixIt.Edit(span, with: text)
    case .json:
      // An unescaped quote ends one string and starts another.
      var isEscaped = false
      for byte in bytes {
        if byte == UInt8(ascii: "\""), !isEscaped { return nil }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      }
      return FixIt.Edit(span, with: JSONText.escaped(text))
    case .plist:
      guard let isVerbatim = isInCDATA(written) else { return nil }
      if isVerbatim {
        // A “]]” before it and this “>” would end the section.
        let joins = text.utf8.contains(UInt8(ascii: ">")) || text.utf8.contains(UInt8(ascii: "]"))
        return joins ? nil : FixIt.Edit(span, with: text)
      }
      return FixIt.Edit(span, with: text.escapedForXML)
    }
  }

  /// The bytes of the file that a part of the decoded text came from.
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
