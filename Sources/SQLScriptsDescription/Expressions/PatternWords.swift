import SQLScriptsSQL

/// What LIKE or GLOB looks for: “begins with 'a'”.
struct PatternWords {
  enum Style: String, CaseIterable { case like = "LIKE", glob = "GLOB" }

  let pattern: String
  let style: Style
  let isNot: Bool

  private static let longPattern = 40

  var words: Words? {
    guard !pattern.isEmpty, pattern.count <= Self.longPattern,
      NounWords.quoted(pattern) == Words("'\(pattern)'")
    else { return nil }
    let (any, one): (Character, Character) = style == .like ? ("%", "_") : ("*", "?")
    let text = pattern.drop { $0 == any }
    let core = String(text.reversed().drop { $0 == any }.reversed())
    let isOpen = (start: pattern.first == any, end: pattern.last == any)
    // What comes in brackets has rules of its own.
    if style == .glob, core.contains("[") { return nil }
    let hasWildcard = core.contains { [any, one].contains($0) }
    // LIKE ignores the case of A to Z.
    let isIgnored = style == .like && core.contains { $0.isASCII && $0.isLetter }
    let ignored: Words = isIgnored ? " (ignoring case)" : ""
    guard !hasWildcard, !core.isEmpty else {
      let verb: Words = isNot ? "has a value that does not match" : "matches"
      let meaning: Words = Words(", where \(any) is any text and \(one) any character" as String)
      return "\(verb) the pattern '\(pattern)'\(ignored)\(meaning)"
    }
    let plain: [Words]
    switch isOpen {
    case (true, true): plain = ["contains", "contain"]
    case (true, false): plain = ["ends with", "end with"]
    case (false, true): plain = ["begins with", "begin with"]
    case (false, false): plain = ["is", "be"]
    }
    if isOpen == (false, false) {
      return (isNot ? "has a value other than" : "is") + Words(" '\(core)'") + ignored
    }
    return (isNot ? "has a value that does not " + plain[1] : plain[0]) + Words(" '\(core)'")
      + ignored
  }
}
