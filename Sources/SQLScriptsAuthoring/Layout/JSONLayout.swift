/// Formats JSON on separate lines. Only the text between the values changes.
enum JSONLayout {
  /// - Parameter bytes: JSON without errors.
  static func laidOut(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var written: [UInt8] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    // Whether the innermost container is empty so far.
    var isEmpty = false
    let newLine = { [UInt8(0x0A)] + [UInt8](repeating: 0x20, count: 2 * depth) }
    for byte in bytes {
      if isInString {
        written.append(byte)
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if !isEmpty { written += newLine() }
        written.append(byte)
        isEmpty = false
        continue
      default: break
      }
      if isEmpty { written += newLine() }
      isEmpty = false
      written.append(byte)
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        isEmpty = true
      case UInt8(ascii: ","): written += newLine()
      case UInt8(ascii: ":"): written.append(0x20)
      case UInt8(ascii: "\""): isInString = true
      default: break
      }
    }
    return written + [0x0A]
  }
}
