import SQLScriptsFiles

extension RehearsedStatement {
  /// Whether it has characters outside texts and comments that look like others, or like nothing. They
  /// are findings of their own, and everything else that is wrong may come from them.
  var hasMisleadingCharacters: Bool {
    tokens.contains { token in
      switch token.kind {
      case .illegal where [0x22, 0x27, 0x5B, 0x60].contains(bytes(token).first): false
      case .word, .illegal, .quotedName, .variable:
        // Every byte of these characters is one that SQLite takes for a letter.
        bytes(token).contains { $0 >= 0x80 }
          && name(token).unicodeScalars.contains(where: Self.isMisleading)
      default: false
      }
    }
  }

  /// Whether a name has such a character.
  static func hasMisleadingCharacters(_ name: String) -> Bool {
    name.unicodeScalars.contains(where: isMisleading)
  }

  private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0xAB, 0xAD, 0xB4, 0xBB: true
    // Blanks, dashes, quotes, marks and directions of general punctuation.
    case 0x2000...0x206F, 0x2212, 0x3000...0x3003, 0x3008...0x3011, 0x3014...0x301F: true
    case 0xFE10...0xFE6F, 0xFEFF, 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40: true
    case 0xFF5B...0xFF65, 0x1680, 0x180E, 0x115F, 0x1160, 0x3164, 0xFFA0: true
    default: false
    }
  }
}
