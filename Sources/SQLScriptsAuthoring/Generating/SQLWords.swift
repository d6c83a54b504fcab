import SQLScriptsDatabase
import SQLScriptsSQL

/// The words and names in a piece of SQL.
struct SQLWords {
  /// Without their quotes, in order. Keywords are among them: a name may look like one.
  private(set) var names: [String] = []
  /// Where each stands.
  private(set) var ranges: [Range<Int>] = []

  init(_ sql: String) {
    var sql = sql
    sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.nextSignificant() {
        guard [.word, .quotedName, .string].contains(token.kind) else { continue }
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        names.append(token.kind == .word ? text : SQLName(quoted: text).text)
        ranges.append(token.range)
      }
    }
  }

  /// Whether one of these names is among them.
  func mention(_ wanted: Set<SQLName>) -> Bool {
    names.contains { wanted.contains(SQLName($0)) }
  }
}
