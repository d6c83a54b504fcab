/// A character that SQLite reads as part of a name, although this is rarely intended.
struct StrayCharacter {
  enum Kind {
    case quote, punctuation, blank, invisible, dash
  }

  let kind: Kind
  let scalar: Unicode.Scalar
  /// Its bytes in the statement.
  let range: Range<Int>
  /// The index of the token that contains it.
  let token: Int

  /// `U+00A0`
  var code: String { Self.code(scalar) }

  static func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// What kind of stray character it is, if it is one.
  static func kind(of scalar: Unicode.Scalar) -> Kind? {
    guard !scalar.isASCII else { return nil }
    if quotes[scalar] != nil { return .quote }
    if dashes.contains(scalar.value) { return .dash }
    if punctuation[scalar] != nil { return .punctuation }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .blank
    case .format, .control: return scalar.value == 0x85 ? .blank : .invisible
    default:
      let isHidden = scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
      return isHidden ? .invisible : nil
    }
  }

  /// The straight quote for a typographic one.
  static let quotes: [Unicode.Scalar: Character] = [
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "´": "'", "‹": "'", "›": "'", "ʼ": "'",
    "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "″": "\"", "«": "\"", "»": "\"", "「": "'", "」": "'",
    "『": "'", "』": "'", "〝": "\"", "〞": "\"", "＇": "'", "＂": "\"",
  ]

  private static let dashes: Set<UInt32> = [
    0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0x2E3A, 0x2E3B, 0xFE58, 0xFE63, 0xFF0D,
  ]

  /// The ASCII text for full-width punctuation, including the forms outside the full-width block, and for signs of
  /// arithmetic.
  static let punctuation: [Unicode.Scalar: String] = {
    var table: [Unicode.Scalar: String] = [
      "×": "*", "÷": "/", "≤": "<=", "≥": ">=", "≠": "<>",
      "、": ",", "。": ".", "【": "[", "】": "]", "〔": "[", "〕": "]", "《": "<", "》": ">", "〈": "<",
      "〉": ">", "﹐": ",", "﹑": ",", "﹔": ";", "﹙": "(", "﹚": ")", "｡": ".", "､": ",",
    ]
    for value in UInt8(ascii: "!")...UInt8(ascii: "~") {
      let ascii = Unicode.Scalar(value)
      // Full-width letters and digits also occur in intended names.
      guard !ascii.properties.isAlphabetic, !(0x30...0x39).contains(value), ascii != "_",
        let wide = Unicode.Scalar(0xFEE0 + UInt32(value))
      else { continue }
      table[wide] = String(ascii)
    }
    return table
  }()
}
