/// The number of terminal cells of text, to place carets.
package enum DisplayWidth {
  /// The cells of one scalar: 2 for East Asian wide characters and emoji, 0 for combining characters, else 1.
  package static func cells(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Vowels and final consonants belong to the syllable that a leading consonant starts.
    if (0x1160...0x11FF).contains(value) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// The cells of one grapheme cluster. An emoji of several scalars is one picture.
  package static func cells(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let widths = scalars.map { cells(of: $0) }
    let isPicture =
      scalars.count > 1
      && scalars.contains { $0 == "\u{FE0F}" || $0.properties.isEmojiPresentation }
    return isPicture ? 2 : widths.reduce(0, +)
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    let value = scalar.value
    guard value >= 0x1100 else { return false }
    return wide.contains { $0.contains(value) }
  }

  /// https://www.unicode.org/Public/UCD/latest/ucd/EastAsianWidth.txt, W and F, without the emoji. Gaps of unassigned
  /// characters are closed, as that file recommends for the ideographic blocks.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
