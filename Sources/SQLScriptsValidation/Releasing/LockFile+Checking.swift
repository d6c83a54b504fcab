import SQLScriptsDiagnostics
import SQLScriptsFiles

extension LockFile {
  /// The IDs of findings about a lock. A release that accepts changes ignores them.
  package static let findings: Set = [
    "released-script-changed", "released-script-removed", "late-update", "damaged-lock-file",
  ]

  /// Reports changes of scripts after their release. No setting and no suppression removes these findings.
  ///
  /// - Parameter scripts: all scripts of the bundle that can be read.
  /// - Parameter unreadable: files that exist but cannot be read, so they are not reported as deleted.
  package func check(
    _ scripts: [Script], unreadable: [ScriptFile] = [], settings: BundleSettings = .init()
  ) -> [Diagnostic] {
    let checksums = Dictionary(
      scripts.map { ($0.file.name, Checksum(of: $0)) }, uniquingKeysWith: { first, _ in first })
    let byChecksum = Dictionary(
      scripts.compactMap { script in checksums[script.file.name].map { ($0, script) } },
      uniquingKeysWith: { first, _ in first })
    // Of several scripts with one number, the released one may not be the first.
    let released = Set(entries.filter { $0.kind == .update }.map(\.checksum))
    let updates = Dictionary(
      scripts.filter { $0.lockKind == .update }.map { ($0.version, $0) },
      uniquingKeysWith: { first, other in
        checksums[other.file.name].map(released.contains) == true ? other : first
      })
    let unreadableKinds = Set(unreadable.map(\.kind))
    let defaultScript = scripts.first { $0.lockKind == .default }
    var found: [Diagnostic] = []
    for entry in entries {
      if unreadableKinds.contains(entry.kind == .default ? .default : .update(entry.version)) {
        continue
      }
      guard let script = entry.kind == .default ? defaultScript : updates[entry.version] else {
        // Updates that no supported database needs may be deleted.
        if entry.kind == .update, entry.version <= settings.minimumVersion ?? 0 { continue }
        found.append(
          .removed(
            entry, renumbered: byChecksum[entry.checksum], defaultVersion: defaultScript?.version))
        continue
      }
      // A default script for a later version is a new script, and the updates still migrate to that version.
      if entry.kind == .default, script.version > entry.version { continue }
      if checksums[script.file.name] != entry.checksum || script.version != entry.version {
        found.append(
          .changed(entry, script, renumbered: byChecksum[entry.checksum], next: next(updates)))
      } else if script.file.format.rawValue != entry.format {
        found.append(.reformed(entry, script))
      }
    }
    found += late(scripts, settings)
    return found.sorted(by: Diagnostic.inReportOrder)
  }

  /// Scripts below a released version that are not in the lock: out-of-order updates, or scripts whose line was lost.
  /// Databases at that version never run them.
  private func late(_ scripts: [Script], _ settings: BundleSettings) -> [Diagnostic] {
    guard let first = entries.first?.version, let last = lastVersion else { return [] }
    let released = Set(entries.filter { $0.kind == .update }.map(\.version))
    let isTimestamp =
      (settings.numbering ?? ScriptNumbering.numbering(firstUpdate: released.min())) == .timestamp
    if isTimestamp, settings.outOfOrder == .apply { return [] }
    return scripts.filter { script in
      switch script.lockKind {
      case .update:
        // Updates for versions that are no longer supported may come back.
        return script.version < last && !released.contains(script.version)
          && script.version > settings.minimumVersion ?? 0
      // A default script for a released version or a later one only replaces updates.
      case .default: return defaultScript == nil && script.version < first
      }
    }.map { .late($0, last) }
  }

  /// The number for a new update.
  private func next(_ updates: [Int64: Script]) -> Int64? {
    let last = max(updates.keys.max() ?? 1, lastVersion ?? 1)
    return last < .max ? last + 1 : nil
  }

  /// The lock of a bundle that is released now.
  ///
  /// - Parameter acceptsChanges: whether released scripts may have been changed or deleted because no user
  ///   received the release.
  /// - Returns: no lock, and the errors, if released scripts have changed and that is not accepted.
  package func releasing(
    _ scripts: [Script], settings: BundleSettings = .init(), acceptsChanges: Bool = false
  ) -> (lock: LockFile?, diagnostics: [Diagnostic]) {
    let found = check(scripts, settings: settings)
    if !acceptsChanges, found.hasErrors { return (nil, found) }
    return (
      LockFile(scripts.map(\.lockEntry), keeping: keeping(scripts, settings)),
      acceptsChanges ? [] : found
    )
  }

  /// The lock with one released script as it is now, because no user received its release. The other lines stay. It is this
  /// lock if no such script was released.
  package func replacing(
    _ kind: ScriptFile.Kind, of scripts: [Script], settings: BundleSettings = .init()
  ) -> LockFile {
    // A default script for a later version is a new script.
    guard
      let script = scripts.first(where: { script in
        script.file.kind == kind
          && entries.contains { $0.isReleased(script) && $0.version >= script.version }
      })
    else { return self }
    return LockFile(
      entries.filter { !$0.isReleased(script) } + [script.lockEntry],
      keeping: script.lockKind == .default ? keeping(scripts, settings) : kept)
  }
}

extension LockFile {
  /// The texts that a release keeps: that of its default script, and that of the oldest released one from which the
  /// existing updates still migrate.
  private func keeping(_ scripts: [Script], _ settings: BundleSettings) -> [KeptScript] {
    let current = scripts.first { $0.lockKind == .default }
    let updates = scripts.filter { $0.lockKind == .update }.map(\.version).sorted()
    let older = start(below: current?.version ?? .max, for: updates, settings)
    return [older, current.flatMap(KeptScript.init)].compactMap { $0 }
  }

