/// An index or trigger, by its name.
package enum SchemaPart: Sendable {
  case index(String)
  case trigger(String)

  /// The type as in `sqlite_schema`, and the name.
  var typeAndName: (String, String) {
    switch self {
    case .index(let name): ("index", name)
    case .trigger(let name): ("trigger", name)
    }
  }
}
