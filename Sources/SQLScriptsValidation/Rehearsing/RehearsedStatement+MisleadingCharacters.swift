import SQLScriptsSQL

extension RehearsedStatement {
  /// Whether it has lookalike or invisible characters outside strings and comments. Other rules report them, and they
  /// may cause all other errors.
  var hasMisleadingCharacters: Bool {
    tokens.contains { token in
      switch token.kind {
      case .illegal where [0x22, 0x27, 0x5B, 0x60].contains(bytes(token).first): false
      case .word, .illegal, .quotedName, .variable:
        // SQLite reads every byte of these characters as a letter.
        bytes(token).contains { $0 >= 0x80 }
          && Self.hasMisleadingCharacters(name(token))
      default: false
      }
    }
  }

  /// Whether a name contains such a character.
  static func hasMisleadingCharacters(_ name: String) -> Bool {
    name.unicodeScalars.contains { StrayCharacter.kind(of: $0) != nil }
  }
}
