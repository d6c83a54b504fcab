import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

/// A literal that an UPDATE stores in a foreign key although the parent has no such row.
struct DanglingValue: Sendable {
  let column: String
  let parent: SQLName
  /// The tokens of the literal.
  let tokens: Range<Int>
}

extension RowSearch {
  /// The values 0, below 0 and '' that an UPDATE stores in foreign keys. The app never gives such a key to a row.
  func danglingValues(
    of statement: RehearsedStatement, in database: RehearsalDatabase
  ) -> [DanglingValue] {
    guard statement.word(0) == "UPDATE",
      let table = statement.writtenTable.flatMap({ statement.before[$0] }),
      !table.foreignKeys.isEmpty
    else { return [] }
    return statement.assignments.compactMap { assignment in
      let column = statement.name(assignment.column)
      guard statement.literal(at: assignment.value.lowerBound) == assignment.value,
        let key = table.foreignKeys.first(where: {
          $0.columns.count == 1 && $0.columns[0].isSameName(as: column)
        }), let parent = statement.before[key.parent],
        let target = key.keys.first ?? parent.primaryKey.first
      else { return nil }
      let text = statement.text(of: assignment.value)
      guard text == "''" || Int64(text.filter { $0 != " " }).map({ $0 <= 0 }) ?? false else {
        return nil
      }
      let query =
        "SELECT EXISTS (SELECT 1 FROM main.\(parent.name.quotedName) WHERE \(target.quotedName) = \(text))"
      let exists = database.asRunner { try? database.connection.value(query) }
      guard exists == .integer(0) else { return nil }
      return DanglingValue(
        column: column, parent: SQLName(parent.name), tokens: assignment.value)
    }
  }
}
