import SQLScriptsSQL

/// Queries of SQLite's own tables: “**user** has a column **age**”, “there is a table **user**”.
enum CatalogWords {
  static func existence(_ query: SQLQuery, isNot: Bool) -> ConditionTree.Clause? {
    guard query.sources.count == 1, let source = query.sources.first, query.groups.isEmpty,
      query.having == nil, query.limit == nil || query.limit == .number("1")
    else { return nil }
    let conditions = Dictionary(
      query.conditions.compactMap { condition -> (SQLName, String)? in
        guard case .comparison(.equal, .column(let name, _), .text(let text)) = condition else {
          return nil
        }
        return (name, text)
      }, uniquingKeysWith: { first, _ in first })
    guard conditions.count == query.conditions.count else { return nil }
    switch source.name.folded {
    case "pragma_foreign_key_check" where source.arguments.isEmpty && conditions.isEmpty:
      return .init(
        subject: isNot ? "no row" : "a row", predicate: "refers to a row that does not exist")
    case "pragma_table_info", "pragma_table_xinfo":
      guard case .text(let table)? = source.arguments.first, source.arguments.count == 1 else {
        return nil
      }
      return columns(of: table, conditions, isNot: isNot)
    case "sqlite_master", "sqlite_schema":
      return objects(conditions, isNot: isNot)
    default: return nil
    }
  }

  private static func columns(
    of table: String, _ conditions: [SQLName: String], isNot: Bool
  ) -> ConditionTree.Clause? {
    guard conditions.count == 1, let name = conditions[SQLName("name")] else { return nil }
    return .init(
      subject: "\(name: table)", predicate: "has \(isNot ? "no" : "a") column \(name: name)")
  }

  private static func objects(
    _ conditions: [SQLName: String], isNot: Bool
  ) -> ConditionTree.Clause? {
    var conditions = conditions
    guard let name = conditions.removeValue(forKey: SQLName("name")) else { return nil }
    let type = conditions.removeValue(forKey: SQLName("type")) ?? "table, index, view or trigger"
    guard conditions.isEmpty, type.contains(",") || SQLObjectKind(keyword: type.uppercased()) != nil
    else { return nil }
    let article = isNot ? "no" : type == "index" ? "an" : "a"
    return .init(subject: "", predicate: "there is \(article) \(type) \(name: name)")
  }
}
