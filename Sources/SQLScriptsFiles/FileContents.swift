internal import SQLScriptsDiagnostics

/// The format of a file according to its first bytes, whatever its name is.
enum FileContents {
  /// The error for a file whose contents do not match its extension.
  static func mismatch(of file: ScriptFile, in source: SourceFile) -> Diagnostic? {
    let start = source.hasByteOrderMark ? 3 : 0
    let rest = source.bytes[start...].drop(while: TextCheck.isBlank)
    guard let format = format(of: rest, in: source), format != file.format else { return nil }
    let name = file.name[...].splitAtLastDot.map { "\($0.stem).\(format.rawValue)" } ?? file.name
    return Diagnostic(
      TextMistake.endingDoesNotFit(file.format, format, rename: name),
      at: SourceSpan(file: source, range: rest.startIndex..<rest.startIndex + 1))
  }

  private static func format(
    of rest: Slice<SourceBytes>, in source: SourceFile
  ) -> ScriptFile.Format? {
    if source.isBinaryPropertyList { return .plist }
    // Bytes, because each script of a migration gets here, and a String would take most of the time of reading it.
    let head = rest.prefix(32).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    switch head.first {
    case UInt8(ascii: "<"):
      let starts = ["<?xml", "<plist", "<!doctype plist"]
      return starts.contains { head.starts(with: $0.utf8) } ? .plist : nil
    case UInt8(ascii: "["): return isJSONList(rest) ? .json : nil
    case UInt8(ascii: "{"): return isJSONDictionary(rest) ? .json : nil
    default:
      let word = head.prefix { (0x61...0x7A).contains($0) }
      guard word.count < head.count, head[word.count] == UInt8(ascii: " ") else { return nil }
      return starters.contains(String(decoding: word, as: UTF8.self)) ? .sql : nil
    }
  }

  private static func isJSONList(_ bytes: Slice<SourceBytes>) -> Bool {
    let next = bytes.dropFirst().first { !TextCheck.isBlank($0) }
    return next.map { "\"{[]".utf8.contains($0) } ?? false
  }

  /// The old text format of property lists begins in the same way, but has “=” after the key.
  private static func isJSONDictionary(_ bytes: Slice<SourceBytes>) -> Bool {
    let key = bytes.dropFirst().drop(while: TextCheck.isBlank)
    guard key.first == UInt8(ascii: "\"") else { return false }
    let behind = key.dropFirst().drop { $0 != UInt8(ascii: "\"") && $0 != 0x0A }.dropFirst()
    return behind.first { !TextCheck.isBlank($0) } == UInt8(ascii: ":")
  }

  private static let starters: Set = [
    "create", "alter", "insert", "update", "delete", "drop", "replace", "pragma", "select", "with",
    "begin",
  ]
}

extension ScriptFile.Format {
  var contents: String {
    switch self {
    case .plist: "a property list"
    case .json: "JSON"
    case .sql: "plain SQL"
    }
  }
}
