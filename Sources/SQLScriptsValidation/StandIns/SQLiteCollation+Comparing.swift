import SQLScriptsFiles
import SQLScriptsSQL

extension SQLiteCollation {
  /// Compares two texts as SQLite does.
  func isBefore(_ left: String, _ right: String) -> Bool {
    key(left).lexicographicallyPrecedes(key(right))
  }

  private func key(_ text: String) -> [UInt8] {
    switch self {
    case .binary: return Array(text.utf8)
    case .noCase: return Array(text.asciiLowercased.utf8)
    case .rightTrim:
      var bytes = Array(text.utf8)
      while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
      return bytes
    }
  }
}
