/// A key as a comment line at the start of a `.sql` file.
enum HeaderKey {
  /// The role of a word before a colon; a word that is not a key is part of a comment.
  static func role(of word: String) -> HeaderRole {
    ScriptKey(rawValue: word)?.headerRole ?? StatementKey(rawValue: word)?.headerRole ?? .comment
  }

  /// The keys whose near misses are reported, because a comment that was meant as one of them has no effect.
  static let near = (ScriptKey.names + StatementKey.names)
    .filter { [.sets, .refused].contains(role(of: $0)) }.sorted()

  static func isKey(_ word: String) -> Bool {
    ScriptKey(rawValue: word) != nil || StatementKey(rawValue: word) != nil
  }

  /// A key without the spaces and hyphens of “foreign keys” or “foreign-keys”, and whether it had any.
  static func joined(_ word: String) -> (word: String, isSeparated: Bool) {
    let joined = word.filter { !" -_".contains($0) }
    return (joined, joined.count < word.count)
  }

  /// Whether people write a value for a key, correctly or nearly so.
  static func isValue(_ value: String, of key: String) -> Bool {
    let values =
      switch ScriptKey(rawValue: key) {
      case .transaction: ["true", "false", "none", "no", "yes", "on", "off"]
      case .foreignKeys: ["checked", "unchecked", "on", "off", "true", "false"]
      default: [String]()
      }
    return values.contains(value.lowercased())
  }
}
