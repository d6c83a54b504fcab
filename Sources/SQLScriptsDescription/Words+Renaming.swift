import SQLScriptsSQL
import SQLScriptsSchema

extension Words {
  /// The words with other names of tables, also in SQL.
  ///
  /// - Parameter columns: the names that columns have, too.
  func renaming(_ names: [SQLName: String], except columns: Set<SQLName> = []) -> Words {
    with(
      pieces.map { piece in
        switch piece {
        case .name(let name):
          .name(columns.contains(SQLName(name)) ? name : names[SQLName(name)] ?? name)
        case .table(let name): .name(names[SQLName(name)] ?? name)
        case .code(let sql): .code(SQLText(sql).renamingTables(names))
        default: piece
        }
      }
    ).mappingAsides { SQLText($0).renamingTables(names) }
  }
}

extension SQLText {
  /// The SQL with other names of tables.
  func renamingTables(_ names: [SQLName: String]) -> String {
    var bytes = bytes
    let sources = sources
    for index in indices.reversed()
    where isName(index) && (kind(index + 1) == .dot || sources.contains(index)) {
      guard let new = names[SQLName(name(index))] else { continue }
      bytes.replaceSubrange(tokens[index].range, with: new.quotedIfNeeded.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let clauses: Set = [
    "SELECT", "FROM", "ON", "USING", "WHERE", "GROUP", "ORDER", "LIMIT", "SET", "VALUES",
  ]

  /// The names of tables after FROM, JOIN and IN; empty if WITH may define them.
  var sources: Set<Int> {
    var sources: Set<Int> = []
    // The last clause at each depth.
    var clauses: [Int: String] = [:]
    var last = 0
    for index in indices {
      let (depth, word) = (depth(index), word(index))
      if depth > last { clauses[depth] = nil }
      last = depth
      if kind(index) == .word, word == "WITH" { return [] }
      if kind(index) == .word, Self.clauses.contains(word) {
        clauses[depth] = word
      } else if isName(index),
        kind(index - 1) == .comma
          ? clauses[depth] == "FROM"
          : ["FROM", "JOIN", "IN"].contains(self.word(index - 1))
            && self.word(index - 2) != "DISTINCT"
      {
        sources.insert(index)
      }
    }
    return sources
  }
}
