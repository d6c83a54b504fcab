import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `sqlscripts.lock`: the released scripts with their checksums.
///
/// Each script has its own line, so that two branches merge line by line:
///
///     1 default sql_default.plist xxh64:0123456789abcdef
///     2 update sql_update_2_age.plist xxh64:fedcba9876543210
///
/// A comment names the last version. Without it, a lost last line would not be noticed. At the end are the texts of
/// default scripts, see `KeptScript`.
///
/// A released script must not change, because users who already ran it never run it again. The checksum covers the
/// tokens of the decoded statements, so the file format and comments may change.
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
    /// Its line in the lock; nil for an entry that was not read from a file.
    package var span: SourceSpan?
  }

  /// Ascending by version, the default script before the update to its version.
  package private(set) var entries: [Entry]

  /// The texts of released default scripts, ascending by version.
  package private(set) var kept: [KeptScript]

  /// Whether part of the file could not be read, so that other scripts may have been released, too.
  package let isDamaged: Bool

  package init(
    _ entries: [Entry] = [], keeping kept: [KeptScript] = [], isDamaged: Bool = false
  ) {
    self.entries = entries.sorted(by: Self.inOrder)
    self.kept = kept.sorted { $0.version < $1.version }
    self.isDamaged = isDamaged
  }

  private static func inOrder(_ left: Entry, _ right: Entry) -> Bool {
    if left.version != right.version { return left.version < right.version }
    return left.kind == .default && right.kind != .default
  }

  /// The default script that was released.
  package var defaultScript: Entry? { entries.last { $0.kind == .default } }

  /// The highest released version; nil if nothing was released.
  package var lastVersion: Int64? { entries.last?.version }

  /// Whether the script of a version was released and must not change.
  package func isReleased(_ script: Script) -> Bool {
    entries.contains { $0.kind == script.lockKind && $0.version == script.version }
  }

  /// Whether a script is one that was released, and has not changed since.
  package func records(_ script: Script) -> Bool {
    entries.contains {
      $0.kind == script.lockKind && $0.version == script.version
        && $0.checksum == Checksum(of: script)
    }
  }
}

extension LockFile {
  /// The text before the last released version.
  static let lastVersionWords = "# Last released version: "

  /// The text of the file: identical for the same scripts on every machine.
  package var text: String {
    var text = """
      # Released scripts. `sqlscripts release` writes this file. Keep it under version control.
      # In a merge conflict, keep the lines of both branches.

      """
    if let lastVersion { text += "\(Self.lastVersionWords)\(lastVersion)\n" }
    for entry in entries {
      text +=
        "\(entry.version) \(entry.kind.rawValue) \(LockText.escaped(entry.name)) \(entry.checksum)\n"
    }
    if !kept.isEmpty {
      text += "# Default scripts as they were released, to rehearse updates of older databases.\n"
    }
    for script in kept { text += script.lines.map { $0 + "\n" }.joined() }
    return text
  }
}

extension Script {
  /// Its kind in the lock.
  var lockKind: LockFile.Entry.Kind { file.kind == .default ? .default : .update }

  /// Its entry in the lock.
  var lockEntry: LockFile.Entry {
    LockFile.Entry(
      version: version, kind: lockKind, name: file.name, checksum: Checksum(of: self))
  }
}
