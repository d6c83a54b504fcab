import SQLScriptsAdvice
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// The straight quotes that pairs of typographic ones stand for: those of a string or of a name.
struct QuoteCorrection {
  typealias Pair = (first: StrayCharacter, last: StrayCharacter?)

  private(set) var edits: [StatementEdit] = []

  /// Each pair is tried separately.
  private static let manyPairs = 30

  private let statement: RehearsedStatement
  private let pairs: [(first: StrayCharacter, last: StrayCharacter)]

  /// - Parameter others: the other edits.
  init?(_ found: [Pair], in statement: RehearsedStatement, after others: [StatementEdit]) {
    self.statement = statement
    pairs = found.compactMap { pair in pair.last.map { (pair.first, $0) } }
    guard !pairs.isEmpty else {
      if found.isEmpty { return }
      return nil
    }
    guard pairs.count == found.count, pairs.allSatisfy(isPlain), pairs.allSatisfy(isOneText),
      let kinds = kinds(after: others)
    else { return nil }
    for (pair, kind) in zip(pairs, kinds) { edits += self.edits(of: pair, kind) }
  }

  private enum Kind {
    case text, name, null
  }

  /// Whether there is no such quote inside, which would start or end another string.
  private func isPlain(_ pair: (first: StrayCharacter, last: StrayCharacter)) -> Bool {
    let straight = StrayCharacter.quotes[pair.first.scalar]
    return !inside(pair).unicodeScalars.contains { StrayCharacter.quotes[$0] == straight }
  }

  /// Whether no straight quote inside has SQL next to it. Otherwise the two typographic quotes belong to two strings, as
  /// in `‘x', b = 'y’`.
  private func isOneText(_ pair: (first: StrayCharacter, last: StrayCharacter)) -> Bool {
    let text = Array(inside(pair))
    return text.indices.filter { "'\"".contains(text[$0]) }.allSatisfy { at in
      let isGlued = { (place: Int) in
        text.indices.contains(place) && (text[place].isLetter || "'\"".contains(text[place]))
      }
      if !isGlued(at - 1), Self.endsWithSQL(text[..<at].suffix(40)) { return false }
      return isGlued(at + 1) || !Self.startsWithSQL(text[(at + 1)...].prefix(40))
    }
  }

  private static func startsWithSQL(_ text: some Collection<Character>) -> Bool {
    let next = text.drop { $0.isWhitespace }
    return next.first.map(isOperator) ?? false || isKeyword(next.prefix { $0.isLetter })
  }

  private static func endsWithSQL(_ text: some BidirectionalCollection<Character>) -> Bool {
    let next = Array(text.reversed().drop { $0.isWhitespace })
    return next.first.map(isOperator) ?? false
      || isKeyword(next.prefix { $0.isLetter }.reversed())
  }

  private static func isOperator(_ character: Character) -> Bool {
    ",;()|=<>+".contains(character)
  }

  private static func isKeyword(_ word: some Sequence<Character>) -> Bool {
    Keywords.all.contains(String(word).uppercased())
  }

  private func inside(_ pair: (first: StrayCharacter, last: StrayCharacter)) -> String {
    let start = statement.range.lowerBound
    return statement.script.text(
      (start + pair.first.range.upperBound)..<(start + pair.last.range.lowerBound))
  }

  /// SQLite accepts NULL where it accepts a string, but not where it needs a name.
  private func kinds(after others: [StatementEdit]) -> [Kind]? {
    var kinds = [Kind](repeating: .name, count: pairs.count)
    let bytes = { (kinds: [Kind]) in
      statement.bytes(after: others + zip(pairs, kinds).flatMap { edits(of: $0, $1) })
    }
    let asNames = bytes(kinds)
    guard let probe = statement.probe(for: asNames), probe.understands(asNames) else { return nil }
    let allNull = [Kind](repeating: .null, count: pairs.count)
    if probe.understands(bytes(allNull)) {
      kinds = allNull
    } else {
      guard pairs.count <= Self.manyPairs else { return nil }
      for index in pairs.indices {
        var tried = kinds
        tried[index] = .null
        if probe.understands(bytes(tried)) { kinds = tried }
      }
    }
    let names = self.names
    // A large INSERT has thousands of texts.
    let known = Set(names.map { SQLName($0) })
    let uncertain = pairs.indices.filter {
      kinds[$0] == .null && statement.word(pairs[$0].first.token - 1) != "DEFAULT"
        && (!isForTexts(pairs[$0].first) || known.contains(SQLName(inside(pairs[$0]))))
    }
    guard uncertain.count <= Self.manyPairs else { return nil }
    for index in uncertain {
      var tried = kinds
      tried[index] = .name
      if probe.compiles(bytes(tried), allowsDoubleQuotedText: false) { return nil }
      let isForTexts = isForTexts(pairs[index].first)
      if !isForTexts, isNearName(pairs[index], names) { return nil }
    }
    return kinds.map { $0 == .null ? .text : $0 }
  }

  /// Whether such quotes are seldom used around a name.
  private func isForTexts(_ quote: StrayCharacter) -> Bool {
    "‘’‚‛＇".unicodeScalars.contains(quote.scalar)
  }

  /// The columns of the tables that the statement names, and its other names.
  private var names: [String] {
    let words = statement.tokens.filter { $0.kind == .word || $0.kind == .quotedName }
      .map { statement.name($0) }
    return (statement.columnsOfTables + words).filter {
      !Keywords.all.contains($0.uppercased())
        && $0.unicodeScalars.allSatisfy { StrayCharacter.quotes[$0] == nil }
    }
  }

  /// Whether it may be a column, or a misspelled one.
  private func isNearName(
    _ pair: (first: StrayCharacter, last: StrayCharacter), _ names: [String]
  ) -> Bool {
    let text = inside(pair)
    guard !names.contains(where: { $0.isSameName(as: text) }) else { return true }
    return text.count > 3 && Spelling.closest(to: text, among: names) != nil
      || statement.columnNear([statement.tokens[pair.first.token].range.lowerBound: text]) != nil
  }

  private func edits(
    of pair: (first: StrayCharacter, last: StrayCharacter), _ kind: Kind
  ) -> [StatementEdit] {
    let outside = pair.first.range.lowerBound..<pair.last.range.upperBound
    if kind == .null { return [StatementEdit(outside, "NULL")] }
    let quote: Unicode.Scalar = kind == .text ? "'" : "\""
    var edits = [StatementEdit(pair.first.range, "\(quote)")]
    var place = pair.first.range.upperBound
    var isOpen = false
    // Two straight quotes already stand for one.
    for scalar in inside(pair).unicodeScalars {
      if isOpen, scalar != quote { edits.append(StatementEdit(place..<place, "\(quote)")) }
      isOpen = scalar == quote && !isOpen
      place += UTF8.width(scalar)
    }
    if isOpen { edits.append(StatementEdit(place..<place, "\(quote)")) }
    return edits + [StatementEdit(pair.last.range, "\(quote)")]
  }
}
