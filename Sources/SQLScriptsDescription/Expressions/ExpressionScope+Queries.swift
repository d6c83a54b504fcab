import SQLScriptsSQL
import SQLScriptsSchema

extension ExpressionScope {
  /// The scope of a query in an expression of this one; nil if its tables are not known.
  func inside(_ query: SQLQuery) -> ExpressionScope? {
    var scope = self
    scope.enclosing.insert(sources, at: 0)
    scope.own = nil
    scope.changing = []
    scope.stored = nil
    scope.aliases.formUnion(query.aliases)
    scope.sources = []
    for source in query.sources {
      guard source.arguments.isEmpty, !commonTables.contains(source.name),
        let table = schema[source.name]
      else { return nil }
      var inner = Source(table, as: source.qualifier)
      inner.visible = source.visible
      scope.sources.append(inner)
    }
    return scope
  }

  /// Whether a column is of its own sources.
  func owns(_ expression: SQLExpression) -> Bool {
    guard case .column(let name, let qualifier) = expression else { return false }
    return sources.contains { source in
      qualifier.map { $0 == source.qualifier } ?? source.has(name)
    }
  }
}
