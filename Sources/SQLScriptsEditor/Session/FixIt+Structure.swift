import SQLScriptsDiagnostics
import SQLScriptsSQL

extension FixIt {
  /// Whether a correction of a file's format may make a bracket, a quote or a tag of the file a part of a text.
  var mayTakeStructure: Bool { edits.contains(where: \.mayTakeStructure) }
}

extension FixIt.Edit {
  fileprivate var mayTakeStructure: Bool {
    let bytes = span.file.bytes
    let isBlank = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
    let before = bytes[..<span.range.lowerBound].lastIndex { !isBlank($0) }
    let rest = bytes[span.range.upperBound...].drop(while: isBlank)
    let last = before.map { bytes[$0] }
    if replacement.hasPrefix("\""), last == UInt8(ascii: "}") || last == UInt8(ascii: "]") {
      return true
    }
    let quotes = ["“", "”", "„"]
    if replacement.hasSuffix("\""), quotes.contains(where: { rest.starts(with: $0.utf8) }) {
      return true
    }
    let beginsList = rest.first == UInt8(ascii: "[") || rest.first == UInt8(ascii: "{")
    if replacement.contains("\\n"), beginsList { return true }
    guard replacement.hasPrefix("<"), let before, last == UInt8(ascii: ">") else { return false }
    // The end of a tag without its beginning.
    return bytes[..<before].last { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
      != UInt8(ascii: "<")
  }
}
