import SQLScriptsSQL
import SQLScriptsSchema

/// The definition of a column in a CREATE TABLE, split into its clauses.
struct ColumnText {
  enum Kind: Equatable {
    case notNull, null, primaryKey, unique, check, `default`, collate, references, generated
    /// CONSTRAINT with a name and nothing after it.
    case name
  }

  struct Clause {
    let kind: Kind
    /// From CONSTRAINT or the first keyword on, as indices of the tokens.
    let range: Range<Int>
    /// The first keyword.
    let start: Int
  }

  let text: SQLText
  /// The tokens of the definition, as indices of those of the statement.
  let range: Range<Int>
  /// The words of the type, which may be none.
  let type: Range<Int>
  private(set) var clauses: [Clause] = []

  var name: String { text.name(range.lowerBound) }

  /// Nil for a definition with an unknown clause.
  ///
  /// - Parameter range: the tokens between two commas.
  init?(_ text: SQLText, _ range: Range<Int>) {
    guard !range.isEmpty else { return nil }
    self.text = text
    self.range = range
    var at = range.lowerBound + 1
    while at < range.upperBound, !Self.begins(text, at) { at += 1 }
    type = range.lowerBound + 1..<at
    while at < range.upperBound {
      guard let clause = clause(at) else { return nil }
      clauses.append(clause)
      at = clause.range.upperBound
    }
  }

  /// Whether a word begins a clause, so that it cannot be in a type.
  static func isClause(_ word: String) -> Bool {
    [
      "CONSTRAINT", "NOT", "NULL", "PRIMARY", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
      "AS",
    ].contains(word)
  }

  private static func begins(_ text: SQLText, _ index: Int) -> Bool {
    text.kind(index) == .word
      && (isClause(text.word(index)) || text.has("GENERATED", "ALWAYS", at: index))
  }

  private func clause(_ first: Int) -> Clause? {
    var start = first
    if text.word(first) == "CONSTRAINT" {
      start += 2
      let isAlone = start >= range.upperBound || text.word(start) == "CONSTRAINT"
      if isAlone {
        return start <= range.upperBound
          ? Clause(kind: .name, range: first..<start, start: first) : nil
      }
    }
    guard let (kind, end) = end(of: start), end <= range.upperBound else { return nil }
    return Clause(kind: kind, range: first..<end, start: start)
  }

  /// What begins at a keyword, and the index after it.
  private func end(of start: Int) -> (Kind, Int)? {
    switch text.word(start) {
    case "NOT" where text.word(start + 1) == "NULL": (.notNull, conflict(start + 2))
    case "NULL": (.null, conflict(start + 1))
    case "UNIQUE": (.unique, conflict(start + 1))
    case "PRIMARY" where text.word(start + 1) == "KEY": (.primaryKey, key(start + 2))
    case "COLLATE": (.collate, start + 2)
    case "CHECK": group(start + 1).map { (.check, $0) }
    case "DEFAULT": value(start + 1).map { (.default, $0) }
    case "REFERENCES": (.references, ReferenceText(text, start).end)
    case "GENERATED": group(start + 3).map { (.generated, storage($0)) }
    case "AS": group(start + 1).map { (.generated, storage($0)) }
    default: nil
    }
  }

  private func conflict(_ index: Int) -> Int {
    text.has("ON", "CONFLICT", at: index) ? index + 3 : index
  }

  private func key(_ index: Int) -> Int {
    let order = ["ASC", "DESC"].contains(text.word(index)) ? index + 1 : index
    let end = conflict(order)
    return text.word(end) == "AUTOINCREMENT" ? end + 1 : end
  }

  private func storage(_ index: Int) -> Int {
    ["STORED", "VIRTUAL"].contains(text.word(index)) ? index + 1 : index
  }

  private func value(_ index: Int) -> Int? {
    switch text.word(index) {
    case "(": group(index)
    case "+", "-": index + 2
    default: index + 1
    }
  }

  /// The index after a pair of parentheses.
  private func group(_ open: Int) -> Int? {
    guard text.word(open) == "(" else { return nil }
    var depth = 0
    for index in open..<range.upperBound {
      if text.kind(index) == .leftParenthesis { depth += 1 }
      if text.kind(index) == .rightParenthesis { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }
}
