/// The kinds of objects in a schema.
package enum SQLObjectKind: String, Sendable, CaseIterable {
  case table, view, index, trigger
}
