import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RehearsedScript {
  /// The tables that it creates before a statement and leaves without rows, so that they have none on any device.
  ///
  /// - Parameter number: the number of the statement; nil for the end of the script.
  func emptyTables(before number: Int?) -> Set<SQLName> {
    var empty: Set<SQLName> = []
    let earlier = statements.filter { statement in number.map { statement.number < $0 } ?? true }
    // What a condition rules out here may run on a device.
    let inserts = (earlier + ruledOut).flatMap(\.actions).filter { $0.kind == .insert }
    var filled = Set(inserts.map { SQLName($0.name) })
    for statement in earlier {
      // A table with a new name keeps its rows.
      if let name = statement.renamedTo { filled.insert(SQLName(name)) }
      guard statement.succeeded, script.options(of: statement.item)?.onlyIf == nil,
        let created = statement.created, created.kind == .table,
        case let name = SQLName(statement.name(created.name.name)), before[name] == nil,
        !statement.tokens.indices.contains(where: {
          statement.word($0) == "SELECT" || statement.has("IF", "NOT", "EXISTS", at: $0)
        })
      else { continue }
      empty.insert(name)
    }
    return empty.subtracting(filled)
  }
}
