package import SQLScriptsDiagnostics
import SQLScriptsSQL

extension Script {
  /// The comments of a `.sql` file that set a key, but have no effect: those after the first statement or after a
  /// /* */ comment, and those in one. A comment counts only if it consists of a key and a value that the key may have.
  package var misplacedKeys: [Diagnostic] {
    guard file.format == .sql else { return [] }
    let source = document.source
    return source.withBytes { bytes in
      let header = Self.endOfHeader(in: bytes)
      var scanner = SQLScanner(bytes)
      var found: [Diagnostic] = []
      while let token = scanner.next() {
        guard token.isTrivia, bytes[token.range.lowerBound] > 0x20 else { continue }
        let isLine = bytes[token.range.lowerBound] == UInt8(ascii: "-")
        if isLine, token.range.lowerBound < header { continue }
        if let key = Self.key(in: bytes[token.range]) {
          let mistake = ScriptMistake.misplacedKey(key.key, value: key.value)
          found.append(Diagnostic(mistake, at: SourceSpan(file: source, range: token.range)))
        }
      }
      return found
    }
  }

  /// Where the first line begins that is neither empty nor a -- comment.
  private static func endOfHeader(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while at < bytes.count {
      let (line, next) = SQLLineEnd.line(from: at, in: bytes)
      let text = bytes[line].drop(while: TextCheck.isBlank)
      guard text.isEmpty || text.starts(with: "--".utf8) else { return at }
      at = next
    }
    return at
  }

  private static func key(
    in comment: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (key: String, value: String)? {
    // Longer comments are prose.
    guard comment.count <= 64 else { return nil }
    let text = String(decoding: comment, as: UTF8.self)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.filter { !$0.isWhitespace && !"/*-_".contains($0) }
    }
    guard parts.count == 2 else { return nil }
    let key = [ScriptKey.transaction.name, ScriptKey.foreignKeys.name].first {
      $0.lowercased() == parts[0].lowercased()
    }
    return key.flatMap { HeaderKey.isValue(parts[1], of: $0) ? ($0, parts[1]) : nil }
  }
}
