import SQLScriptsDiagnostics

extension FixIt {
  /// Writes what closes lists, dictionaries or tags at the end of the file, each on a new line.
  init(closing source: SourceFile, with lines: [String]) {
    let end = source.count
    let isNewLine = source.bytes[..<end].last == 0x0A
    let words = lines.map { "“\($0.drop { $0 == " " || $0 == "\t" })”" }.joined(separator: " and ")
    let lineEnd = source.lineEnd(before: end)
    let text = lines.joined(separator: lineEnd)
    self.init(
      "Write \(words) at the end", at: SourceSpan(file: source, range: end..<end),
      with: isNewLine ? text + lineEnd : lineEnd + text)
  }
}
