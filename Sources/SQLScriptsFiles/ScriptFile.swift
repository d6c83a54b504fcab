/// A script of a bundle that is known by its name and not read yet.
public struct ScriptFile: Sendable, Hashable {
  /// What a script is for.
  public enum Kind: Sendable, Hashable {
    /// Makes a new database.
    case `default`
    /// Brings a database from the version before this one to this one.
    case update(Int64)
  }

  /// How its bytes are to be read.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// An XML or binary property list.
    case plist
    /// JSON, RFC 8259.
    case json
    /// Plain SQL.
    case sql
  }

  /// Where its bytes are.
  package enum Content: Sendable, Hashable {
    case path(String)
    case bytes([UInt8])
    /// A file that cannot be opened, because its name is not UTF-8; the path with U+FFFD for what is not.
    case unreachable(path: String)
  }

  /// What it is for.
  public let kind: Kind

  /// How it is read.
  public let format: Format

  /// Its file name: what the history records and what errors call it by.
  public let name: String

  /// Its name with the folder, as errors show it; the file name for a script in memory.
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
  package func with(_ bytes: [UInt8]) -> ScriptFile {
    ScriptFile(
      kind: kind, format: format, name: name, displayName: displayName, content: .bytes(bytes))
  }
}
