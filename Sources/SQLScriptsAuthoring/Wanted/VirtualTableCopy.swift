import SQLScriptsSQL
import SQLScriptsSchema

/// Makes a virtual table again, because it cannot be altered.
struct VirtualTableCopy {
  private enum Contents {
    /// In another table, from which it is read again.
    case indexed
    /// Copied, with the names of the columns in the old and in the new table.
    case copied(old: [String], new: [String])
    case lost
  }

  private let now: SchemaTable
  private let wanted: SchemaTable
  private let contents: Contents

  init(_ now: SchemaTable, _ wanted: SchemaTable) {
    self.now = now
    self.wanted = wanted
    contents = Self.contents(now, wanted)
  }

  /// Whether the new table has the contents of the old one.
  var keepsContents: Bool { if case .lost = contents { false } else { true } }

  /// - Parameter names: all names of tables.
  func statements(besides names: Set<SQLName>) -> [String] {
    let drop = "DROP TABLE \(now.name.quotedName)"
    let name = wanted.name.quotedName
    switch contents {
    case .lost: return [drop, wanted.sql]
    case .indexed: return [drop, wanted.sql, "INSERT INTO \(name) (\(name)) VALUES ('rebuild')"]
    case .copied(let old, let new):
      var other = "new_" + wanted.name
      while names.contains(SQLName(other)) { other = "new_" + other }
      let lists = [old, new].map { $0.map(\.quotedName).joined(separator: ", ") }
      return [
        wanted.sql.creating(other, insteadOf: wanted.name),
        "INSERT INTO \(other.quotedName) (\(lists[1]))\nSELECT \(lists[0]) FROM \(now.name.quotedName)",
        drop, "ALTER TABLE \(other.quotedName) RENAME TO \(name)",
      ]
    }
  }

  private static func contents(_ now: SchemaTable, _ wanted: SchemaTable) -> Contents {
    let (old, new) = (SQLText(now.sql), SQLText(wanted.sql))
    guard let module = module(of: new), module == Self.module(of: old) else { return .lost }
    // Hidden columns have the name of the table, or are computed.
    let hidden = Set([now.name, wanted.name, "rank", "docid"].map { SQLName($0) })
    let common = wanted.columns.map(\.name).filter {
      now.column($0) != nil && !hidden.contains(SQLName($0))
    }
    switch module {
    case "FTS5" where hasContentTable(new): return .indexed
    case "FTS3", "FTS4", "FTS5":
      guard !hasContentOption(old), !hasContentOption(new), !common.isEmpty else { return .lost }
      return .copied(old: ["rowid"] + common, new: ["rowid"] + common)
    case "RTREE", "RTREE_I32":
      // The ID comes first. A box without one of its coordinates is another box.
      let hasBoxes = wanted.columns.dropFirst().allSatisfy { column in
        now.column(column.name) != nil || isAuxiliary(column.name, of: new)
      }
      guard hasBoxes,
        let ids = now.columns.first.flatMap({ old in
          wanted.columns.first.map { (old.name, $0.name) }
        })
      else { return .lost }
      let others = common.filter { !$0.isSameName(as: ids.0) && !$0.isSameName(as: ids.1) }
      return .copied(old: [ids.0] + others, new: [ids.1] + others)
    default: return .lost
    }
  }

  private static func module(of sql: SQLText) -> String? {
    sql.indices.first { sql.word($0) == "USING" }.map { sql.name($0 + 1).uppercased() }
  }

  /// Whether an R*Tree only stores a column: `+name`. See <https://www.sqlite.org/rtree.html#auxiliary_columns>.
  private static func isAuxiliary(_ column: String, of sql: SQLText) -> Bool {
    sql.indices.contains { sql.symbol($0) == "+" && sql.name($0 + 1).isSameName(as: column) }
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
