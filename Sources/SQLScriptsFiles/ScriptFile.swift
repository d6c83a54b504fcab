/// A script of a bundle, known by its name and not read yet.
public struct ScriptFile: Sendable, Hashable {
  /// The purpose of a script.
  public enum Kind: Sendable, Hashable {
    /// Creates a new database.
    case `default`
    /// Migrates a database from the previous version to this one.
    case update(Int64)
  }

  /// The format of a script file.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// An XML or binary property list.
    case plist
    /// JSON, RFC 8259.
    case json
    /// Plain SQL.
    case sql
  }

  /// The place of its bytes.
  package enum Content: Sendable, Hashable {
    case path(String)
    case bytes([UInt8])
    /// A file that is not opened: one whose name is not UTF-8, with U+FFFD for invalid bytes in its path, or a link that
    /// the editor refuses.
    case unreachable(path: String, ScriptBundleError.Reason)
  }

  /// The purpose of the script.
  public let kind: Kind

  /// The format of the file.
  public let format: Format

  /// The file name, for the history and for errors.
  public let name: String

  /// The path as errors show it; the file name for a script in memory.
  public let displayName: String

  package let content: Content

  package init(kind: Kind, format: Format, name: String, displayName: String, content: Content) {
    self.kind = kind
    self.format = format
    self.name = name
    self.displayName = displayName
    self.content = content
  }
  /// The same script with other bytes.
  package func with(_ bytes: [UInt8]) -> ScriptFile { with(.bytes(bytes)) }

  func with(_ content: Content) -> ScriptFile {
    ScriptFile(kind: kind, format: format, name: name, displayName: displayName, content: content)
  }
}
