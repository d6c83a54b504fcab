import SQLScriptsSQL
import SQLScriptsSchema

/// Makes a virtual table again, because it cannot be altered.
struct VirtualTableCopy {
  private enum Contents {
    /// They are in another table, from which they are read again. It may be that the old ones were not there.
    case indexed(losesOld: Bool)
    /// They are copied: pairs of an old and a new column.
    case copied([(old: String, new: String)])
    case lost
  }

  /// The name before all renames.
  let formerName: String
  let now: SchemaTable
  let wanted: SchemaTable
  private let contents: Contents
  /// The columns whose values are not copied, and those that get none.
  let lostColumns: [SchemaColumn]
  let newColumns: [SchemaColumn]

  /// - Parameters:
  ///   - before: the table before all renames.
  ///   - renames: the new names of columns.
  init(_ before: SchemaTable, _ wanted: SchemaTable, renaming renames: [SQLName: SQLName]) {
    formerName = before.name
    var now = before
    if !before.name.isSameName(as: wanted.name) {
      now.name = wanted.name
      now.sql = before.sql.creating(wanted.name, insteadOf: before.name)
    }
    self.now = now
    self.wanted = wanted
    let (old, new) = (SQLText(now.sql), SQLText(wanted.sql))
    let module = Self.module(of: new) == Self.module(of: old) ? Self.module(of: new) : nil
    // Hidden columns have the name of the table, or are computed.
    var hidden = Set([formerName, wanted.name, "rank"].map { SQLName($0) })
    if module != "FTS5" { hidden.insert("docid") }
    let columns = now.columns.filter { !hidden.contains(SQLName($0.name)) }
    let targets = wanted.columns.filter { !hidden.contains(SQLName($0.name)) }
    var pairs: [(old: String, new: String)] = columns.compactMap { column in
      let name = renames[SQLName(column.name)] ?? SQLName(column.name)
      return targets.first { SQLName($0.name) == name }.map { (column.name, $0.name) }
    }
    switch module {
    case "FTS3", "FTS4", "FTS5":
      // FTS3 has no such option.
      if Self.contentTable(of: new) != nil {
        contents = .indexed(losesOld: !Self.hasContentOption(old))
        break
      }
      let canCopy = !Self.hasContentOption(old) && !Self.hasContentOption(new) && !pairs.isEmpty
      contents = canCopy ? .copied([("rowid", "rowid")] + pairs) : .lost
    case "RTREE", "RTREE_I32":
      // The ID comes first. A box without one of its coordinates is another box.
      if let first = (columns.first.flatMap { old in targets.first.map { (old.name, $0.name) } }) {
        pairs.removeAll { $0.old == first.0 || $0.new == first.1 }
        pairs.insert(first, at: 0)
      }
      let hasBoxes = targets.allSatisfy { column in
        pairs.contains { $0.new == column.name } || Self.isAuxiliary(column.name, of: new)
      }
      contents = hasBoxes ? .copied(pairs) : .lost
    default: contents = .lost
    }
    guard case .copied(let copied) = contents else {
      (lostColumns, newColumns) = ([], [])
      return
    }
    lostColumns = columns.filter { column in !copied.contains { $0.old == column.name } }
    newColumns = targets.filter { column in !copied.contains { $0.new == column.name } }
  }

  /// Why it is asked, as a part of a sentence.
  var reason: String {
    switch contents {
    case .indexed(losesOld: false), .copied: "SQLite cannot alter it"
    case .indexed, .lost: "its contents cannot be copied"
    }
  }

  /// What happens, as a part of a sentence.
  var words: String {
    switch contents {
    case .indexed(losesOld: true): "it is dropped, created and filled from its content table"
    case .indexed, .copied: "it is dropped, created and filled again"
    case .lost: "it is dropped, and created empty"
    }
  }

  /// - Parameter names: all names that are taken.
  func statements(besides names: Set<SQLName>) -> [String] {
    let drop = "DROP TABLE \(now.name.quotedName)"
    guard case .copied(let pairs) = contents else { return [drop, wanted.sql] }
    var other = "new_" + wanted.name
    while names.contains(SQLName(other)) { other = "new_" + other }
    let old = pairs.map(\.old.quotedName).joined(separator: ", ")
    let new = pairs.map(\.new.quotedName).joined(separator: ", ")
    return [
      wanted.sql.creating(other, insteadOf: wanted.name),
      "INSERT INTO \(other.quotedName) (\(new))\nSELECT \(old) FROM \(now.name.quotedName)",
      drop, "ALTER TABLE \(other.quotedName) RENAME TO \(wanted.name.quotedName)",
    ]
  }

  /// The statement that reads the contents from another table, which may be created in the same update.
  var refill: String? {
    guard case .indexed = contents else { return nil }
    let name = wanted.name.quotedName
    return "INSERT INTO \(name) (\(name)) VALUES ('rebuild')"
  }

  private static func module(of sql: SQLText) -> String? {
    sql.indices.first { sql.word($0) == "USING" }.map { sql.name($0 + 1).uppercased() }
  }

  /// Whether an R*Tree only stores a column: `+name`. See <https://www.sqlite.org/rtree.html#auxiliary_columns>.
  private static func isAuxiliary(_ column: String, of sql: SQLText) -> Bool {
    sql.indices.contains { sql.symbol($0) == "+" && sql.name($0 + 1).isSameName(as: column) }
  }

  private static func contentOption(of sql: SQLText) -> Int? {
    sql.indices.first { sql.word($0) == "CONTENT" && sql.symbol($0 + 1) == "=" }
  }

  private static func hasContentOption(_ sql: SQLText) -> Bool { contentOption(of: sql) != nil }

  /// The table with the text; nil if the virtual one has it. With `content=''` it is nowhere.
  private static func contentTable(of sql: SQLText) -> String? {
    contentOption(of: sql).map { sql.name($0 + 2) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension SQLText {
  fileprivate func symbol(_ index: Int) -> String {
    tokens.indices.contains(index) ? text(tokens[index]) : ""
  }
}
