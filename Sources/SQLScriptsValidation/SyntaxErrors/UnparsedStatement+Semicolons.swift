import SQLScriptsSQL

extension UnparsedStatement {
  /// Whether it creates a trigger.
  var isInTrigger: Bool {
    word(0) == "CREATE" && (1...2).contains { word($0) == "TRIGGER" }
  }

  /// Whether the statement is complete before the place where SQLite stopped, and another one starts there.
  var beginsStatement: Bool {
    stop > 0 && startsStatement(stop) && isComplete(before: stop)
  }

  /// Whether a word starts a statement. VALUES belongs to the statement before it, because it has no effect alone.
  private func startsStatement(_ index: Int) -> Bool {
    word(index) != "VALUES" && Keywords.starters.contains(word(index))
  }

  /// A second statement that begins shortly before the place where SQLite stopped, because its first word can be a name:
  /// `SELECT name FROM user REPLACE INTO …` has an alias. Nil if this is not the only reading.
  var misreadBeginning: SyntaxErrorCause? {
    guard token(stop) != nil else { return nil }
    let places = nearPlaces(from: 1).filter { place in
      guard place < stop || beginsStatement, let token = token(place) else { return false }
      let start = token.range.lowerBound
      guard startsStatement(place), isComplete(before: place) else { return false }
      switch probe.verdict(bytes[start...]) {
      case .understood: return true
      // Another statement may follow.
      case .syntaxError(let offset): return start + offset > stopRange.upperBound
      }
    }
    guard places.count == 1, let place = places.first, place < stop else { return nil }
    return token(place).map { .syntax($0.range, .missingSemicolon(inTrigger: false)) }
  }

  /// A statement in the body of a trigger that begins without `;` before it; nil if this is not the only reading.
  var semicolonInTrigger: SyntaxErrorCause? {
    guard isInTrigger, let begin = tokens.indices.first(where: { word($0) == "BEGIN" }) else {
      return nil
    }
    let places = nearPlaces(from: begin + 2).filter { place in
      guard RehearsedStatement.bodyBeginnings.contains(word(place)), let token = token(place)
      else { return false }
      let start = token.range.lowerBound
      switch probe.verdict(bytes(replacing: start..<start, with: ";")) {
      case .understood: return true
      // There may be more mistakes behind it.
      case .syntaxError(let offset): return offset > stopRange.upperBound
      }
    }
    guard places.count == 1, let place = places.first else { return nil }
    return token(place).map { token in
      .syntax(
        token.range,
        word(place) == "END"
          ? .triggerWithoutEnd(lacksSemicolon: true) : .missingSemicolon(inTrigger: true))
    }
  }

  /// The places outside of parentheses from a few words before the one where SQLite stopped.
  private func nearPlaces(from first: Int) -> [Int] {
    let start = max(first, stop - 4)
    return start <= stop ? (start...stop).filter { openBrackets(before: $0).isEmpty } : []
  }

  /// Whether the words before a place are a statement.
  func isComplete(before place: Int) -> Bool {
    guard let token = token(place), openBrackets(before: place).isEmpty else { return false }
    return probe.understands(bytes[..<token.range.lowerBound])
  }
}
