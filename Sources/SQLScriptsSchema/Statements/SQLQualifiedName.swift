/// A name with an optional schema, as in `main.user`.
package struct SQLQualifiedName: Sendable, Hashable {
  /// The index of the schema's name.
  package var schema: Int?
  /// The index of the name itself.
  package var name: Int
  /// The index after it.
  package var end: Int { name + 1 }
}
