import SQLScriptsDatabase

/// A value as Python's `repr` writes it. Column hashes are the first 16 digits of the SHA-256 of these texts, sorted
/// and joined by newlines.
enum PythonText {
  static func columnHash(_ values: [SQLiteValue]) -> String {
    // Code point order is the order of UTF-8's bytes.
    let lines = values.map { Array(text($0).utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    return String(SHA256.hex(Array(lines.joined(separator: [0x0A]))).prefix(16))
  }

  static func text(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "None"
    case .integer(let value): "\(value)"
    // Both write the shortest digits that read back the same. Exponents, which differ, do not occur.
    case .real(let value): "\(value)"
    case .text(let value): quoted(value.unicodeScalars.map { $0 })
    case .blob(let bytes), .invalidText(let bytes):
      "b" + quoted(bytes.map { Unicode.Scalar($0) }, isBytes: true)
    }
  }

  private static func quoted(_ scalars: [Unicode.Scalar], isBytes: Bool = false) -> String {
    let quote: Unicode.Scalar = scalars.contains("'") && !scalars.contains("\"") ? "\"" : "'"
    var result = ""
    for scalar in scalars {
      switch scalar {
      case quote, "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        if !isBytes, scalar.value >= 0x80, isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          result += escape(scalar.value)
        }
      }
    }
    return "\(quote)\(result)\(quote)"
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }

  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    let (mark, count) = value < 0x100 ? ("x", 2) : value < 0x10000 ? ("u", 4) : ("U", 8)
    return "\\\(mark)" + String(repeating: "0", count: count - digits.count) + digits
  }
}
