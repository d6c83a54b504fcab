import SQLScriptsSQL

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
          && Self.hasMisleadingCharacters(name(token))
      default: false
      }
    }
  }

  /// Whether a name has such a character.
  static func hasMisleadingCharacters(_ name: String) -> Bool {
    name.unicodeScalars.contains { StrayCharacter.kind(of: $0) != nil }
  }
}
