internal import SQLScriptsDiagnostics

/// The merge conflict markers that git leaves in a file.
enum MergeConflict {
  private static let most = 20

  /// One error for each conflict. A reader's errors about these lines would not help.
  static func diagnostics(in source: SourceFile) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var start: Range<Int>?
    var isDivided = false
    source.withBytes { bytes in
      var at = 0
      while at < bytes.count, found.count < most {
        var end = at
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        switch marker(bytes, at..<end) {
        case UInt8(ascii: "<"): (start, isDivided) = (at..<end, false)
        case UInt8(ascii: "="): isDivided = start != nil
        case UInt8(ascii: ">"):
          if let start, isDivided {
            found.append(
              Diagnostic(
                TextMistake.mergeConflict, at: SourceSpan(file: source, range: start)))
          }
          start = nil
        default: break
        }
        at = end + 1
      }
    }
    return found
  }

  /// The character that a line has seven times at its start, followed by nothing or a space.
  private static func marker(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> UInt8? {
    guard line.count >= 7, let sign = line.first.map({ bytes[$0] }), (0x3C...0x3E).contains(sign),
      bytes[line].prefix(7).allSatisfy({ $0 == sign })
    else { return nil }
    return line.count == 7 || bytes[line.lowerBound + 7] == 0x20 ? sign : nil
  }
}
