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
    let head = String(decoding: rest.prefix(32), as: UTF8.self).lowercased()
    let isPropertyList = ["<?xml", "<plist", "<!doctype plist"].contains(where: head.hasPrefix)
    if isPropertyList { return .plist }
    if rest.first == UInt8(ascii: "["), isJSONList(rest) { return .json }
    if rest.first == UInt8(ascii: "{"), isJSONDictionary(rest) { return .json }
    let word = head.prefix { $0.isASCII && $0.isLetter }
    return starters.contains(String(word)) && head.dropFirst(word.count).first == " " ? .sql : nil
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
