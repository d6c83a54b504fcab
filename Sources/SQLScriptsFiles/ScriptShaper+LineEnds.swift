internal import SQLScriptsDiagnostics
import SQLScriptsSQL

extension ScriptShaper {
  /// Reports what SQLite would not run because only an editor sees it behind a comment, in all forms alike: the
  /// script runs as its author reads it, or not at all (law 16).
  mutating func checkLineEnds() {
    let document = reader.document
    guard
      SQLLineEnd.mayHaveSwallowed(document.source.text)
        || document.decoded.withUnsafeBufferPointer(SQLLineEnd.mayHaveSwallowed)
    else { return }
    var texts: [Range<Int>] = verify.map(\.text) + options.compactMap(\.onlyIf)
    eachText { texts.append($0) }
    for text in texts {
      for swallowed in document.withBytes(of: text, SQLLineEnd.swallowed) {
        report(swallowed, in: text)
      }
    }
  }

  private mutating func report(_ swallowed: SQLLineEnd.Swallowed, in text: Range<Int>) {
    if reader.isFullOfErrors { return }
    let document = reader.document
    let bytes = { (range: Range<Int>) in
      document.bytes(of: text.lowerBound + range.lowerBound..<text.lowerBound + range.upperBound)
    }
    let places = [swallowed.text.lowerBound, swallowed.text.upperBound].map {
      document.sourceOffset(of: text.lowerBound + $0)
    }
    let span = SourceSpan(file: document.source, range: places[0]..<max(places[0], places[1]))
    let lineEnd = swallowed.lineEnds.first.map { String(decoding: bytes($0), as: UTF8.self) } ?? ""
    reader.report(
      .lineEndInComment(
        String(decoding: bytes(swallowed.text), as: UTF8.self), lineEnd,
        isSQLFile: file.format == .sql, at: span, fixIt: fixIt(for: swallowed, in: text)))
  }

  /// LF in the place of each CR, where nothing but an old Mac can have meant it: a CR in a text stays what it is.
  private func fixIt(for swallowed: SQLLineEnd.Swallowed, in text: Range<Int>) -> FixIt? {
    guard file.format == .sql, let first = swallowed.lineEnds.first,
      let last = swallowed.lineEnds.last
    else { return nil }
    let document = reader.document
    let range = text.lowerBound + first.lowerBound..<text.lowerBound + last.upperBound
    let before = document.bytes(of: range)
    guard swallowed.lineEnds.allSatisfy({ before[$0.lowerBound - first.lowerBound] == 0x0D }) else {
      return nil
    }
    var after = before
    for place in swallowed.lineEnds { after[place.lowerBound - first.lowerBound] = 0x0A }
    let isPlain = after.withUnsafeBufferPointer { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.next() {
        if !token.isTrivia, bytes[token.range].contains(0x0A) { return false }
      }
      return true
    }
    guard isPlain else { return nil }
    return FixIt(
      "Write LF for CR", at: SourceSpan(file: document.source, range: range),
      with: String(decoding: after, as: UTF8.self))
  }
}

extension Diagnostic {
  fileprivate static func lineEndInComment(
    _ text: String, _ lineEnd: String, isSQLFile: Bool, at span: SourceSpan, fixIt: FixIt?
  ) -> Diagnostic {
    let code = lineEnd.unicodeScalars.first?.value ?? 0
    let hexadecimal = String(code, radix: 16, uppercase: true)
    let name =
      code == 0x0D
      ? "CR" : "U+" + String(repeating: "0", count: max(0, 4 - hexadecimal.count)) + hexadecimal
    return Diagnostic(
      "line-end-in-comment", .error,
      "“\(text.forMessage)” would not run: to SQLite it is part of the comment before it",
      at: span,
      why:
        "SQLite ends a comment that begins with -- at a line feed (LF) only, and this is \(name).",
      help: isSQLFile
        ? "Save the file with LF line ends." : "Write a line feed (\\n) after the comment.",
      fixIt: fixIt)
  }
}
