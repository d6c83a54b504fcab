internal import SQLScriptsDiagnostics
import SQLScriptsSQL

extension ScriptShaper {
  /// Reports SQL that SQLite would not run because only editors end the comment before it, in all formats: the script
  /// runs as its author reads it, or not at all (law 16).
  mutating func checkLineEnds() {
    let document = reader.document
    guard
      document.source.withBytes(SQLLineEnd.mayHaveSwallowed)
        || document.decoded.withUnsafeBufferPointer(SQLLineEnd.mayHaveSwallowed)
    else { return }
    var texts: [Range<Int>] = (require + verify).map(\.text) + options.compactMap(\.onlyIf)
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
    let lineEnds = swallowed.lineEnds.map {
      text.lowerBound + $0.lowerBound..<text.lowerBound + $0.upperBound
    }
    reader.report(
      .lineEndInComment(
        String(decoding: bytes(swallowed.text), as: UTF8.self), lineEnds, lineEnd,
        isSQLFile: file.format == .sql), at: span)
  }
}
