import SQLScriptsDiagnostics
import SQLScriptsSchema

extension Schema {
  /// The objects in the order of the SQL.
  func json(of database: String) -> JSONText {
    .document([
      .init("database", .string(database)),
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
