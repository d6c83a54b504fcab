import SQLScriptsSQL
import SQLScriptsSchema

/// A rebuild in one script as it is written, without running it: CREATE the new table, copy the rows, DROP the old one
/// and RENAME, in this order or with the RENAME first.
struct TableRebuild {
  /// The name of the table before and after the script.
  let table: String
  /// The lowercase names of the filled columns, with the column of the old table that each copies; nil for another
  /// expression over its columns. Empty if the copy names no columns.
  private(set) var copied: [String: String?] = [:]
  /// The indices of its statements.
  let statements: [Int]

  static func all(in statements: [StatementOutline]) -> [TableRebuild] {
    statements.indices.compactMap { TableRebuild(copiedBy: $0, of: statements) }
  }

  private init?(copiedBy copy: Int, of statements: [StatementOutline]) {
    let insert = statements[copy]
    guard let verb = insert.verb, insert.word(verb) != "UPDATE", let target = insert.target,
      let source = insert.source
    else { return nil }
    let new = insert.name(target.name)
    let creation = statements.firstIndex {
      $0.tableBody != nil && $0.createdName?.isSameName(as: new) == true
    }
    let drop = statements.firstIndex {
      $0.has("DROP", "TABLE", at: 0) && $0.droppedName == source.asciiLowercased
    }
    // Either the new table gets the old name at the end, or the old table gave its name up first.
    let rename = statements.firstIndex {
      $0.alteredTable?.isSameName(as: new) == true && $0.renamedTo?.isSameName(as: source) == true
    }
    guard let creation, let drop, let rename else { return nil }
    table = rename < creation ? new : source
    self.statements = [creation, copy, drop, rename]
    for (column, value) in insert.statement.storedValues {
      let names = value.filter {
        insert.kind($0) == .quotedName || insert.kind($0) == .word && insert.word($0) != "NULL"
      }
      guard let first = names.first else { continue }
      copied[column.asciiLowercased] = .some(value.count == 1 ? insert.name(first) : nil)
    }
  }
}

extension StatementOutline {
  /// The first table after FROM of INSERT … SELECT.
  var source: String? {
    guard let target, let select = outerIndex(of: "SELECT", from: target.name),
      let from = outerIndex(of: "FROM", from: select)
    else { return nil }
    return qualifiedName(at: from + 1).map { name($0.name) }
  }
}
