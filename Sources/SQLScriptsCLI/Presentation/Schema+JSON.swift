import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsSchema

extension Schema {
  /// The objects in the order of the SQL, as JSON.
  ///
  /// - Parameter version: the version of the scripts if it is not a database; nil for the latest.
  func json(database: String?, version: Int64?) -> JSONText {
    .document([
      .init("database", .string(database)),
      .init("version", .integer(version)),
      .init(
        "objects",
        .array(
          objects.map { object in
            .object([
              .init("type", .string(object.kind.rawValue)),
              .init("name", .string(object.name)),
              .init("table", .string(object.table)),
              .init("sql", .string(object.sql)),
            ])
          })),
    ])
  }
}
