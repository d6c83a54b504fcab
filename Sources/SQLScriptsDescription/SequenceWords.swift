import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Changes of `sqlite_sequence`, in which SQLite counts the IDs of tables with AUTOINCREMENT.
struct SequenceWords {
  let statement: RehearsedStatement
  let verb: Int

  var words: Words? {
    guard let target = statement.target,
      SQLName(statement.name(target.name)) == SQLName("sqlite_sequence")
    else { return nil }
    switch statement.word(verb) {
    case "DELETE": return reset
    case "UPDATE": return update
    default: return insertion ?? other
    }
  }

  private var other: Words { "changes the numbers from which SQLite counts new IDs" }

  private var reset: Words {
    guard statement.outerIndex(of: "WHERE", from: verb) != nil else {
      return "makes new IDs continue from the highest one that exists, in \(strong: "all") tables"
    }
    guard let table = namedTable else { return other }
    return continuing(table)
  }

  private var update: Words {
    let assignments = statement.assignments
    guard let table = namedTable, assignments.count == 1,
      SQLName(statement.name(assignments[0].column)) == SQLName("seq")
    else { return other }
    return words(table, assignments[0].value)
  }

  private var insertion: Words? {
    guard let row = statement.valueRows.first, statement.valueRows.count == 1 else { return nil }
    let columns = (statement.columnList ?? ["name", "seq"]).map { SQLName($0) }
    let values = statement.arguments(row)
    guard columns.count == values.count,
      let name = columns.firstIndex(of: SQLName("name")), let table = text(values[name]),
      let number = columns.firstIndex(of: SQLName("seq"))
    else { return nil }
    return words(table, values[number])
  }

  private func words(_ table: String, _ value: Range<Int>) -> Words {
    let code = statement.code(of: value)
    guard let number = Int64(code) else {
      return "gives new rows of \(name: table) IDs greater than \(code: code)"
    }
    return number <= 0
      ? continuing(table)
      : "gives new rows of \(name: table) IDs greater than \("\(number)")"
  }

  private func continuing(_ table: String) -> Words {
    "makes new IDs of \(name: table) continue from the highest one that exists"
  }

  /// The table in `WHERE name = 'user'`.
  private var namedTable: String? {
    guard let range = statement.clause("WHERE", from: verb, until: ["RETURNING"]),
      range.count == 3, SQLName(statement.name(range.lowerBound)) == SQLName("name"),
      ["=", "==", "IS"].contains(statement.word(range.lowerBound + 1))
    else { return nil }
    return text(range.dropFirst(2))
  }

  private func text(_ range: Range<Int>) -> String? {
    guard range.count == 1, let index = range.first else { return nil }
    let isText = statement.kind(index) == .string || statement.kind(index) == .quotedName
    return isText ? statement.name(index) : nil
  }
}
