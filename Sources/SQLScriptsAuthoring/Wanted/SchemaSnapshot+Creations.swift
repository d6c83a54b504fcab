import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaSnapshot {
  /// The statements that create the schema in an empty database: tables, indexes, views, triggers.
  ///
  /// - Parameters:
  ///   - changed: other statements for some tables.
  ///   - lost: the indexes that are left out.
  func creations(
    replacing changed: [SQLName: String] = [:], without lost: Set<SQLName> = []
  ) -> [String] {
    let all = names.compactMap { self[$0] }
    let tables = all.filter { $0.kind == .table }
    // A module creates its shadow tables.
    let modules = all.filter { $0.kind == .virtual }
    let indexes = tables.flatMap(\.indexes).filter { !lost.contains(SQLName($0.name)) }
    return tables.map { changed[SQLName($0.name)] ?? $0.sql } + modules.map(\.sql)
      + indexes.compactMap(\.sql) + all.filter { $0.kind == .view }.map(\.sql)
      + all.flatMap(\.triggers).map(\.sql)
  }
}
