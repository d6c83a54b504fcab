/// The keys that one kind of dictionary may have: of a script, of a statement, or of the settings.
///
/// Readers, writers, the editor schemas and the documentation switch over all cases. A new case does not compile
/// until each of them knows it.
package protocol FileKey: RawRepresentable<String>, CaseIterable, Sendable, Hashable {}

extension FileKey {
  /// The key as written in a file.
  package var name: String { rawValue }

  /// All keys as written in files.
  package static var names: [String] { allCases.map(\.rawValue) }
}

/// The effect of a comment line `-- KEY: VALUE` at the start of a `.sql` file.
package enum HeaderRole: Sendable {
  /// It sets the key.
  case sets
  /// It is an error. The key makes a script safe, and a `.sql` file cannot contain it.
  case refused
  /// It is a warning, because it does nothing.
  case needless
  /// It is a comment, like the key in the other formats.
  case comment
}
