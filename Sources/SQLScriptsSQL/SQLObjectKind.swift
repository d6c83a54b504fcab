/// The kinds of objects in a schema.
package enum SQLObjectKind: String, Sendable, CaseIterable {
  case table, view, index, trigger

  /// The kind that a keyword in upper case names.
  package init?(keyword: String) {
    switch keyword {
    case "TABLE": self = .table
    case "VIEW": self = .view
    case "INDEX": self = .index
    case "TRIGGER": self = .trigger
    default: return nil
    }
  }
}
