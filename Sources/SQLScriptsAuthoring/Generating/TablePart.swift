import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// One column or constraint in a CREATE TABLE.
struct TablePart {
  private struct Word {
    var kind: SQLToken.Kind
    /// The name without quotes.
    var name: SQLName
    /// The number of open parentheses around it.
    var depth: Int
  }

  private var words: [Word] = []

  init(_ tokens: ArraySlice<SQLToken>, of bytes: [UInt8]) {
    for token in tokens where !token.isTrivia {
      let text = String(decoding: bytes[token.range], as: UTF8.self)
      let name = MentionedNames(text).names.first ?? text
      let depth = Int(token.depth - (tokens.first?.depth ?? 0))
      words.append(Word(kind: token.kind, name: SQLName(name), depth: depth))
    }
  }

  /// For a column, its name.
  var firstName: SQLName? { words.first?.name }

  var isConstraint: Bool {
    guard let first = words.first, first.kind == .word else { return false }
    return ["constraint", "primary", "unique", "check", "foreign"].contains(first.name.folded)
  }

  /// How often it contains a keyword, outside parentheses.
  func count(_ keyword: String) -> Int {
    words.count { $0.kind == .word && $0.depth == 0 && $0.name == SQLName(keyword) }
  }

  /// Whether its first list in parentheses contains the column.
  func hasKey(_ column: SQLName) -> Bool {
    guard let open = words.firstIndex(where: { $0.kind == .leftParenthesis }) else { return false }
    return words[open...].dropFirst().prefix { $0.depth > 0 }.contains { $0.name == column }
  }

  /// Whether it refers to a column of its table. The same name can also belong to a constraint, a function, a
  /// collation, or a column of another table.
  func uses(_ column: SQLName, in table: SQLName) -> Bool {
    var index = isConstraint ? 0 : 1
    while index < words.count {
      let word = words[index]
      let isKeyword = word.kind == .word
      if isKeyword, ["constraint", "collate"].contains(word.name.folded) {
        index += 2
      } else if isKeyword, word.name == "references", following(index)?.name != table {
        index += 2
        guard index < words.count, words[index].kind == .leftParenthesis else { continue }
        while index < words.count, words[index].kind != .rightParenthesis { index += 1 }
      } else {
        let isFunction = following(index)?.kind == .leftParenthesis
        let isName = [.word, .quotedName].contains(word.kind)
        if isName, !isFunction, word.name == column { return true }
        index += 1
      }
    }
    return false
  }

  private func following(_ index: Int) -> Word? {
    words.indices.contains(index + 1) ? words[index + 1] : nil
  }
}
