import SQLScriptsDiagnostics
import SQLScriptsSQL

/// What the line breaks in a JSON string may stand for.
enum LineBreakReading {
  /// Blanks between the words of a statement.
  case blank
  /// At least one is in a text of SQL, which the app stores. An editor or a mail program may have wrapped the text.
  case stored
  /// The quoted-printable encoding of mail: “=” joins two lines, and =C3=B6 is “ö”.
  case mail

  /// - Parameters:
  ///   - places: the line breaks, ascending.
  ///   - opening: the double quote before the string.
  init(of places: [Int], openedAt opening: Int, in bytes: SourceBytes) {
    let start = min(opening + 1, bytes.count)
    let text = Self.unescaped(bytes, from: start, after: places.last ?? start)
    if Self.isEncodedForMail(text) {
      self = .mail
      return
    }
    self = .blank
    var rest = places.map { $0 - start }.filter { text.indices.contains($0) && text[$0] != 0x20 }[
      ...]
    text.withUnsafeBufferPointer { buffer in
      var scanner = SQLScanner(buffer)
      while !rest.isEmpty, let token = scanner.next() {
        rest = rest.drop { $0 < token.range.lowerBound }
        guard let place = rest.first, token.range.contains(place) else { continue }
        if [.string, .quotedName, .illegal].contains(token.kind) { self = .stored }
      }
    }
  }

  /// The text from a place to the end of its string, with blanks for backslashes, so that all places stay the same.
  private static func unescaped(_ bytes: SourceBytes, from start: Int, after last: Int) -> [UInt8] {
    var text: [UInt8] = []
    var place = start
    while place < bytes.count, bytes[place] != 0x22 || place <= last {
      guard bytes[place] == 0x5C, place + 1 < bytes.count else {
        text.append(bytes[place])
        place += 1
        continue
      }
      let next = bytes[place + 1]
      text.append(0x20)
      text.append(
        next == UInt8(ascii: "n") ? 0x0A : [0x22, 0x27, 0x2F, 0x5C].contains(next) ? next : 0x20)
      place += 2
    }
    return text
  }

  /// Whether each “=” is at the end of a line or before two hexadecimal digits, and there are both.
  private static func isEncodedForMail(_ text: [UInt8]) -> Bool {
    var (hasJoint, hasCode) = (false, false)
    for place in text.indices where text[place] == 0x3D {
      let next = text[(place + 1)...].prefix(2)
      if let first = next.first, first == 0x0A || first == 0x0D {
        hasJoint = true
      } else if next.count == 2, next.allSatisfy({ Self.digits.contains($0) }) {
        hasCode = true
      } else {
        return false
      }
    }
    return hasJoint && hasCode
  }

  private static let digits = Set("0123456789ABCDEF".utf8)
}
