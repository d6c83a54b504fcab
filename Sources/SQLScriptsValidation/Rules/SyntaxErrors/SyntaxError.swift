import SQLScriptsDiagnostics

/// A syntax error that no other rule explains better.
package struct SyntaxError: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement has a syntax error.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (id, name) VALUES (1 «'Ada'»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY)«)»"),
      .init("CREATE TABLE user (id INTEGER,«,» name TEXT)"),
      .init("CREATE TABLE user (id INTEGER) «CREATE» TABLE message (id INTEGER)"),
      .init("CREATE TABLE user («2fa» INTEGER)"),
      .init("CREATE TABLE «user-info» (id INTEGER)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"], "DELETE FROM user «WHERE»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"], "DELETE «user» WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"], "CREATE INDEX «ON» user (id)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "DELETE FROM user WHERE id = 1 «WHERE» id = 2"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "DELETE FROM user WHERE id IN «1», 2"),
      .init("«1.» CREATE TABLE user (id INTEGER PRIMARY KEY)"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user (id, name) VALUES (1, 'Ada')"),
      .init("CREATE TABLE \"user-info\" (\"2fa\" INTEGER)"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if let misread = statement.misreadAlias { report(misread, in: statement, &findings) }
    guard case .syntax(let range, let kind) = statement.syntaxErrorCause else { return }
    if let advice = Self.advice(range, kind, statement) {
      return findings.report(
        advice.message, at: advice.span,
        why: statement.error.map { "SQLite said “\($0.message)”." }, help: advice.help)
    }
    var ranges = [range]
    if case .missingComma(let further) = kind { ranges += further }
    for range in ranges {
      let words = statement.words(in: range)
      let (message, label, help) = Self.words(for: kind, at: words)
      findings.report(
        message, at: statement.span(range), label: label,
        why: statement.error.map { "SQLite said “\($0.message)”." }, help: help,
        fixIt: statement.separated(kind, at: range.lowerBound)
          ?? statement.withMissingWord(kind, at: range.lowerBound))
    }
  }

  private func report(
    _ misread: MisreadAlias, in statement: RehearsedStatement, _ findings: inout Findings
  ) {
    guard let table = misread.table else { return }
    let help: String
    switch misread.meaning {
    case .join: return
    case .statement where statement.word(0) == "ALTER": help = "Write ; before it."
    case .statement: help = "Write ; before it. If it is an alias, write AS before it."
    case .separator: help = "Remove it, and end each statement with “;”: GO is from SQL Server."
    }
    let reading =
      statement.word(0) == "ALTER"
      ? "part of the type" : "an alias of “\(statement.name(table))”"
    findings.report(
      "“\(statement.text(misread.token))” is parsed as \(reading)",
      at: statement.span(misread.token), help: help)
  }

  /// A date or a pattern without quotes.
  private static func advice(
    _ range: Range<Int>, _ kind: SyntaxErrorKind, _ statement: RehearsedStatement
  ) -> (message: String, span: SourceSpan, help: String)? {
    guard let index = statement.indices.first(where: { statement.tokens[$0].range == range }) else {
      return nil
    }
    let isJoined = { (at: Int) in
      statement.tokens.indices.contains(at - 1) && statement.tokens.indices.contains(at)
        && statement.tokens[at - 1].range.upperBound == statement.tokens[at].range.lowerBound
    }
    if case .missingComma = kind, statement.kind(index) == .float, isJoined(index),
      statement.kind(index - 1) == .float
    {
      let text = [index - 1, index].map { statement.text(statement.tokens[$0]) }.joined()
      return DayFirstDate.sortable(text).map {
        (
          "the date \(text) has no quotes", statement.span(index - 1...index),
          "Write '\($0)', in quotes and with the year first."
        )
      }
    }
    if case .stopsEarly = kind, statement.word(index) == "%", isJoined(index),
      ["LIKE", "GLOB"].contains(statement.word(index - 2))
    {
      let text = statement.text(statement.tokens[index - 1]) + "%"
      return (
        "the pattern \(text) has no quotes", statement.span(index - 1...index), "Write '\(text)'."
      )
    }
    return nil
  }

  private static func words(
    for kind: SyntaxErrorKind, at words: String
  ) -> (message: String, label: String?, help: String) {
    switch kind {
    case .unknown:
      (
        "syntax error near “\(words)”", "not expected here",
        "Check “\(words)” and the word before it for a missing comma, parenthesis or quote."
      )
    case .stopsEarly:
      (
        "the statement is incomplete: it ends after “\(words)”", "more is expected after this",
        "Write the rest of the statement, or remove “\(words)”."
      )
    case .cutIntoItems(let count, _):
      (
        "this item contains only the first part of a statement", "the next item continues it",
        "Join this item and the next \(count == 1 ? "one" : "\(count) items") into one item."
      )
    case .triggerWithoutEnd(lacksSemicolon: false):
      ("the trigger has no END", nil, "Write END after the last statement of the trigger.")
    case .triggerWithoutEnd(lacksSemicolon: true):
      (
        "the last statement of the trigger is not followed by “;”", nil,
        "Write ; after each statement in the trigger, and END after the last one."
      )
    case .extraBracket:
      ("unmatched “)”", "has no opening parenthesis", "Remove this parenthesis.")
    case .missingComma:
      (
        "missing comma before “\(words)”", "not expected here",
        "Write a comma before “\(words)”."
      )
    case .missingWord(let word)
    where words.hasPrefix(word) && words.dropFirst(word.count).first?.isLowercase == true:
      ("missing space in “\(words)”", "not expected here", "Write a space after “\(word)”.")
    case .missingWord(let word):
      (
        "missing “\(word)” before “\(words)”", "not expected here",
        "Write \(word) before “\(words)”."
      )
    case .missingBefore:
      (
        "something is missing before “\(words)”", "not expected yet",
        "Write what belongs between “\(words)” and the word before it."
      )
    case .doubleComma:
      ("extra comma", "nothing comes before this comma", "Remove this comma.")
    case .missingSemicolon(inTrigger: true):
      (
        "a second statement of the trigger begins at “\(words)”",
        "the first statement is not ended",
        "Write ; after each statement in the trigger."
      )
    case .missingSemicolon(inTrigger: false):
      (
        "a second statement begins at “\(words)”", "the first statement is not ended",
        "Write ; between the statements, or put each statement in a separate item."
      )
    case .nameBeginsWithDigit where Self.amount(words) != nil:
      (
        "“\(words)” is not a number in SQL", nil,
        "Write \(Self.amount(words) ?? words), without the unit."
      )
    case .nameBeginsWithDigit:
      (
        "“\(words)” is not a valid name, because it begins with a digit", nil,
        "Write \"\(words)\" in double quotes, or begin the name with a letter."
      )
    case .hyphenInName(let name):
      (
        "“\(name)” is not a valid name: SQLite reads “-” as a minus sign", nil,
        "Write \"\(name)\" in double quotes, or replace - with _."
      )
    case .badBlob:
      (
        "“\(words)” is not a valid blob literal", nil,
        "Write two hexadecimal digits for each byte, as in x'0AFF'."
      )
    case .autoincrementNotLast:
      (
        "AUTOINCREMENT must come after PRIMARY KEY, in the same constraint", nil,
        "Write INTEGER PRIMARY KEY AUTOINCREMENT, in this order."
      )
    case .secondValues(isList: true):
      ("a second VALUES in one INSERT", "not expected here", "Write a comma instead of VALUES.")
    case .secondValues(isList: false):
      (
        "INSERT has a second source of rows", "not expected here",
        "Write either SELECT or VALUES. For the rows of both, write two INSERT statements."
      )
    case .tableOptionInside:
      (
        "“\(words)” is before the closing parenthesis of the table", "not expected here",
        "Write \(words) after the closing parenthesis."
      )
    case .surplus:
      ("unexpected “\(words)”", "not expected here", "Remove “\(words)”.")
    case .wrongWord(let word):
      ("unexpected “\(words)”; did you mean \(word)?", "not expected here", "Write \(word).")
    case .noStatement where Self.clauses.contains(words.uppercased()):
      (
        "a statement cannot start with “\(words)”", "not expected here",
        "If it continues the statement before, put both into one item, without “;” between them."
      )
    case .noStatement:
      (
        "a statement cannot start with “\(words)”", "not expected here",
        "Start with a keyword such as CREATE, ALTER, INSERT or UPDATE. If this is a comment, "
          + "write -- before it."
      )
    case .decimalComma(let whole, let fraction):
      (
        "“\(whole),\(fraction)” has a decimal comma", "not expected here",
        "Write \(whole).\(fraction), with a period."
      )
    case .percent(let number):
      (
        "“\(number)%” is not a number in SQL", "something is missing before this",
        "Write \(number), or divide it by 100."
      )
    case .mergeMarker:
      (
        "this line is left over from merging two branches", nil,
        "Keep the right statements, and delete this line."
      )
    case .unquotedText(let text):
      ("“\(text)” is a string without quotes", "not expected here", "Write '\(text)'.")
    case .defaultWithoutBrackets(let call):
      (
        "an expression default must be in parentheses", "not expected here",
        "Write DEFAULT (\(call))."
      )
    case .missingBrackets:
      (
        "missing parentheses around “\(words)”", nil,
        "Write ( before the first value and ) after the last one."
      )
    case .notSQL(let help):
      ("this is not SQL", "the statement must start here", help)
    case .strangeCharacter:
      ("“\(words)” is not allowed in SQL", nil, "Remove it, or put the string in single quotes.")
    }
  }

  /// The number before a currency sign: `4.50€`.
  private static func amount(_ words: String) -> String? {
    let number = words.prefix { "0123456789.".contains($0) }
    let unit = words.dropFirst(number.count).unicodeScalars
    guard unit.count == 1, let sign = unit.first, Double(number) != nil,
      sign.properties.generalCategory == .currencySymbol
    else { return nil }
    return String(number)
  }

  /// Words that begin a part of a statement.
  private static let clauses: Set<String> = [
    "WHERE", "FROM", "AND", "OR", "ON", "JOIN", "LEFT", "INNER", "ORDER", "GROUP", "HAVING",
    "LIMIT",
    "UNION", "ADD", "RENAME", "COLUMN", "RETURNING",
  ]
}
