import SQLScriptsFiles

/// How a file is written, so that new lines look like those that are there.
struct EditedStyle {
  let format: ScriptFile.Format
  let lineEnd: [UInt8]
  /// The indentation of one level.
  let unit: [UInt8]

  init(_ bytes: [UInt8], _ format: ScriptFile.Format) {
    self.format = format
    let end = bytes.firstIndex(of: 0x0A)
    lineEnd = end.map { $0 > 0 && bytes[$0 - 1] == 0x0D } ?? false ? [0x0D, 0x0A] : [0x0A]
    // The first line with an indentation is on the first level.
    let first = bytes.split(separator: 0x0A).lazy.map { line in
      line.prefix { $0 == 0x20 || $0 == 0x09 }
    }
    .first { !$0.isEmpty }
    unit = first.map { Array($0) } ?? (format == .json ? [0x20, 0x20] : [0x09])
  }

  /// A line end and the indentation of a level.
  func line(_ level: Int) -> [UInt8] {
    lineEnd + [[UInt8]](repeating: unit, count: level).joined()
  }

  /// A typed text with the line ends of the file. A browser sends line feeds.
  func lines(_ text: String) -> String {
    // “\r\n” is one character, which this does not find.
    lineEnd.count == 1 ? text : text.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
  }
}
