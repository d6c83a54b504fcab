import SQLScriptsDiagnostics

/// The encoding of a text that is not UTF-8, guessed from its bytes.
struct TextEncodingGuess {
  let name: String
  /// Whether most characters beyond ASCII are valid UTF-8. Opening the file in another encoding would damage them.
  let isMixed: Bool

  static let help =
    "Save the file again as UTF-8: in Notepad with File › Save As › Encoding, in VS Code with the name of the "
    + "encoding in the status bar, in TextEdit with File › Save As › Plain Text Encoding, in Xcode with Text "
    + "Encoding in the File inspector."

  init?(_ bytes: SourceBytes) {
    var (alone, pairs, japanese, chinese) = (0, 0, 0, 0)
    var index = bytes.startIndex
    let end = min(bytes.endIndex, bytes.startIndex + 1_000_000)
    while index < end {
      let first = bytes[index]
      guard first >= 0x80 else {
        index += 1
        continue
      }
      let second = index + 1 < end ? bytes[index + 1] : 0
      // Kana and the first kanji of Shift-JIS, which have no meaning or a rare one in GBK.
      if (0x81...0x9F).contains(first), second >= 0x40 {
        japanese += 1
        index += 2
      } else if (0xA1...0xF7).contains(first), second >= 0xA1 {
        chinese += 1
        pairs += 1
        index += 2
      } else if first >= 0xE0, first <= 0xFC, second >= 0x40, second < 0x80, japanese > 0 {
        japanese += 1
        index += 2
      } else {
        alone += 1
        index += 1
      }
    }
    let text = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    let wide = text.unicodeScalars.lazy.filter { $0.value >= 0x80 }
    let invalid = wide.count { $0 == "\u{FFFD}" }
    isMixed = alone > 0 && invalid <= wide.count - invalid
    if japanese > 0, japanese >= alone {
      name = "Shift-JIS (Japanese)"
    } else if chinese > alone * 2 {
      name = "GBK (Chinese), or another encoding of East Asian text"
    } else if alone > 0 {
      name = "Windows-1252 or ISO Latin-1 (Western European)"
    } else {
      return nil
    }
  }

  /// The character that a byte is in Windows-1252; nil for a control character.
  func character(of byte: UInt8?) -> Character? {
    byte.flatMap { $0 >= 0xA1 ? Character(UnicodeScalar($0)) : nil }
  }
}
