import SQLScriptsSQL

extension SchemaPlace {
  /// Reads `user` or `user.nick`; nil for everything else. A name may be in double quotes.
  package init?(reading text: String) {
    guard let (place, rest) = Self.read(text[...]), rest.isEmpty else { return nil }
    self = place
  }

  /// Reads `user.nick=nickname`: a place, and all after the `=`.
  package static func pair(_ text: String) -> (place: SchemaPlace, value: String)? {
    guard let (place, rest) = read(text[...]), rest.first == "=" else { return nil }
    return (place, String(rest.dropFirst()))
  }

  private static func read(_ text: Substring) -> (SchemaPlace, Substring)? {
    guard let (first, rest) = name(text) else { return nil }
    guard rest.first == "." else { return (SchemaPlace(first), rest) }
    guard let (second, end) = name(rest.dropFirst()) else { return nil }
    return (SchemaPlace(first, second), end)
  }

  private static func name(_ text: Substring) -> (String, Substring)? {
    guard text.first == "\"" else {
      let name = text.prefix { $0 != "." && $0 != "=" }
      return name.isEmpty ? nil : (String(name), text[name.endIndex...])
    }
    var name = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character != "\"" {
        name.append(character)
      } else if rest.first == "\"" {
        name.append("\"")
        rest.removeFirst()
      } else {
        return name.isEmpty ? nil : (name, rest)
      }
    }
    return nil
  }
}
