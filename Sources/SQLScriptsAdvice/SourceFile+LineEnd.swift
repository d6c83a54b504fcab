import SQLScriptsDiagnostics

extension SourceFile {
  /// How many bytes before a place are searched for a line end.
  private static let longestLine = 4096

  /// The line end before a place: CR LF or LF; LF if there is none.
  func lineEnd(before place: Int) -> String {
    let before = bytes[max(0, place - Self.longestLine)..<place]
    guard let lineFeed = before.lastIndex(of: 0x0A), lineFeed > before.startIndex else {
      return "\n"
    }
    return bytes[lineFeed - 1] == 0x0D ? "\r\n" : "\n"
  }
}
