import SQLScriptsSQL

/// What LIKE looks for: “begins with 'a'”.
struct PatternWords {
  let pattern: String
  let isNot: Bool

  private static let longPattern = 40

  var words: Words? {
    guard !pattern.isEmpty, pattern.count <= Self.longPattern,
      NounWords.quoted(pattern) == Words("'\(pattern)'")
    else { return nil }
    let text = pattern.drop { $0 == "%" }
    let core = String(text.reversed().drop { $0 == "%" }.reversed())
    let isOpen = (start: pattern.hasPrefix("%"), end: pattern.hasSuffix("%"))
    let hasWildcard = core.contains { "%_".contains($0) }
    // LIKE ignores the case of A to Z.
    let ignored: Words = core.contains { $0.isASCII && $0.isLetter } ? " (ignoring case)" : ""
    guard !hasWildcard, !core.isEmpty else {
      let verb: Words = isNot ? "has a value that does not match" : "matches"
      return "\(verb) the pattern '\(pattern)'\(ignored), where % is any text and _ any character"
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
