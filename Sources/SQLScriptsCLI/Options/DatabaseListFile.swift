import SQLScriptsDatabase
import SQLScriptsDiagnostics

/// A file that lists databases, one per line, or with a NUL after each, as `find -print0` writes it.
///
/// Names that end with a NUL are used unchanged. In lines, a byte-order mark, whitespace at both ends, empty lines and
/// comments (`# …`) are ignored, and patterns match files. A file with exactly the name of a line is that file,
/// whatever characters it contains.
struct DatabaseListFile {
  private let name: String
  private let bytes: ArraySlice<UInt8>

  init(reading name: String) throws {
    guard let bytes = System.readAll(name) else {
      throw CommandFailure(
        .couldNotRun, "the list “\(name)” cannot be read: \(System.lastMessage)")
    }
    self.name = name
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
  }

  func paths() throws -> [String] {
    guard !isUTF16 else {
      throw CommandFailure(
        .couldNotRun, "the list “\(name)” is UTF-16 text", help: "Save it as UTF-8.")
    }
    if bytes.contains(0) { return bytes.split(separator: 0).map(Self.text) }
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return try lines.flatMap { (line) -> [String] in
      let whole = Self.text(line)
      // A plain path needs no look at the file system. The list may be long, and each of many shards reads it.
      if Self.isPlain(line) || System.exists(whole) { return [whole] }
      let path = Self.text(Self.trimmed(line))
      return path.isEmpty || path.hasPrefix("#") ? [] : try DatabaseList.matches(path)
    }
  }

  /// Whether it has a byte-order mark, or every second byte is 0.
  private var isUTF16: Bool {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
    guard bytes.count.isMultiple(of: 2), !bytes.isEmpty else { return false }
    let halves = [0, 1].map { half in
      stride(from: bytes.startIndex + half, to: bytes.endIndex, by: 2).map { bytes[$0] }
    }
    return halves.contains { $0.allSatisfy { $0 == 0 } }
      && halves.contains { half in "./\n".utf8.contains { half.contains($0) } }
  }

  /// Whether a line is a path, whatever files exist: not a comment or pattern, and without spaces at its ends.
  private static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
    guard let first = line.first, let last = line.last else { return false }
    return first != UInt8(ascii: "#") && !isBlank(first) && !isBlank(last)
      && !line.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while line.first.map(isBlank) == true { line.removeFirst() }
    while line.last.map(isBlank) == true { line.removeLast() }
    return line
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(systemBytes: bytes)
  }
}
