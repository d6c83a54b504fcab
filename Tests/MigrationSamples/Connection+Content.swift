import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL

extension Connection {
  /// The schema and all rows, without those of the runner.
  func rowsAndSchema() throws -> [String] {
    let objects = try rows("SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2")
    return try objects.flatMap { object -> [String] in
      guard let name = object[1].string, !name.hasPrefix("db_version") else { return [] }
      let rows = object[0] == "table" ? try rows("SELECT * FROM \(name.quotedName)") : []
      return ["\(object)"] + rows.map { "\(name) \($0)" }.sorted()
    }
  }
}

extension InMemoryScript {
  /// An update that may leave foreign key violations.
  static func unchecked(_ version: Int64, _ statements: [String]) -> InMemoryScript {
    .file(
      named: "sql_update_\(version).sql",
      text: "-- foreignKeys: unchecked\n" + statements.map { "\($0);\n" }.joined())
  }
}
