import SQLScripts
import SQLScriptsSQL
import SQLScriptsSchema

/// The statements that create a schema, and which of them create its views and triggers.
struct FormCreations {
  let statements: [String]
  private var places: [SchemaHealth.Key: Int] = [:]
  private var triggers: [SQLName: [Int]] = [:]

  init(_ statements: [String]) {
    self.statements = statements
    for (place, sql) in statements.enumerated() {
      let text = SQLText(sql)
      guard let created = text.created, created.kind == .view || created.kind == .trigger,
        let name = text.createdName
      else { continue }
      places[SchemaHealth.Key(created.kind, SQLName(name))] = place
      if let table = text.tableOfTrigger { triggers[SQLName(table), default: []].append(place) }
    }
  }

  /// The statement that creates a view or trigger.
  subscript(key: SchemaHealth.Key) -> String? { places[key].map { statements[$0] } }

  /// The statements with the texts of views and triggers in single quotes.
  func strict(_ texts: QuotedTexts) -> [String] {
    var statements = self.statements
    for (key, place) in places { statements[place] = texts.strict(statements[place], key) }
    return statements
  }

  /// The statements with other views and triggers; nil deletes one. The triggers of a view go with it.
  func replacing(_ new: [SchemaHealth.Key: String?]) -> FormCreations {
    var statements: [String?] = self.statements
    for (key, sql) in new {
      guard let place = places[key] else { continue }
      statements[place] = sql
      guard sql == nil, key.kind == .view else { continue }
      for place in triggers[key.name] ?? [] { statements[place] = nil }
    }
    return FormCreations(statements.compactMap { $0 })
  }
}

extension SQLText {
  /// The table or view of CREATE TRIGGER.
  fileprivate var tableOfTrigger: String? {
    guard let created, created.kind == .trigger,
      let on = outerIndex(of: "ON", from: created.name.end),
      let table = qualifiedName(at: on + 1)
    else { return nil }
    return name(table.name)
  }
}
