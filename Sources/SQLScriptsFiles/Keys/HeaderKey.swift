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
}
