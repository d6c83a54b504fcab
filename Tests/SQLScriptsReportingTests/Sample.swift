import SQLScriptsDiagnostics

/// A file in memory, and ranges in it that are found by their text.
struct Sample {
  let file: SourceFile

  init(_ text: String, name: String = "sql_update_2.plist") {
    file = SourceFile(name: name, bytes: Array(text.utf8))
  }

  init(bytes: [UInt8], name: String = "sql_update_2.plist") {
    file = SourceFile(name: name, bytes: bytes)
  }

  /// The first range of a text; empty and at the end of the file if the text does not occur.
  func span(_ text: String) -> SourceSpan {
    let needle = Array(text.utf8)
    let last = file.bytes.count - needle.count
    let start = (0..<max(0, last + 1)).first { file.bytes[$0...].starts(with: needle) }
    let range = start.map { $0..<$0 + needle.count } ?? file.bytes.count..<file.bytes.count
    return SourceSpan(file: file, range: range)
  }

  func span(from start: String, through end: String) -> SourceSpan {
    SourceSpan(
      file: file, range: span(start).range.lowerBound..<span(end).range.upperBound)
  }
}
