import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The tokens of a statement as words and parentheses, for finding what it is built of.
///
/// What stands in a string or in quotes is no word here, so that a column called "over" is no window.
struct StatementOutline {
  struct Piece {
    let kind: SQLToken.Kind
    /// A word in upper case, a sign as it is; empty for all else.
    let word: String
    /// How many parentheses are open around it.
    let depth: Int
  }

  let statement: RehearsedStatement
  private(set) var pieces: [Piece] = []

  init(_ statement: RehearsedStatement) {
    self.statement = statement
    pieces.reserveCapacity(statement.tokens.count)
    var depth = 0
    for token in statement.tokens {
      if token.kind == .rightParenthesis { depth -= 1 }
      let word =
        switch token.kind {
        case .word: statement.text(token).uppercased()
        case .operator, .leftParenthesis, .rightParenthesis, .comma, .dot, .semicolon:
          statement.text(token)
        default: ""
        }
      pieces.append(Piece(kind: token.kind, word: word, depth: depth))
      if token.kind == .leftParenthesis { depth += 1 }
    }
  }

  var indices: Range<Int> { pieces.indices }

  /// The word or sign at an index; "" for all else, and outside the statement.
  func word(_ index: Int) -> String { pieces.indices.contains(index) ? pieces[index].word : "" }

  func depth(_ index: Int) -> Int { pieces.indices.contains(index) ? pieces[index].depth : 0 }

  /// Whether these words begin at an index.
  func has(_ words: [String], at index: Int) -> Bool {
    words.indices.allSatisfy { word(index + $0) == words[$0] }
  }

  /// The first place of these words, one behind the other.
  func first(_ words: String...) -> ClosedRange<Int>? {
    indices.first { has(words, at: $0) }.map { $0...($0 + words.count - 1) }
  }

  /// The index of the `)` for the `(` at an index; the last index if there is none.
  func end(ofParenthesis index: Int) -> Int {
    let depth = depth(index)
    return pieces.indices.first {
      $0 > index && pieces[$0].kind == .rightParenthesis && pieces[$0].depth == depth
    } ?? max(index, pieces.count - 1)
  }

  /// The arguments of the call whose `(` is at an index.
  func arguments(_ parenthesis: Int) -> [Range<Int>] {
    let end = end(ofParenthesis: parenthesis)
    guard end > parenthesis + 1 else { return [] }
    var arguments: [Range<Int>] = []
    var start = parenthesis + 1
    for index in start..<end
    where pieces[index].kind == .comma && pieces[index].depth == depth(parenthesis) + 1 {
      arguments.append(start..<index)
      start = index + 1
    }
    return arguments + [start..<end]
  }

  /// The statement itself; of a trigger, each statement of its body.
  var parts: [Range<Int>] {
    guard word(0) == "CREATE", indices.prefix(3).contains(where: { word($0) == "TRIGGER" }),
      let begin = indices.first(where: { word($0) == "BEGIN" && depth($0) == 0 })
    else { return [indices] }
    var parts: [Range<Int>] = []
    var start = begin + 1
    for index in indices where index > begin && pieces[index].kind == .semicolon {
      if start < index { parts.append(start..<index) }
      start = index + 1
    }
    return parts
  }

  /// What a part does: its first word, or behind WITH the first word that is not in parentheses.
  func verb(of part: Range<Int>) -> String {
    let verbs: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "SELECT", "VALUES"]
    guard let first = part.first else { return "" }
    guard word(first) == "WITH" else { return word(first) }
    return part.first { depth($0) == 0 && verbs.contains(word($0)) }.map(word) ?? ""
  }

  /// The index behind the table's name in ALTER TABLE; nil for any other statement.
  var behindAlteredTable: Int? {
    guard has(["ALTER", "TABLE"], at: 0) else { return nil }
    return word(3) == "." ? 5 : 3
  }

  /// The index of the `(` behind the name in CREATE TABLE; nil for any other statement.
  var tableBody: Int? {
    guard word(0) == "CREATE", let table = indices.prefix(3).first(where: { word($0) == "TABLE" })
    else { return nil }
    var index = table + 1
    if has(["IF", "NOT", "EXISTS"], at: index) { index += 3 }
    if word(index + 1) == "." { index += 2 }
    return word(index + 1) == "(" ? index + 1 : nil
  }

  /// The text of a token between its quotes.
  func name(_ index: Int) -> String {
    statement.tokens.indices.contains(index) ? statement.name(statement.tokens[index]) : ""
  }
}
