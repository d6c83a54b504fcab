import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A statement with a syntax error, and what is needed to find the cause.
struct UnparsedStatement {
  let statement: RehearsedStatement
  let error: SQLiteError
  let tokens: [SQLToken]
  let bytes: [UInt8]
  let probe: SyntaxProbe
  /// The tables that the statement names.
  let tables: [SchemaTable]

  /// The index of the token where SQLite stopped; the number of tokens if it is the end.
  let stop: Int

  /// Longer statements are bulk data and too slow to compile repeatedly.
  private static let longest = 65_536

  init?(_ statement: RehearsedStatement) {
    guard let error = statement.error, statement.denial == nil, error.said.isAboutSyntax,
      statement.range.count <= Self.longest,
      !statement.hasMisleadingCharacters
    else { return nil }
    let tables = Self.namedTables(statement)
    guard let probe = SyntaxProbe(tables: tables) else { return nil }
    self.tables = tables
    self.statement = statement
    self.error = error
    self.probe = probe
    tokens = statement.tokens
    bytes = statement.script.document.bytes(of: statement.range)
    if let offset = error.offset {
      stop = tokens.firstIndex { $0.range.upperBound > offset } ?? tokens.count
    } else if case .unknownTableOption(let option) = error.said {
      stop = tokens.lastIndex { statement.name($0).isSameName(as: option) } ?? tokens.count
    } else {
      stop = tokens.count
    }
  }

  func word(_ index: Int) -> String { statement.word(index) }

  /// The token at an index; nil outside the statement.
  func token(_ index: Int) -> SQLToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  func kind(_ index: Int) -> SQLToken.Kind? { token(index)?.kind }

  /// Whether there is no whitespace or comment between a token and the next.
  func touchesNext(_ index: Int) -> Bool {
    guard let token = token(index), let next = self.token(index + 1) else { return false }
    return token.range.upperBound == next.range.lowerBound
  }

  /// The text with a part replaced.
  func bytes(replacing range: Range<Int>, with text: String) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(range.clamped(to: 0..<bytes.count), with: Array(text.utf8))
    return bytes
  }

  /// The range of the token where SQLite stopped; the last token if it read to the end.
  var stopRange: Range<Int> {
    (token(stop) ?? tokens.last)?.range ?? 0..<bytes.count
  }

  /// The indices of the parentheses that are open before an index.
  func openBrackets(before end: Int) -> [Int] {
    var open: [Int] = []
    for index in tokens.indices.prefix(max(0, end)) {
      if tokens[index].kind == .leftParenthesis { open.append(index) }
      if tokens[index].kind == .rightParenthesis { _ = open.popLast() }
    }
    return open
  }

  private static func namedTables(_ statement: RehearsedStatement) -> [SchemaTable] {
    // The object that a statement creates must not exist.
    let created = statement.createdName?.asciiLowercased
    var names: Set<String> = []
    for token in statement.tokens.prefix(400)
    where token.kind == .word || token.kind == .quotedName {
      names.insert(statement.name(token).asciiLowercased)
    }
    if let created { names.remove(created) }
    let tables = names.sorted().compactMap { statement.before[$0] }
    return Array(tables.filter { $0.kind == .table || $0.kind == .view }.prefix(20))
  }
}
