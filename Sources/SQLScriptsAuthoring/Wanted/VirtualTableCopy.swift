import SQLScriptsSQL
import SQLScriptsSchema

/// Makes a virtual table again, because it cannot be altered, and fills it from the old one or from its content table.
struct VirtualTableCopy {
  let statements: [String]

  /// Fails if the contents cannot be kept.
  init?(_ now: SchemaTable, _ wanted: SchemaTable, besides names: Set<SQLName>) {
    let (old, new) = (SQLText(now.sql), SQLText(wanted.sql))
    let name = wanted.name.quotedName
    // Hidden columns have the name of the table, or are computed.
    let hidden = Set([now.name, wanted.name, "rank", "docid"].map { SQLName($0) })
    let common = wanted.columns.map(\.name).filter {
      now.column($0) != nil && !hidden.contains(SQLName($0))
    }
    switch Self.module(of: new) {
    case "FTS5" where Self.hasContentTable(new):
      statements = [
        "DROP TABLE \(now.name.quotedName)", wanted.sql,
        "INSERT INTO \(name) (\(name)) VALUES ('rebuild')",
      ]
    case "FTS5", "FTS4":
      guard Self.module(of: old) == Self.module(of: new), !Self.hasContentOption(old),
        !Self.hasContentOption(new), !common.isEmpty
      else { return nil }
      var other = "new_" + wanted.name
      while names.contains(SQLName(other)) { other = "new_" + other }
      let list = (["rowid"] + common.map(\.quotedName)).joined(separator: ", ")
      let bytes = new.bytes
      guard
        let place = new.indices.first(where: {
          $0 >= 3 && SQLName(new.name($0)) == SQLName(wanted.name)
        })
      else { return nil }
      var sql = bytes
      sql.replaceSubrange(new.tokens[place].range, with: Array(other.quotedName.utf8))
      statements = [
        String(decoding: sql, as: UTF8.self),
        "INSERT INTO \(other.quotedName) (\(list))\nSELECT \(list) FROM \(now.name.quotedName)",
        "DROP TABLE \(now.name.quotedName)", "ALTER TABLE \(other.quotedName) RENAME TO \(name)",
      ]
    default: return nil
    }
  }

  private static func module(of sql: SQLText) -> String? {
    sql.indices.first { sql.word($0) == "USING" }.map { sql.name($0 + 1).uppercased() }
  }

  private static func hasContentOption(_ sql: SQLText) -> Bool {
    sql.indices.contains { sql.word($0) == "CONTENT" && sql.symbol($0 + 1) == "=" }
  }

  /// Whether the text is in another table. With `content=''` it is nowhere.
  private static func hasContentTable(_ sql: SQLText) -> Bool {
    guard
      let place = sql.indices.first(where: {
        sql.word($0) == "CONTENT" && sql.symbol($0 + 1) == "="
      })
    else { return false }
    return !sql.name(place + 2).isEmpty
  }
}

extension SQLText {
  fileprivate func symbol(_ index: Int) -> String {
    tokens.indices.contains(index) ? text(tokens[index]) : ""
  }
}
