import SQLScriptsSQL
import SQLScriptsSchema

/// The columns that a statement reads and that may be NULL in what it computes. They are found once, because a
/// statement can have many values and a long condition.
struct NullableColumns {
  private var names: Set<SQLName> = []

  init(_ statement: RehearsedStatement) {
    var read: [SQLName: Set<SQLName>] = [:]
    for action in statement.actions where action.kind == .read {
      read[SQLName(action.name), default: []].insert(SQLName(action.detail))
    }
    var others: Set<SQLName> = []
    for (table, columns) in read {
      for column in statement.before[table]?.columns ?? [] {
        let name = SQLName(column.name)
        guard columns.contains(name) else { continue }
        if column.isNotNull || column.primaryKeyPosition > 0 {
          others.insert(name)
        } else {
          names.insert(name)
        }
      }
    }
    names.subtract(others)
    // A condition may leave out NULL.
    for index in statement.indices where statement.has("IS", "NOT", "NULL", at: index + 1) {
      names.remove(SQLName(statement.name(index)))
    }
  }

  func contains(_ name: String) -> Bool { names.contains(SQLName(name)) }
}
