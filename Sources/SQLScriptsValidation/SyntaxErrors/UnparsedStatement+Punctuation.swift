import SQLScriptsSQL

extension UnparsedStatement {
  /// A comma after the last element of a list.
  var trailingComma: SyntaxErrorCause? {
    guard let comma = token(stop - 1), comma.kind == .comma else { return nil }
    let isAtEnd = kind(stop) == .rightParenthesis || token(stop) == nil
    guard isAtEnd || ReservedKeywords.all.contains(word(stop)) else { return nil }
    let verdict = probe.verdict(bytes(replacing: comma.range, with: " "))
    // There may be more mistakes after a parenthesis.
    let helps = verdict == .understood || (kind(stop) == .rightParenthesis && goesOn(verdict))
    return helps ? .trailingComma(comma.range) : nil
  }

  private func goesOn(_ verdict: SyntaxProbe.Verdict) -> Bool {
    guard case .syntaxError(let offset) = verdict else { return true }
    return offset >= stopRange.upperBound
  }

  /// More parentheses are opened than closed.
  var unclosedBracket: SyntaxErrorCause? {
    let open = openBrackets(before: tokens.count)
    let isPlausible = kind(stop) != .rightParenthesis || stop == tokens.count
    guard !open.isEmpty, isPlausible || probe.understands(bytes + Array(")".utf8)) else {
      return nil
    }
    let bracket = openBrackets(before: stop).last ?? open.last
    return bracket.flatMap { token($0) }.map { .unclosedBracket($0.range) }
  }

