import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `sqlscripts.lock`: which scripts were released, with what they did.
///
/// One line a script, so that two branches merge line by line:
///
///     1 default sql_default.plist xxh64:0123456789abcdef
///     2 update sql_update_2_age.plist xxh64:fedcba9876543210
///
/// A comment says which version is the last: without it, nobody would miss the last line. It is a comment because
/// earlier releases refuse every other line.
///
/// A released script must not change: users who have it will never run the new text. The checksum is that of
/// the decoded statements' tokens, so the form of the file and its comments may change.
package struct LockFile: Sendable {
  package static let fileName = ScriptBundle.lockFileName

  /// One released script.
  package struct Entry: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
      case `default`, update
    }

    package var version: Int64
    package var kind: Kind
    /// The file name at the time of its release.
    package var name: String
    package var checksum: Checksum
    /// The line that says so; nil for an entry that was not read.
    package var span: SourceSpan?
  }

  /// Ascending by version, the default script before the update to its version.
  package private(set) var entries: [Entry]

  /// Whether something in the file could not be read: other scripts may have been released, too.
  package let isDamaged: Bool

  package init(_ entries: [Entry] = [], isDamaged: Bool = false) {
    self.entries = entries.sorted(by: Self.inOrder)
    self.isDamaged = isDamaged
  }

  private static func inOrder(_ left: Entry, _ right: Entry) -> Bool {
    if left.version != right.version { return left.version < right.version }
    return left.kind == .default && right.kind != .default
  }

  /// The default script that was released.
  package var defaultScript: Entry? { entries.last { $0.kind == .default } }

  /// The highest version that was released; nil if nothing was.
  package var lastVersion: Int64? { entries.last?.version }

  /// Whether the script of a version was released: then nothing may change it.
  package func isReleased(_ script: Script) -> Bool {
    entries.contains { $0.kind == script.lockKind && $0.version == script.version }
  }
}

extension LockFile {
  /// What stands before the last released version.
  static let lastVersionWords = "# Last released version: "

  /// The whole file: the same for the same scripts on every machine.
  package var text: String {
    var text = """
      # The scripts that were released. `sqlscripts release` writes this file; keep it under version control.
      # Where two branches meet here, keep the lines of both.

      """
    if let lastVersion { text += "\(Self.lastVersionWords)\(lastVersion)\n" }
    for entry in entries {
      text +=
        "\(entry.version) \(entry.kind.rawValue) \(entry.name.escaped) \(entry.checksum)\n"
    }
    return text
  }
}

extension Script {
  /// What the lock calls it.
  var lockKind: LockFile.Entry.Kind { file.kind == .default ? .default : .update }

  /// The line that the lock has for it.
  var lockEntry: LockFile.Entry {
    LockFile.Entry(
      version: version, kind: lockKind, name: file.name, checksum: Checksum(of: self))
  }
}

extension String {
  /// On one line, whatever a file is called.
  fileprivate var escaped: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