  /// The oldest kept script below a version from which the existing updates migrate, none of them missing.
  func start(
    below version: Int64, for updates: [Int64], _ settings: BundleSettings
  ) -> KeptScript? {
    let numbering = settings.numbering ?? ScriptNumbering.numbering(firstUpdate: updates.first)
    return kept.first { script in
      guard script.version < version else { return false }
      let existing = updates.filter { $0 > script.version }
      if existing.isEmpty { return false }
      if numbering == .sequential {
        return zip([script.version] + existing, existing).allSatisfy { $1 - $0 == 1 }
      }
      let released = entries.filter { $0.kind == .update && $0.version > script.version }
      return Set(released.map(\.version)).isSubset(of: existing)
    }
  }
}

extension LockFile.Entry {
  /// Whether it is about the same script, even if that has changed. A bundle has one default script.
  fileprivate func isReleased(_ script: Script) -> Bool {
    kind == script.lockKind && (kind == .default || version == script.version)
  }

  /// The extension of its file name.
  fileprivate var format: String { name.split(separator: ".").last.map(String.init) ?? "" }

  /// Its file name without the extension.
  fileprivate var stem: String { String(name.dropLast(format.count + 1)) }

  /// Its line in the lock, or the lock as a whole.
  fileprivate var place: SourceSpan {
    span ?? SourceSpan(file: SourceFile(name: LockFile.fileName, bytes: []), range: 0..<0)
  }

  fileprivate var related: [Diagnostic.Related] {
    span.map {
      [Diagnostic.Related(span: $0, message: "the line of “\(name)” in \(LockFile.fileName)")]
    } ?? []
  }
}

extension Diagnostic {
  fileprivate static func changed(
    _ entry: LockFile.Entry, _ script: Script, renumbered: Script?, next: Int64?
  ) -> Diagnostic {
    let isNew = entry.kind == .update && entry.stem != script.file.stem
    if isNew, renumbered == nil {
      return Diagnostic(
        "released-script-changed", .error,
        "“\(script.file.name)” has the number of the released “\(entry.name)”",
        at: script.firstLine,
        why: "Users at version \(entry.version) or later never run it.",
        help: "Restore “\(entry.name)” from version control."
          + (next.map {
            " If “\(script.file.name)” is a new script, rename it: sql_update_\($0)."
          } ?? ""), related: entry.related)
    }
    var help =
      "Restore the released script, for example with “git checkout \(script.file.shellPath)”"
    if entry.kind == .update {
      help += next.map { ", and write the change into a new update: sql_update_\($0)." } ?? "."
    } else {
      help += ", or let it create a later version."
    }
    if let renumbered, renumbered.file.name != script.file.name {
      help = "It now seems to be “\(renumbered.file.name)”. Give each script its old number."
    }
    return Diagnostic(
      "released-script-changed", .error,
      "“\(script.file.name)” was changed after its release", at: script.firstLine,
      why: entry.kind == .update
        ? "Users at version \(entry.version) or later never run it again, so their databases would differ from new ones."
        : "Existing users never run it again, so their databases would differ from new ones.",
      help: help, related: entry.related)
  }

  fileprivate static func late(_ script: Script, _ last: Int64) -> Diagnostic {
    let isUpdate = script.lockKind == .update
    return Diagnostic(
      "late-update", .error,
      "“\(script.file.name)” is not in sqlscripts.lock, although version \(last) is released",
      at: script.firstLine,
      why: isUpdate
        ? "Databases at version \(last) never run it."
        : "New databases start with it, but existing users' databases did not.",
      help: (isUpdate ? "If it is new, give it a number above \(last). " : "")
        + "If it was released, restore its line in sqlscripts.lock from version control.")
  }

  fileprivate static func removed(
    _ entry: LockFile.Entry, renumbered: Script?, defaultVersion: Int64?
  ) -> Diagnostic {
    let oldest = entry.version < .max ? entry.version : entry.version - 1
    let help =
      if let renumbered {
        "It now seems to be “\(renumbered.file.name)”. Restore the old name."
      } else if entry.kind == .update, (defaultVersion ?? 0) < oldest {
        "Restore it. New databases need it unless sql_default creates version \(oldest) or a later one."
      } else if entry.kind == .update {
        "Restore it. If no user needs it, set \"minimumVersion\": \(oldest)."
      } else {
        "Restore it."
      }
    return Diagnostic(
      "released-script-removed", .error, "“\(entry.name)” was deleted after its release",
      at: entry.place,
      why: entry.kind == .update
        ? "Databases below version \(entry.version) cannot be migrated without it."
        : "Databases of new users would differ from those of existing users.",
      help: help)
  }

  fileprivate static func reformed(_ entry: LockFile.Entry, _ script: Script) -> Diagnostic {
    Diagnostic(
      "released-script-reformed", .info,
      "“\(script.file.name)” was released as “\(entry.name)” and is unchanged",
      at: script.firstLine,
      help: "Record the new name with: sqlscripts release", related: entry.related)
  }
}

extension Script {
  /// The first line of the file. The lock does not know which part changed.
  fileprivate var firstLine: SourceSpan {
    let source = document.source
    return SourceSpan(file: source, range: source.line(around: source.hasByteOrderMark ? 3 : 0))
  }
}

extension ScriptFile {
  /// The file name without the extension.
  fileprivate var stem: String { String(name.dropLast(format.rawValue.count + 1)) }

  /// The path as a shell reads it.
  fileprivate var shellPath: String { ShellWord.quoted(displayName) }
}
