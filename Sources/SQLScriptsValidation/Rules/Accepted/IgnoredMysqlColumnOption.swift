import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `COMMENT 'x'`, `AFTER name`, `AUTO_INCREMENT`
package struct IgnoredMysqlColumnOption: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A MySQL or SQL Server column option is parsed as part of the type.",
    severity: .error,
    why:
      "SQLite accepts any words as a type and ignores these options: it assigns no IDs, does "
      + "not reorder columns, and may choose another affinity.",
    wrong: [
      .init("CREATE TABLE user (id INTEGER «AUTO_INCREMENT» PRIMARY KEY)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT «COMMENT 'shown'»)"),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name VARCHAR «charset utf8» NOT NULL)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "ALTER TABLE user ADD COLUMN age INTEGER «AFTER name»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "ALTER TABLE user ADD COLUMN age INTEGER «FIRST»"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, age INT «UNSIGNED»)"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, comment TEXT, after TEXT)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, first TEXT, age UNSIGNED BIG INT)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for definition in statement.columnDefinitions {
      for option in statement.mysqlOptions(of: definition) {
        guard let first = option.first, let last = option.last else { continue }
        let words = option.map { statement.text($0) }.joined(separator: " ")
        let isSign = ["UNSIGNED", "ZEROFILL"].contains(statement.upper(first))
        findings.report(
          isSign
            ? "SQLite ignores “\(words)”, so the column also accepts negative numbers"
            : "“\(words)” has no effect in SQLite: it is parsed as part of the type of “\(definition.column.name)”",
          at: statement.span(first, to: last), help: help(statement.upper(first)),
          severity: isSign ? .info : nil)
      }
    }
  }

  private func help(_ word: String) -> String {
    switch word {
    case "AUTO_INCREMENT", "IDENTITY": "Write INTEGER PRIMARY KEY AUTOINCREMENT."
    case "COMMENT": "Delete it, or write it as a comment: /* … */."
    case "AFTER", "FIRST": "Delete it: SQLite adds a new column after the others."
    case "UNSIGNED", "ZEROFILL": "Delete it, or write CHECK (… >= 0)."
    default: "Delete it: strings in SQLite are always Unicode."
    }
  }
}

extension RehearsedStatement {
  /// The parts of a type that are column options in MySQL or SQL Server.
  func mysqlOptions(of definition: ColumnDefinition) -> [[SQLToken]] {
    var options: [[SQLToken]] = []
    let type = definition.type
    var index = 1
    while index < type.count {
      let next = index + 1 < type.count ? type[index + 1] : nil
      var length = 0
      switch upper(type[index]) {
      case "AUTO_INCREMENT", "IDENTITY", "UNSIGNED", "ZEROFILL": length = 1
      case "COMMENT" where next?.kind == .string: length = 2
      case "CHARSET" where next != nil: length = 2
      case "AFTER" where word(0) == "ALTER" && next != nil && index + 2 == type.count: length = 2
      case "FIRST" where word(0) == "ALTER" && next == nil: length = 1
      default: break
      }
      if length > 0 { options.append(Array(type[index..<index + length])) }
      index += max(length, 1)
    }
    return options
  }
}
