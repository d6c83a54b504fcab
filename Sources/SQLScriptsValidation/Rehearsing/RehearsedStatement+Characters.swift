import SQLScriptsFiles
import SQLScriptsSQL

extension RehearsedStatement {
  /// Whether it contains non-ASCII characters, which few statements do. Checked for all.
  var hasForeignCharacters: Bool {
    script.document.withBytes(of: range) { $0.contains { $0 >= 0x80 } }
  }

  /// The stray characters outside strings, comments and quoted names. Text between typographic quotes is excluded,
  /// because it is meant as a string.
  var strayCharacters: [StrayCharacter] {
    guard hasForeignCharacters else { return [] }
    let all = allStrayCharacters
    // Both are sorted, and there can be as many parts as characters.
    var quoted = quotedParts(of: all)[...]
    return all.filter { character in
      if character.kind == .quote { return true }
      let place = character.range.lowerBound
      while let last = quoted.first?.last, last.range.lowerBound < place { quoted.removeFirst() }
      guard let part = quoted.first, part.last != nil else { return true }
      return place < part.first.range.lowerBound
    }
  }

  /// The typographic quotes, each with its closing quote if there is one.
  var typographicQuotes: [(first: StrayCharacter, last: StrayCharacter?)] {
    hasForeignCharacters ? quotedParts(of: allStrayCharacters) : []
  }

  /// The typographic quotes in unclosed strings, by token index, which may be meant as the closing quote.
  var typographicEnds: [Int: [Range<Int>]] {
    guard hasForeignCharacters else { return [:] }
    let closing = Set(typographicQuotes.compactMap { $0.last?.range })
    var ends: [Int: [Range<Int>]] = [:]
    for index in tokens.indices where isUnclosedText(index) {
      let quotes = characters(of: tokens[index]).dropFirst()
        .filter { StrayCharacter.quotes[$0.scalar] != nil }.map(\.range)
      guard let first = quotes.first, !closing.contains(first) else { continue }
      ends[index] = quotes
    }
    return ends
  }

  /// Whether a token is an unclosed string or name in double quotes.
  func isUnclosedText(_ index: Int) -> Bool {
    tokens[index].kind == .illegal
      && bytes(tokens[index]).first.map { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
        ?? false
  }

  /// The characters of a token, with their bytes in the statement.
  func characters(of token: SQLToken) -> [(scalar: Unicode.Scalar, range: Range<Int>)] {
    var place = token.range.lowerBound
    return text(token).unicodeScalars.map { scalar in
      let start = place
      place += UTF8.width(scalar)
      return (scalar, start..<place)
    }
  }

  /// Stray invisible characters and spaces in quoted names, which SQLite keeps.
  func strayCharacters(inQuotedNames kind: StrayCharacter.Kind) -> [StrayCharacter] {
    guard hasForeignCharacters else { return [] }
    return tokens.indices.flatMap { index in
      tokens[index].kind == .quotedName ? strays(in: index).filter { $0.kind == kind } : []
    }
  }

  private var allStrayCharacters: [StrayCharacter] {
    tokens.indices.flatMap { index -> [StrayCharacter] in
      switch tokens[index].kind {
      case .word, .illegal, .variable: strays(in: index)
      default: []
      }
    }
  }

  private func strays(in index: Int) -> [StrayCharacter] {
    guard bytes(tokens[index]).contains(where: { $0 >= 0x80 }) else { return [] }
    var found: [StrayCharacter] = []
    var before: Unicode.Scalar?
    for (scalar, range) in characters(of: tokens[index]) {
      defer { before = scalar }
      guard let kind = StrayCharacter.kind(of: scalar) else { continue }
      if kind == .invisible, isJoiner(scalar, after: before) { continue }
      found.append(StrayCharacter(kind: kind, scalar: scalar, range: range, token: index))
    }
    return found
  }

  /// Joiners are part of the spelling in some writing systems, and of emoji.
  private func isJoiner(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
    guard let before, [0x200C, 0x200D, 0xFE0E, 0xFE0F].contains(scalar.value) else { return false }
    return (0x600..<0x1000).contains(before.value) || (!before.isASCII && before.properties.isEmoji)
      || before.value == 0xFE0F
  }

  private func quotedParts(
    of characters: [StrayCharacter]
  ) -> [(first: StrayCharacter, last: StrayCharacter?)] {
    var parts: [(first: StrayCharacter, last: StrayCharacter?)] = []
    var open: StrayCharacter?
    for character in characters where character.kind == .quote {
      if let first = open,
        StrayCharacter.quotes[first.scalar] == StrayCharacter.quotes[character.scalar]
      {
        parts.append((first, character))
        open = nil
      } else if open == nil {
        open = character
      }
    }
    if let open { parts.append((open, nil)) }
    return parts
  }
}
