import SQLScriptsFiles
import SQLScriptsSQL

extension UnparsedStatement {
  /// A misspelled keyword where SQLite stopped, or shortly before, because it read the word as a name or as part of a
  /// type. Only a correction that compiles counts.
  var keywordTypo: SyntaxErrorCause? {
    if let missingSet { return missingSet }
    var best: (place: Int, refusal: SyntaxErrorCause)?
    for index in stride(from: stop, through: max(0, stop - 4), by: -1) {
      guard let token = token(index), token.kind == .word else { continue }
      let word = word(index)
      // Real keywords in the wrong place.
      if let meant = ["NOTNULL": "NOT NULL", "NO": "ON"][word] {
        let refusal = SyntaxErrorCause.keywordTypo(token.range, keyword: meant)
        switch probe.verdict(bytes(replacing: token.range, with: meant)) {
        case .understood: return refusal
        case .syntaxError(let place):
          // Two mistakes in one statement.
          let gained = place - (meant.utf8.count - token.range.count)
          if index == stop, gained > stopRange.upperBound { return refusal }
        }
      }
      if Keywords.all.contains(word) || word.utf8.count < 2 { continue }
      for keyword in Self.keywords(near: word) {
        let refusal = SyntaxErrorCause.keywordTypo(token.range, keyword: keyword)
        switch probe.verdict(bytes(replacing: token.range, with: keyword)) {
        case .understood: return refusal
        case .syntaxError(let place):
          // Two mistakes in one statement: the text after the first one is checked after correcting it.
          let gained = place - (keyword.utf8.count - token.range.count)
          if word.utf8.count > 3, gained > stopRange.upperBound, gained > (best?.place ?? 0) {
            best = (gained, refusal)
          }
        }
      }
    }
    return best?.refusal
  }

  /// The first assignment of `UPDATE city note = 'x'`, whose column may look like a misspelled keyword.
  private var missingSet: SyntaxErrorCause? {
    guard word(0) == "UPDATE", !tokens.indices.contains(where: { word($0) == "SET" }),
      let place = [stop, stop - 1].first(where: { word($0 + 1) == "=" }), let token = token(place)
    else { return nil }
    let start = token.range.lowerBound
    return probe.understands(bytes(replacing: start..<start, with: "SET "))
      ? .syntax(token.range, .missingWord("SET")) : nil
  }

  /// The TABLE of `UPDATE TABLE city`, which only CREATE, ALTER and DROP need.
  var needlessTable: SyntaxErrorCause? {
    guard let index = (1...4).first(where: { word($0) == "TABLE" }), let token = token(index),
      let text = [
        "UPDATE": "", "INTO": "", "FROM": "", "INSERT": "INTO", "REPLACE": "INTO", "DELETE": "FROM",
      ][word(index - 1)], ["UPDATE", "INSERT", "REPLACE", "DELETE"].contains(word(0)),
      probe.understands(bytes(replacing: token.range, with: text))
    else { return nil }
    return .syntax(token.range, text.isEmpty ? .surplus : .wrongWord(text))
  }

  /// A keyword used as a name, which is valid in quotes.
  var reservedWord: SyntaxErrorCause? {
    for index in [stop, stop - 1] {
      guard let token = token(index), token.kind == .word,
        ReservedKeywords.all.contains(word(index)),
        expectsName(index)
      else { continue }
      if index < stop, kind(stop) != .word { continue }
      // The result columns are missing there.
      if word(index) == "FROM", ["SELECT", "DISTINCT"].contains(word(index - 1)) { continue }
      if helpsToQuote(index) { return .reservedWord(token.range) }
    }
    return nil
  }

  /// Whether the statement is valid with this word, and later reserved keywords, in quotes.
  private func helpsToQuote(_ first: Int) -> Bool {
    var edited = bytes
    var shift = 0
    for index in tokens.indices[first...]
    where index == first
      || (kind(index) == .word && ReservedKeywords.all.contains(word(index)) && expectsName(index))
    {
      let range = tokens[index].range
      let place = (range.lowerBound + shift)..<(range.upperBound + shift)
      var next = edited
      next.replaceSubrange(place, with: Array("\"\(statement.text(tokens[index]))\"".utf8))
      switch probe.verdict(next) {
      case .understood: return true
      case .syntaxError(let offset):
        guard offset > place.upperBound + 1 else {
          if index == first { return false }
          continue
        }
        edited = next
        shift += 2
      }
    }
    return false
  }

  /// Whether a name is expected at an index.
  private func expectsName(_ index: Int) -> Bool {
    switch kind(index - 1) {
    case .leftParenthesis, .comma, .dot, .operator: true
    case .word: Self.wordsBeforeNames.contains(word(index - 1))
    default: false
    }
  }

  private static let wordsBeforeNames: Set<String> = [
    "TABLE", "EXISTS", "INTO", "UPDATE", "FROM", "JOIN", "COLUMN", "ADD", "RENAME", "TO", "ON",
    "INDEX", "VIEW", "TRIGGER", "SET", "BY", "SELECT", "DISTINCT", "WHERE", "AND", "OR", "AS",
    "REFERENCES", "DROP", "NOT", "OF",
  ]

  /// The keywords that a misspelled one may mean, nearest first.
  ///
  /// - Parameter limit: the maximum number.
  static func keywords(near word: String, limit count: Int = 5) -> [String] {
    if let split = splitKeywords(word) { return [split] }
    let limit = word.utf8.count < 6 ? 1 : 2
    var found: [(keyword: String, distance: Int)] = []
    for keyword in Keywords.all where abs(keyword.utf8.count - word.utf8.count) <= 2 {
      let distance = Spelling.distance(word, keyword)
      let isBeginning = word.utf8.count > 3 && keyword.hasPrefix(word)
      if distance <= limit || isBeginning { found.append((keyword, distance)) }
    }
    found.sort { ($0.distance, $0.keyword) < ($1.distance, $1.keyword) }
    return found.prefix(count).map(\.keyword)
  }

  /// Two keywords that were written as one: PRIMARY_KEY, ORDERBY.
  private static func splitKeywords(_ word: String) -> String? {
    for index in word.indices.dropFirst() {
      let first = String(word[..<index])
      guard Keywords.all.contains(first) else { continue }
      let rest = word[index...].drop { $0 == "_" }
      if Keywords.all.contains(String(rest)) { return "\(first) \(rest)" }
    }
    return nil
  }
}
