import SQLScriptsFiles

extension RefusedStatement {
  /// A comma after the last part of a list.
  var trailingComma: Refusal? {
    guard let comma = token(stop - 1), comma.kind == .comma else { return nil }
    let isAtEnd = kind(stop) == .rightParenthesis || token(stop) == nil
    guard isAtEnd || Keywords.reserved.contains(word(stop)) else { return nil }
    let verdict = probe.verdict(bytes(replacing: comma.range, with: " "))
    // Behind a bracket there may be more that is wrong.
    let helps = verdict == .understood || (kind(stop) == .rightParenthesis && goesOn(verdict))
    return helps ? .trailingComma(comma.range) : nil
  }

  private func goesOn(_ verdict: SyntaxProbe.Verdict) -> Bool {
    guard case .trouble(let offset) = verdict else { return true }
    return offset >= stopRange.upperBound
  }

  /// More brackets are opened than closed.
  var unclosedBracket: Refusal? {
    let open = openBrackets(before: tokens.count)
    let isPlausible = kind(stop) != .rightParenthesis || stop == tokens.count
    guard !open.isEmpty, isPlausible || probe.understands(bytes + Array(")".utf8)) else {
      return nil
    }
    let bracket = openBrackets(before: stop).last ?? open.last
    return bracket.flatMap { token($0) }.map { .unclosedBracket($0.range) }
  }

  /// The rest: the place, and what is wrong there if it can be told.
  var syntax: Refusal {
    if let token = token(stop), let trouble = trouble(at: token) {
      return .syntax(range(of: trouble, at: token), trouble)
    }
    guard token(stop) == nil else { return .syntax(stopRange, .unknown) }
    if statement.word(0) == "CREATE",
      statement.tokens.prefix(4).contains(where: {
        statement.text($0).uppercased() == "TRIGGER"
      })
    {
      if probe.understands(bytes + Array("; END".utf8)) {
        return .syntax(stopRange, .triggerWithoutEnd(lacksSemicolon: !isFollowedBySemicolon))
      }
      if word(tokens.count - 1) == "END",
        probe.understands(bytes(replacing: stopRange, with: "; END"))
      {
        return .syntax(stopRange, .triggerWithoutEnd(lacksSemicolon: true))
      }
    }
    return .syntax(stopRange, .stopsEarly)
  }

  private var isFollowedBySemicolon: Bool {
    let rest = statement.script.document.text[statement.range.upperBound...]
    return rest.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: ";")
  }

  private func range(of trouble: SyntaxTrouble, at token: SQLToken) -> Range<Int> {
    guard case .hyphenInName = trouble, let first = self.token(stop - 1),
      let last = self.token(stop + 1)
    else { return token.range }
    return first.range.lowerBound..<last.range.upperBound
  }

  private func trouble(at token: SQLToken) -> SyntaxTrouble? {
    switch token.kind {
    case .illegal:
      guard let first = bytes[token.range].first else { return nil }
      if (0x30...0x39).contains(first) { return .nameBeginsWithDigit }
      return first | 0x20 == UInt8(ascii: "x") ? .badBlob : .strangeCharacter
    case .rightParenthesis where openBrackets(before: stop).isEmpty:
      return .extraBracket
    case .comma where kind(stop - 1) == .comma || kind(stop - 1) == .leftParenthesis:
      return .doubleComma
    case .operator:
      return hyphenatedName.map { .hyphenInName($0) }
    case .word where word(stop) == "AUTOINCREMENT": return .autoincrementNotLast
    default: break
    }
    if beginsStatement { return .missingSemicolon }
    let start = token.range.lowerBound
    let isListed = !openBrackets(before: stop).isEmpty || word(0) == "SELECT" || word(0) == "UPDATE"
    let withComma = bytes(replacing: start..<start, with: ", ")
    if isListed, probe.understands(withComma) { return .missingComma }
    if stop > 0, Keywords.reserved.contains(word(stop)) { return .missingBefore }
    return missingWord(before: start).map { .missingWord($0) }
  }

  private func missingWord(before place: Int) -> String? {
    let words = ["FROM", "INTO", "SET", "TO", "TABLE", "VALUES", "BY", "KEY", "AND"]
    return words.first { probe.understands(bytes(replacing: place..<place, with: "\($0) ")) }
  }

  /// Whether the statement is whole before the place where SQLite stopped, and another begins there.
  private var beginsStatement: Bool {
    guard stop > 0, Keywords.starters.contains(word(stop)), openBrackets(before: stop).isEmpty,
      let token = token(stop)
    else { return false }
    return probe.understands(bytes[..<token.range.lowerBound])
  }

  /// The name with hyphens that SQLite has read as a subtraction.
  private var hyphenatedName: String? {
    guard word(stop) == "-", touchesNext(stop - 1), touchesNext(stop), kind(stop - 1) == .word,
      let first = token(stop - 1), let last = token(stop + 1)
    else { return nil }
    let range = first.range.lowerBound..<last.range.upperBound
    let name = String(decoding: bytes[range], as: UTF8.self)
    return probe.understands(bytes(replacing: range, with: "\"\(name)\"")) ? name : nil
  }
}