  /// Everything else: the place, and the mistake if it can be recognized.
  var syntax: SyntaxErrorCause {
    if let cause = misreadBeginning ?? semicolonInTrigger { return cause }
    if let token = token(stop), let kind = kind(at: token) {
      return .syntax(range(of: kind, at: token), kind)
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

  private func range(of kind: SyntaxErrorKind, at token: SQLToken) -> Range<Int> {
    if case .tableOptionInside = kind, let option = statement.tableOptionInside {
      return statement.words(from: option)
    }
    if case .wrongWord(let meant) = kind, meant == swappedOperator, let first = self.token(stop - 1)
    {
      return first.range.lowerBound..<token.range.upperBound
    }
    let comma = self.kind(stop) == .comma ? stop : stop - 1
    if case .decimalComma = kind, let whole = self.token(comma - 1),
      let fraction = self.token(comma + 1)
    {
      return whole.range.lowerBound..<fraction.range.upperBound
    }
    if case .percent = kind, let number = self.token(stop - 2), let sign = self.token(stop - 1) {
      return number.range.lowerBound..<sign.range.upperBound
    }
    if case .unquotedText(let text) = kind, let range = self.range(of: text, around: token) {
      return range
    }
    guard case .hyphenInName = kind, let first = self.token(stop - 1),
      let last = self.token(stop + 1)
    else { return token.range }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// The range of a text that contains a token.
  private func range(of text: String, around token: SQLToken) -> Range<Int>? {
    let wanted = Array(text.utf8)
    let first = max(0, token.range.upperBound - wanted.count)
    guard first <= token.range.lowerBound else { return nil }
    return (first...token.range.lowerBound).first { bytes[$0...].starts(with: wanted) }
      .map { $0..<$0 + wanted.count }
  }

  private func kind(at token: SQLToken) -> SyntaxErrorKind? {
    if let surroundings { return .notSQL(help: surroundings) }
    if bytes[token.range.lowerBound...].starts(with: Array("=======".utf8)) { return .mergeMarker }
    if let number = decimalComma ?? percent { return number }
    if let swappedOperator { return .wrongWord(swappedOperator) }
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
      return hyphenatedName.map { .hyphenInName($0) } ?? unquotedText.map { .unquotedText($0) }
    case .word where word(stop) == "AUTOINCREMENT": return .autoincrementNotLast
    default: break
    }
    if beginsStatement { return .missingSemicolon(inTrigger: false) }
    if hasTableOptionInside { return .tableOptionInside }
    let start = token.range.lowerBound
    let isListed =
      !openBrackets(before: stop).isEmpty || ["SELECT", "UPDATE"].contains(word(0))
      || ["STRICT", "ROWID"].contains(word(stop - 1))
    let withComma = bytes(replacing: start..<start, with: ", ")
    if let further = missingCommas(from: token) { return .missingComma(further: further) }
    // Words among values are no columns.
    if !isInNameList, ["INSERT", "REPLACE"].contains(word(0)),
      !tokens.indices.contains(where: { word($0) == "SELECT" }),
      kind(stop) == .word, kind(stop - 1) == .word, let bare = unquotedText
    {
      return .unquotedText(bare)
    }
    if isListed, probe.understands(withComma) { return .missingComma(further: []) }
    if stop == 0, token.kind == .word, !Keywords.starters.contains(word(0)) { return .noStatement }
    if !isInNameList, let bare = unquotedText { return .unquotedText(bare) }
    if let call = bareDefault { return .defaultWithoutBrackets(call) }
    if let other = otherWord(at: token) { return other }
    if isInTrigger, !tokens.indices.contains(where: { word($0) == "BEGIN" }),
      Keywords.starters.contains(word(stop))
    {
      return .missingWord("BEGIN")
    }
    if stop > 0, ReservedKeywords.all.contains(word(stop)), !isInTrigger {
      return isComplete(before: stop) ? nil : .missingBefore
    }
    return missingWord(before: start).map { .missingWord($0) }
  }

  /// The operator whose two characters were written in the wrong order: `=!`
  private var swappedOperator: String? {
    guard touchesNext(stop - 1),
      let meant = ["=!": "!=", "=<": "<=", "=>": ">=", "><": "<>"][word(stop - 1) + word(stop)],
      let first = token(stop - 1)
    else { return nil }
    let range = first.range.lowerBound..<stopRange.upperBound
    return goesOn(probe.verdict(bytes(replacing: range, with: meant))) ? meant : nil
  }

  /// Whether the statement is valid with the options of the table after its parentheses.
  private var hasTableOptionInside: Bool {
    guard let option = statement.tableOptionInside, option.contains(stop),
      let close = token(option.upperBound)
    else { return false }
    let words = statement.words(from: option)
    let edited =
      bytes[..<words.lowerBound] + Array(")".utf8) + bytes[words]
      + bytes[close.range.upperBound...]
    return probe.understands(edited)
  }

  /// `2,5` in one word, where SQLite stops at the comma or after it.
  private var decimalComma: SyntaxErrorKind? {
    let comma = kind(stop) == .comma ? stop : stop - 1
    guard kind(comma) == .comma, touchesNext(comma), touchesNext(comma - 1),
      kind(comma - 1) == .integer, kind(comma + 1) == .integer || kind(comma + 1) == .float
    else { return nil }
    return .decimalComma(word(comma - 1), word(comma + 1))
  }

  /// `90%`, after which SQLite expects the divisor.
  private var percent: SyntaxErrorKind? {
    guard word(stop - 1) == "%", touchesNext(stop - 2),
      kind(stop - 2) == .integer || kind(stop - 2) == .float
    else { return nil }
    return .percent(word(stop - 2))
  }

  /// The correction at the word where SQLite stopped: another word, parentheses, or removing it.
  private func otherWord(at token: SQLToken) -> SyntaxErrorKind? {
    if word(stop) == "VALUES", ["INSERT", "REPLACE"].contains(word(0)), isComplete(before: stop) {
      let isList = tokens.indices.prefix(stop).contains {
        tokens[$0].depth == 0 && word($0) == "VALUES"
      }
      return .secondValues(
        isList: isList && probe.understands(bytes(replacing: token.range, with: ",")))
    }
    let meant = ["WHERE": "AND", ",": "AND"][word(stop)]
    if let meant, probe.understands(bytes(replacing: token.range, with: " \(meant) ")) {
      return .wrongWord(meant)
    }
    if ["VALUES", "IN"].contains(word(stop - 1)), let last = tokens.last {
      let rest = String(
        decoding: bytes[token.range.lowerBound..<last.range.upperBound], as: UTF8.self)
      let range = token.range.lowerBound..<last.range.upperBound
      if probe.understands(bytes(replacing: range, with: "(\(rest))")) { return .missingBrackets }
    }
    if ["TABLE", "COLUMN", "VALUES", "SET"].contains(word(stop)),
      probe.understands(bytes(replacing: token.range, with: " "))
    {
      return .surplus
    }
    return nil
  }

  /// A value that is valid in single quotes: an address, a time, two words.
  private var unquotedText: String? {
    let isChange = ["UPDATE", "INSERT", "REPLACE"].contains(word(0))
    for start in stride(from: stop, through: max(1, stop - 8), by: -1) {
      let before = word(start - 1)
      let mayBegin = isChange ? ["=", "(", ","] : ["DEFAULT"]
      guard mayBegin.contains(before), let first = token(start) else { continue }
      var end = start
      while let next = kind(end + 1), next != .comma, next != .rightParenthesis,
        !ReservedKeywords.all.contains(word(end + 1))
      { end += 1 }
      guard end >= stop, end > start, let last = token(end) else { return nil }
      let range = first.range.lowerBound..<last.range.upperBound
      let text = String(decoding: bytes[range], as: UTF8.self)
      guard text.count <= 60, !text.contains(where: { "'\"()\n\\".contains($0) }) else {
        return nil
      }
      return probe.understands(bytes(replacing: range, with: "'\(text)'")) ? text : nil
    }
    return nil
  }

  /// `DEFAULT datetime('now')`
  private var bareDefault: String? {
    guard kind(stop) == .leftParenthesis, word(stop - 2) == "DEFAULT", let name = token(stop - 1)
    else { return nil }
    for index in tokens.indices[stop...]
    where kind(index) == .rightParenthesis && tokens[index].depth == tokens[stop].depth {
      let range = name.range.lowerBound..<tokens[index].range.upperBound
      let call = String(decoding: bytes[range], as: UTF8.self)
      return probe.understands(bytes(replacing: range, with: "(\(call))")) ? call : nil
    }
    return nil
  }

  /// Text that was copied together with the statement: the advice to remove it.
  private var surroundings: String? {
    guard stop <= 1, let first = tokens.first else { return nil }
    let text = String(decoding: bytes[first.range].prefix(4), as: UTF8.self)
    let line = bytes.prefix { $0 != 0x0A }
    if text.hasPrefix("```") { return "Delete the lines that start with ```." }
    if text == "/", word(1) == "/" { return "Start a comment with --, not with //." }
    if text == ".", touchesNext(0), kind(1) == .word {
      return
        "Remove it: .\(word(1).asciiLowercased) is a command of the sqlite3 shell, not SQL."
    }
    if word(0) == "SQLITE", word(1) == ">" || word(1) == "->" {
      return "Remove “sqlite>”: it is the prompt of the sqlite3 shell, not SQL."
    }
    let isQuoted = text.hasPrefix("\"") || text.hasPrefix("@")
    if isQuoted, line.contains(0x20) {
      return "Remove the quotes and the comma around the statement."
    }
    if ["•", "*", "-", "–", "·"].contains(where: text.hasPrefix) || first.kind == .float
      || first.kind == .integer
    {
      return "Remove “\(statement.text(first))”, and start with the first word of the statement."
    }
    return nil
  }

  private func missingWord(before place: Int) -> String? {
    var words = ["FROM", "INTO", "SET", "TO", "TABLE", "VALUES", "AND"]
    if ["PRIMARY", "FOREIGN"].contains(word(stop - 1)) { words.append("KEY") }
    if ["ORDER", "GROUP", "PARTITION"].contains(word(stop - 1)) { words.append("BY") }
    let isAssignment = ["SET", ","].contains(word(stop - 2)) || word(stop - 2) == "PRAGMA"
    if isAssignment, kind(stop - 1) == .word { words.append("=") }
    return words.first { probe.understands(bytes(replacing: place..<place, with: "\($0) ")) }
  }

  /// The name with hyphens that SQLite read as a subtraction.
  private var hyphenatedName: String? {
    guard word(stop) == "-", touchesNext(stop - 1), touchesNext(stop), kind(stop - 1) == .word,
      let first = token(stop - 1), let last = token(stop + 1)
    else { return nil }
    let range = first.range.lowerBound..<last.range.upperBound
    let name = String(decoding: bytes[range], as: UTF8.self)
    return probe.understands(bytes(replacing: range, with: "\"\(name)\"")) ? name : nil
  }
}
