/// Makes texts that match a pattern of GLOB or LIKE.
struct PatternText {
  enum Part: Equatable {
    case character(Character)
    /// One of some characters, or any other.
    case any(of: [Character])
    case none(of: [Character])
    /// Any number of any characters.
    case rest
  }

  private(set) var parts: [Part] = []

  private static let characters = Array("a1A0-_.zZ9 b")
  private static let manyCharacters = 300

  /// - Parameter pattern: a pattern such as `[A-Z][0-9]*`.
  init(glob pattern: String) {
    var rest = Array(pattern)[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": parts.append(.rest)
      case "?": parts.append(.any(of: Self.characters))
      case "[":
        let isNegative = rest.first == "^"
        if isNegative { rest.removeFirst() }
        let members = Self.set(&rest)
        parts.append(isNegative ? .none(of: members) : .any(of: members))
      default: parts.append(.character(character))
      }
    }
  }

  /// - Parameter pattern: a pattern such as `%@%`.
  init(like pattern: String) {
    for character in pattern {
      switch character {
      case "%": parts.append(.rest)
      case "_": parts.append(.any(of: Self.characters))
      default: parts.append(.character(character))
      }
    }
  }

  /// Reads the set after a `[`.
  private static func set(_ rest: inout ArraySlice<Character>) -> [Character] {
    var members: [Character] = []
    var isFirst = true
    while let character = rest.popFirst(), character != "]" || isFirst {
      isFirst = false
      if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
        rest.removeFirst(2)
        members += range(character, end)
      } else {
        members.append(character)
      }
    }
    return members
  }

  private static func range(_ first: Character, _ last: Character) -> [Character] {
    guard let low = first.unicodeScalars.first?.value, let high = last.unicodeScalars.first?.value,
      low <= high
    else { return [] }
    return (low...min(high, low + UInt32(manyCharacters))).compactMap {
      Unicode.Scalar($0).map(Character.init)
    }
  }

  /// The characters of which a text must consist so that it does not match: the digits for `*[^0-9]*`.
  var alphabet: [Character]? {
    guard parts.count == 3, parts[0] == .rest, parts[2] == .rest else { return nil }
    return switch parts[1] {
    case .none(let members): members
    case .any(let members): Self.characters.filter { !members.contains($0) }
    default: nil
    }
  }

  /// A text that matches. Texts with other numbers differ where the pattern allows it.
  ///
  /// - Parameter filling: the text in place of `*` or `%`.
  func text(_ number: Int, filling: String) -> String {
    var text = ""
    // Every fourth text consists of the first characters, such as zeros.
    let isPlain = number % 4 == 2
    let last = parts.indices.last { !members(of: parts[$0]).isEmpty }
    for (index, part) in parts.enumerated() {
      switch part {
      case .character(let character): text.append(character)
      case .any, .none:
        let members = members(of: part)
        let place = isPlain ? (index == last ? number / 4 : 0) : index * 7 + number
        if !members.isEmpty { text.append(members[place % members.count]) }
      case .rest: text += filling
      }
    }
    return text
  }

  /// A text of some characters. Most have characters from the start of the alphabet and from its end, such as digits and
  /// letters; every fourth has its first character repeated, such as zeros.
  static func text(of alphabet: [Character], _ length: Int, _ number: Int) -> String {
    guard !alphabet.isEmpty, length > 0 else { return "" }
    if number % 4 == 2 {
      let last = alphabet[number / 4 % alphabet.count]
      return String(repeating: alphabet[0], count: length - 1) + String(last)
    }
    let step = alphabet.count % 7 == 0 ? 5 : 7
    return String((0..<length).map { alphabet[($0 + number) * step % alphabet.count] })
  }

  private func members(of part: Part) -> [Character] {
    switch part {
    case .any(let members): members
    case .none(let members): Self.characters.filter { !members.contains($0) }
    case .character, .rest: []
    }
  }
}
