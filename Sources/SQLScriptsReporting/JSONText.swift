/// A JSON value to be written. Members keep their order, so that two runs write the same bytes.
package enum JSONText: Sendable, Hashable {
  case object([Member])
  case array([JSONText])
  case string(String)
  case integer(Int64)
  case double(Double)
  case bool(Bool)
  case null

  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSONText

    package init(_ key: String, _ value: JSONText) {
      self.key = key
      self.value = value
    }
  }

  /// A string, or null.
  package static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  /// A whole number, or null.
  package static func integer(_ number: Int64?) -> JSONText { number.map { .integer($0) } ?? .null }

  /// A time in milliseconds, to the microsecond.
  package static func milliseconds(_ time: Double) -> JSONText {
    .double((time * 1000).rounded() / 1000)
  }

  /// A whole number of any type, clamped to 64 bits.
  package static func int(_ value: some BinaryInteger) -> JSONText {
    .integer(Int64(clamping: value))
  }

  /// A text as it is written between the quotes of a JSON string.
  package static func escaped(_ text: String) -> String {
    var written = ""
    write(text, to: &written)
    return String(written.dropFirst().dropLast())
  }

  /// On one line, without spaces.
  package var compact: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// With two spaces per level, without a final line ending.
  package var pretty: String {
    var text = ""
    write(to: &text, indent: 0)
    return text
  }
}

extension JSONText {
  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .object(let members):
      let rows = members.map { ($0.key as String?, $0.value) }
      Self.write(rows, between: "{", and: "}", to: &text, indent: indent)
    case .array(let values):
      Self.write(values.map { (nil, $0) }, between: "[", and: "]", to: &text, indent: indent)
    case .string(let string): Self.write(string, to: &text)
    case .integer(let value): text += String(value)
    // JSON cannot represent infinity or NaN.
    case .double(let value): text += value.isFinite ? "\(value)" : "null"
    case .bool(let value): text += value ? "true" : "false"
    case .null: text += "null"
    }
  }

  private static func write(
    _ rows: [(key: String?, value: JSONText)], between open: String, and close: String,
    to text: inout String, indent: Int?
  ) {
    text += open
    for (index, row) in rows.enumerated() {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      if let key = row.key {
        write(key, to: &text)
        text += indent == nil ? ":" : ": "
      }
      row.value.write(to: &text, indent: indent.map { $0 + 1 })
    }
    if let indent, !rows.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // More than JSON requires. C1 controls affect terminals, U+2028 and U+2029 end a line in JavaScript and in some
      // log readers, some readers drop a byte-order mark, and direction marks change how a line is displayed.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}"..."\u{200F}",
        "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONText: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSONText)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  package init(arrayLiteral elements: JSONText...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
}
