import SQLScriptsSQL
import SQLScriptsValidation

/// The names that the columns of one table have after some statements, which may rename both.
struct ColumnsInTurn {
  /// The last names by the first ones. Without the columns that are gone; empty if the table is gone.
  private(set) var names: [SQLName: String] = [:]

  /// The last name of the table; nil if it is gone.
  private(set) var table: SQLName?

  /// - Parameter columns: the columns before the statements.
  init(
    _ columns: [String], of table: SQLName, in script: RehearsedScript,
    _ statements: some Sequence<Int>
  ) {
    (self.table, names) = (table, Dictionary(columns.map { (SQLName($0), $0) }) { $1 })
    for statement in statements.lazy.map({ script.statements[$0] }) where statement.succeeded {
      guard let table = self.table else { return }
      if let renamed = statement.renamedTable {
        if renamed.old == table { self.table = renamed.new }
      } else if statement.droppedTable == table {
        (self.table, names) = (nil, [:])
      } else if let renamed = statement.renamedColumn {
        guard renamed.table == table else { continue }
        let old = SQLName(renamed.old)
        names = names.mapValues { SQLName($0) == old ? renamed.new : $0 }
      } else if statement.redefinedTable == table, let now = statement.after[table] {
        names = names.filter { now.column($0.value) != nil }
      }
    }
  }
}
