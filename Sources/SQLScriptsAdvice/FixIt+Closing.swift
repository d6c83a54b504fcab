import SQLScriptsDiagnostics

extension FixIt {
  /// Writes what closes a list, a dictionary or a tag on a new line at the end of the file.
  init(closing source: SourceFile, with text: String, indent: String = "") {
    let end = source.count
    let isNewLine = source.bytes[..<end].last == 0x0A
    self.init(
      "Write “\(text)” at the end", at: SourceSpan(file: source, range: end..<end),
      with: isNewLine ? "\(indent)\(text)\n" : "\n\(indent)\(text)")
  }
}
