import SQLScriptsSQL

/// The parts of a CREATE TABLE that no PRAGMA returns: CHECKs, collations, generated columns, AUTOINCREMENT, ON CONFLICT
/// and DEFERRABLE.
package struct TableClauses: Hashable {
  /// The conditions of all CHECKs.
  private(set) var checks: [CanonicalSQL] = []
  package private(set) var collations: [SQLName: String] = [:]
  package private(set) var generated: [SQLName: CanonicalSQL] = [:]
  /// The generated columns whose values are stored.
  package private(set) var stored: Set<SQLName> = []
  package private(set) var isAutoincrement = false

  /// ON CONFLICT and DEFERRABLE, with the constraint that they belong to: “unique (name) on conflict replace”.
  package private(set) var conflicts: [String] = []

  /// The constraint before a clause.
  private var constraint = ""

  package init(_ sql: String) {
    let tokens = CanonicalSQL(sql).tokens
    // A name in quotes is no keyword, whatever it says.
    let kinds = SQLText(sql).tokens.map(\.kind)
    guard let open = tokens.firstIndex(of: "(") else { return }
    var depth = 1
    var column = ""
    var isFirst = true
    var index = open + 1
    while index < tokens.count, depth > 0 {
      let token = tokens[index]
      switch token {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth == 1: isFirst = true
      default:
        guard depth == 1 else { break }
        let isWord = kinds[index] == .word
        if isFirst { column = isWord && Self.constraintWords.contains(token) ? "" : token }
        // The first word is the name of the column, even if it is a keyword.
        if isWord, !isFirst || column.isEmpty { index = take(token, at: index, of: tokens, column) }
        isFirst = false
      }
      index += 1
    }
  }

  private static let constraintWords: Set = [
    "constraint", "primary", "unique", "check", "foreign",
  ]

  /// Parses a clause that begins at an index. Returns the index of its last token.
  private mutating func take(
    _ word: String, at index: Int, of tokens: [String], _ column: String
  ) -> Int {
    let isOpen = index + 1 < tokens.count && tokens[index + 1] == "("
    let list =
      isOpen ? CanonicalSQL(tokens: tokens[(index + 1)...Self.end(of: index + 1, in: tokens)]) : nil
    switch word {
    case "autoincrement": isAutoincrement = true
    case "unique", "not", "references": constraint = Self.words(word, of: column, list)
    case "key":
      constraint = Self.words("\(tokens[index - 1]) key", of: column, list)
      if list?.tokens.contains("autoincrement") == true { isAutoincrement = true }
    case "on" where index + 2 < tokens.count && tokens[index + 1] == "conflict":
      // ABORT is the default.
      if tokens[index + 2] != "abort" {
        conflicts.append("\(constraint) ON CONFLICT \(tokens[index + 2].uppercased())")
      }
      return index + 2
    case "initially" where index + 1 < tokens.count && tokens[index + 1] == "deferred":
      conflicts.append("\(constraint) DEFERRABLE INITIALLY DEFERRED")
    case "collate" where index + 1 < tokens.count:
      if !column.isEmpty { collations[SQLName(column)] = tokens[index + 1] }
      return index + 1
    case "check" where isOpen:
      let end = Self.end(of: index + 1, in: tokens)
      checks.append(CanonicalSQL(tokens: tokens[index + 1...end]).unwrapped)
      constraint = "CHECK (\(checks[checks.count - 1].text))"
      return end
    case "as" where isOpen:
      let end = Self.end(of: index + 1, in: tokens)
      let isStored = end + 1 < tokens.count && tokens[end + 1] == "stored"
      if isStored { stored.insert(SQLName(column)) }
      let expression = CanonicalSQL(tokens: tokens[index + 1...end]).unwrapped
      generated[SQLName(column)] = CanonicalSQL(
        tokens: expression.tokens + (isStored ? ["stored"] : []))
      return end
    default: break
    }
    return index
  }

  /// A constraint of a column reads like the same constraint of the table.
  private static func words(_ word: String, of column: String, _ list: CanonicalSQL?) -> String {
    let name = word == "not" ? "NOT NULL" : word.uppercased()
    return "\(name) (\(column.isEmpty ? list?.unwrapped.text ?? "" : column))"
  }

  private static func end(of open: Int, in tokens: [String]) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      if tokens[index] == "(" { depth += 1 }
      if tokens[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }
}
