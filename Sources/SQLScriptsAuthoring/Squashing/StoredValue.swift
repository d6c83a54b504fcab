import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

/// A value exactly as SQLite stores it. Text is stored as bytes, which need not be UTF-8.
enum StoredValue: Hashable {
  case null
  case integer(Int64)
  case real(UInt64)
  case text([UInt8])
  case blob([UInt8])
  /// A value that differs in each run: the time, or a random number.
  case ofTheRun

  /// The two columns of a query for it.
  static func selection(of column: String) -> String {
    let name = column.quotedName
    return
      "typeof(\(name)), CASE typeof(\(name)) WHEN 'text' THEN CAST(\(name) AS BLOB) ELSE \(name) END"
  }

  init(type: SQLiteValue, value: SQLiteValue) {
    switch (type.string, value) {
    case ("text", .blob(let bytes)): self = .text(bytes)
    case (_, .integer(let number)): self = .integer(number)
    case (_, .real(let number)): self = .real(number.bitPattern)
    case (_, .blob(let bytes)): self = .blob(bytes)
    case (_, .invalidText(let bytes)): self = .text(bytes)
    case (_, .text(let text)): self = .text(Array(text.utf8))
    case (_, .null): self = .null
    }
  }

  /// The SQL literal. Nothing can create the same moment again.
  var literal: String {
    switch self {
    case .null, .ofTheRun: return "NULL"
    case .integer(let number): return "\(number)"
    case .real(let bits):
      let number = Double(bitPattern: bits)
      guard number.isInfinite else { return "\(number)" }
      return number < 0 ? "-9e999" : "9e999"
    case .blob(let bytes): return Self.hex(bytes)
    case .text(let bytes):
      // Text that a file cannot hold, or an editor would not show, is written as bytes.
      let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A || $0 == 0x09 }
      guard isPlain, let text = String(validatingUTF8: bytes) else {
        return "CAST(\(Self.hex(bytes)) AS TEXT)"
      }
      return text.quoted(by: "'")
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
    return "x'\(digits.joined())'"
  }
}

extension String {
  fileprivate init?(validatingUTF8 bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    // XML cannot represent these.
    guard !text.unicodeScalars.contains(where: { [0xFFFE, 0xFFFF].contains($0.value) }) else {
      return nil
    }
    self = text
  }
}
