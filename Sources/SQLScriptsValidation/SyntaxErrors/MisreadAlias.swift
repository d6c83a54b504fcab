import SQLScriptsFiles
import SQLScriptsSQL

/// A word that SQLite reads as another name of a table, although it was meant as SQL: `user LEF JOIN city`, or ANALYZE
/// after a query that lacks its “;”. After ALTER TABLE … ADD, such a word is read as part of the type.
struct MisreadAlias {
  enum Meaning {
    /// A misspelled keyword of a join.
    case join(String)
    /// A statement of one word.
    case statement
    /// GO, which separates statements in SQL Server.
    case separator
  }

  let token: SQLToken
  let meaning: Meaning
  /// The name of the table before it; nil if SQLite reads it as part of a join: `LEFT OUTR JOIN`.
  let table: SQLToken?

  private static let joins = ["CROSS", "FULL", "INNER", "LEFT", "NATURAL", "OUTER", "RIGHT"]
  private static let statements: Set = ["ANALYZE", "REINDEX", "VACUUM"]

  init?(in statement: RehearsedStatement) {
    let words = Self.joinWords(in: statement) + [Self.lastWord(of: statement)].compactMap { $0 }
    guard !words.isEmpty else { return nil }
    // A column is named with the alias.
    let used = Set(
      statement.indices.filter { statement.kind($0 + 1) == .dot }
        .map { SQLName(statement.name($0)) })
    for (index, meaning) in words where !used.contains(SQLName(statement.name(index))) {
      let isAfterTable =
        statement.isName(index - 1) && !Keywords.all.contains(statement.word(index - 1))
      let isAfterJoin = Self.joins.contains(statement.word(index - 1))
      guard isAfterTable || isAfterJoin else { continue }
      token = statement.tokens[index]
      table = isAfterTable ? statement.tokens[index - 1] : nil
      self.meaning = meaning
      return
    }
    return nil
  }

  /// The words before JOIN that are no keywords, but near one.
  private static func joinWords(in statement: RehearsedStatement) -> [(Int, Meaning)] {
    statement.indices.filter { statement.word($0) == "JOIN" }.compactMap { join in
      var index = join - 1
      while index > 0, joins.contains(statement.word(index)) { index -= 1 }
      let word = statement.word(index)
      guard index > 2, statement.kind(index) == .word, word.utf8.count > 2,
        !Keywords.all.contains(word), word.utf8.allSatisfy({ !(0x30...0x39).contains($0) }),
        let near = Spelling.onlyClosest(to: word, among: joins), Spelling.distance(word, near) == 1
      else { return nil }
      return (index, .join(near))
    }
  }

  /// The last word of a statement with a query or a new column.
  private static func lastWord(of statement: RehearsedStatement) -> (Int, Meaning)? {
    guard let index = statement.indices.last, index > 2, statement.kind(index) == .word else {
      return nil
    }
    let isSeparator = statement.word(index) == "GO" && statement.isAloneOnLine(index)
    guard isSeparator || statements.contains(statement.word(index)),
      statement.word(0) == "ALTER"
        || statement.indices.contains(where: { statement.word($0) == "FROM" })
    else { return nil }
    return (index, isSeparator ? .separator : .statement)
  }
}

extension RehearsedStatement {
  /// Nil if the statement fails for another reason.
  var misreadAlias: MisreadAlias? {
    switch error?.said {
    case nil where denial == nil, .noSuchColumn, .other: MisreadAlias(in: self)
    default: nil
    }
  }

  /// Whether nothing else is on the line of a token.
  func isAloneOnLine(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    let isSeparate = { (first: Int, second: Int) in
      guard tokens.indices.contains(first), tokens.indices.contains(second) else { return true }
      let gap = tokens[first].range.upperBound..<tokens[second].range.lowerBound
      return withBytes(of: gap) { $0.contains(0x0A) }
    }
    return isSeparate(index - 1, index) && isSeparate(index, index + 1)
  }
}
