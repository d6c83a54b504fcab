import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// Corrects the encoding, the line endings and the keys of a file.
struct TextCorrection {
  let source: SourceFile

  /// Rewrites the file as UTF-8 if it has the byte order mark of UTF-16 or UTF-32 and is valid.
  var utf8: FixIt? {
    let bytes = source.bytes
    // The mark of UTF-32 starts with that of UTF-16.
    let marks: [[UInt8]] = [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0xFF, 0xFE], [0xFE, 0xFF]]
    guard let mark = marks.first(where: bytes.starts), bytes.count % mark.count == 0 else {
      return nil
    }
    let isLittle = mark[0] == 0xFF
    let units = stride(from: mark.count, to: bytes.count, by: mark.count).map { at in
      mark.indices.reduce(UInt32(0)) {
        $0 << 8 | UInt32(bytes[at + (isLittle ? mark.count - 1 - $1 : $1)])
      }
    }
    let isWide = mark.count == 4
    let text =
      isWide
      ? String(decoding: units, as: UTF32.self)
      : String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    let isValid =
      isWide
      ? text.unicodeScalars.lazy.map(\.value).elementsEqual(units)
      : text.utf16.lazy.map(UInt32.init).elementsEqual(units)
    guard isValid else { return nil }
    return FixIt(
      "Save it as UTF-8", at: SourceSpan(file: source, range: 0..<bytes.count), with: text)
  }

  /// Writes another key, as JSON or as a property list has it there.
  func key(_ name: String, at span: SourceSpan) -> FixIt? {
    let text = source.bytes[span.range]
    guard !hasComment(span.range) else { return nil }
    let isTag = text.starts(with: "<key>".utf8)
    guard isTag || text.count > 1 && text.first == 0x22 && text.last == 0x22 else { return nil }
    return FixIt(
      "Write “\(name)”", at: span, with: isTag ? "<key>\(name)</key>" : "\"\(name)\"")
  }

  /// Writes another value, as JSON or as a property list has it there. The words true and false and numbers are not
  /// strings.
  func value(_ name: String, at span: SourceSpan) -> FixIt? {
    let text = source.bytes[span.range]
    guard !hasComment(span.range), let first = text.first else { return nil }
    let isTag = first == 0x3C
    let isWord = ["true", "false"].contains(name)
    let isNumber = Int64(name) != nil
    let written =
      switch (isTag, isWord) {
      case (true, false) where isNumber: "<integer>\(name)</integer>"
      case (false, false) where isNumber: name
      case (true, true): "<\(name)/>"
      case (true, false): "<string>\(name)</string>"
      case (false, true): name
      case (false, false): "\"\(name)\""
      }
    return FixIt("Write \(isWord || isNumber ? written : "“\(name)”")", at: span, with: written)
  }

  /// Whether a correction would delete a comment of a property list.
  private func hasComment(_ range: Range<Int>) -> Bool {
    String(decoding: source.bytes[range], as: UTF8.self).contains("<!--")
  }

  /// Writes another key into the first lines of a `.sql` file; nil if another line has this key or may mean it.
  func headerKey(_ name: String, at span: SourceSpan) -> FixIt? {
    var at = 0
    while at < source.count {
      let (line, next) = source.withBytes { SQLLineEnd.line(from: at, in: $0) }
      at = next
      let text = String(decoding: source.bytes[line], as: UTF8.self)
        .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard text.hasPrefix("--") else {
        if text.isEmpty { continue } else { break }
      }
      let key = text.dropFirst(2).prefix { $0 != ":" }.drop { $0.isWhitespace }
        .prefix { !$0.isWhitespace }
      let isOther = !line.contains(span.range.lowerBound)
      if isOther, text.contains(":"), Spelling.closest(to: String(key), among: [name]) != nil {
        return nil
      }
    }
    return word(name, at: span)
  }

  /// Writes another word into the first lines of a `.sql` file.
  func word(_ name: String, at span: SourceSpan) -> FixIt? {
    span.range.isEmpty ? nil : FixIt("Write “\(name)”", at: span, with: name)
  }

  /// Replaces each CR with LF, unless a string contains a CR.
  func lineFeeds(for lineEnds: [Range<Int>]) -> FixIt? {
    guard let first = lineEnds.first, let last = lineEnds.last else { return nil }
    let range = first.lowerBound..<last.upperBound
    let before = Array(source.bytes[range])
    guard lineEnds.allSatisfy({ before[$0.lowerBound - first.lowerBound] == 0x0D }) else {
      return nil
    }
    var after = before
    for place in lineEnds { after[place.lowerBound - first.lowerBound] = 0x0A }
    let isPlain = after.withUnsafeBufferPointer { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.next() {
        if !token.isTrivia, bytes[token.range].contains(0x0A) { return false }
      }
      return true
    }
    guard isPlain else { return nil }
    return FixIt(
      "Write LF for CR", at: SourceSpan(file: source, range: range),
      with: String(decoding: after, as: UTF8.self))
  }
}
