import SQLScriptsDiagnostics

/// A statement that SQLite does not understand, for a reason that no other rule has better words for.
package struct SyntaxError: Rule {
  package static let documentation = RuleDocumentation(
    summary: "SQLite does not understand a statement.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
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
    guard case .syntax(let range, let trouble) = statement.refusal else { return }
    let words = statement.words(in: range)
    let (message, label, help) = Self.words(for: trouble, at: words)
    findings.report(
      message, at: statement.span(range), label: label,
      why: statement.error.map { "SQLite said “\($0.message)”." }, help: help)
  }

  private static func words(
    for trouble: SyntaxTrouble, at words: String
  ) -> (message: String, label: String?, help: String) {
    switch trouble {
    case .unknown:
      (
        "SQLite does not understand this statement from “\(words)” on", "not expected here",
        "Look at “\(words)” and at the word before it: a comma, a bracket or a quote may be missing."
      )
    case .stopsEarly:
      (
        "The statement stops too early, after “\(words)”", "something must follow",
        "Write the rest of the statement, or take “\(words)” out."
      )
    case .triggerWithoutEnd(lacksSemicolon: false):
      ("The trigger has no END", nil, "Write END after its last statement.")
    case .triggerWithoutEnd(lacksSemicolon: true):
      (
        "The last statement of the trigger has no “;”", nil,
        "Write ; after each statement in the trigger, and END after the last."
      )
    case .extraBracket:
      ("There is one “)” too many", "closes nothing", "Take this bracket out.")
    case .missingComma:
      (
        "A comma is missing before “\(words)”", "not expected here",
        "Write a comma before “\(words)”."
      )
    case .missingWord(let word):
      (
        "“\(word)” is missing before “\(words)”", "not expected here",
        "Write \(word) before “\(words)”."
      )
    case .missingBefore:
      (
        "Something is missing before “\(words)”", "comes too early",
        "Write what belongs between “\(words)” and the word before it."
      )
    case .doubleComma:
      ("There is one comma too many", "nothing stands before it", "Take this comma out.")
    case .missingSemicolon:
      (
        "A second statement begins at “\(words)”", "the first one has no end",
        "Give each statement its own item, or write ; between them."
      )
    case .nameBeginsWithDigit:
      (
        "A name cannot begin with a digit as “\(words)” does", nil,
        "Write \"\(words)\", in double quotes, or begin it with a letter."
      )
    case .hyphenInName(let name):
      (
        "“\(name)” is no name: SQLite reads “-” as minus", nil,
        "Write \"\(name)\", in double quotes, or _ in place of -."
      )
    case .badBlob:
      (
        "“\(words)” is not a whole number of bytes", nil,
        "Write two of the digits 0 to 9 and A to F for each byte, as in x'0AFF'."
      )
    case .autoincrementNotLast:
      (
        "AUTOINCREMENT must stand right after PRIMARY KEY", nil,
        "Write the words in this order: INTEGER PRIMARY KEY AUTOINCREMENT."
      )
    case .surplus:
      ("“\(words)” is too much here", "not expected here", "Take “\(words)” out.")
    case .wrongWord(let word):
      ("“\(word)” is meant in place of “\(words)”", "not expected here", "Write \(word).")
    case .noStatement:
      (
        "No SQL statement begins with “\(words)”", "not expected here",
        "Begin with a word such as CREATE, ALTER, INSERT or UPDATE; write -- before a remark."
      )
    case .unquotedText(let text):
      ("“\(text)” is a text without quotes", "not expected here", "Write '\(text)'.")
    case .defaultWithoutBrackets(let call):
      (
        "A default that is calculated must stand in brackets", "not expected here",
        "Write DEFAULT (\(call))."
      )
    case .missingBrackets:
      ("There are no brackets around “\(words)”", nil, "Write ( before it and ) behind the last.")
    case .notSQL(let help):
      ("This is no SQL, although SQL may follow it", "the statement must begin here", help)
    case .strangeCharacter:
      ("“\(words)” has no meaning in SQL", nil, "Take it out, or put the text into single quotes.")
    }
  }
}
