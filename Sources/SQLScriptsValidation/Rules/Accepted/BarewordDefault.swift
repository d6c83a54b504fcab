import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `DEFAULT NOW`
package struct BarewordDefault: Rule {
  package static let documentation = RuleDocumentation(
    summary: "An unquoted default is a word that SQLite stores as a string.", severity: .error,
    why: "DEFAULT NOW stores the string NOW in each row, not the time.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT «NOW»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made DATETIME NOT NULL DEFAULT «getdate»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT «open»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN made TEXT DEFAULT «now»"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT CURRENT_TIMESTAMP)"),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT DEFAULT NULL, b INTEGER DEFAULT TRUE)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, made TEXT DEFAULT (datetime('now')))"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, state TEXT DEFAULT 'NOW')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      guard let token = statement.defaultToken(of: definition), token.kind == .word,
        !Self.values.contains(statement.upper(token))
      else { continue }
      let word = statement.text(token)
      // Another rule reports a dash or digit that an input method typed.
      guard word.utf8.first.map({ $0 < 0x80 }) == true else { continue }
      let isMoment = Self.moments.contains(statement.upper(token))
      let isFunction = isMoment || Self.functions.contains(statement.upper(token))
      let near = Spelling.closest(to: statement.upper(token), among: Array(Self.values).sorted())
      findings.report(
        "the default of “\(definition.column.name)” is the string “\(word)”",
        at: statement.span(token),
        label: isFunction ? "a string, not a function call" : "a string without quotes",
        help: isMoment
          ? "Write DEFAULT CURRENT_TIMESTAMP."
          : isFunction
            ? "Remove the default, and set the column in the app."
            : "Write DEFAULT \(near ?? word.quoted(by: "'")).",
        severity: isFunction ? nil : .warning)
    }
  }

  /// The keyword that a word was to be; nil if it may be a text.
  package static func keyword(near word: String) -> String? {
    Spelling.onlyClosest(to: word, among: values.sorted())
  }

  private static let values: Set = [
    "NULL", "TRUE", "FALSE", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP",
  ]
  private static let moments: Set = [
    "NOW", "GETDATE", "GETUTCDATE", "SYSDATE", "SYSDATETIME", "TODAY", "LOCALTIMESTAMP",
    "LOCALTIME",
    "UTC_TIMESTAMP", "CURDATE", "CURTIME", "CURRENT_DATETIME", "CURRENTTIMESTAMP",
    "CURRENT_TIMESTAMPS",
    "CURRENT_TIMESTMAP", "UNIX_TIMESTAMP", "TIMESTAMP", "DATE", "DATETIME", "TIME",
  ]
  private static let functions: Set = ["UUID", "NEWID", "RANDOM", "RAND", "GEN_RANDOM_UUID"]
}
