package import SQLScriptsDiagnostics

/// The scripts of one folder, by their names.
///
/// Creating a bundle lists the folder once and reads no script, because a launch must not depend on the size of the
/// scripts (law 6). Scripts are read one by one when they are needed.
public struct ScriptBundle: Sendable {
  /// The folder as it was given, or a description of scripts in memory, for errors.
  public let displayName: String

  /// The script that creates a new database, if there is one.
  public package(set) var defaultScript: ScriptFile?

  /// The updates in ascending order. If two have the same version, only the first by name is included, and the other is
  /// reported as an error.
  public package(set) var updates: [ScriptFile]

  /// Scripts whose version another script already has, with that script.
  package private(set) var duplicates: [(file: ScriptFile, first: ScriptFile)]

  /// Files that are not scripts, or misnamed ones.
  private var others: [OtherFile]

  /// The paths of its folders, which may contain forgotten scripts.
  package let folders: [String]

  /// The settings file, not read yet; nil if the bundle has none.
  package private(set) var settingsFile: ScriptFile.Content?

  /// The lock file, not read yet; nil if the bundle has no `sqlscripts.lock`.
  package private(set) var lockFile: ScriptFile.Content?

  package static let lockFileName = "sqlscripts.lock"

  /// Creates the bundle of a folder. Problems of its files are reported, not thrown.
  ///
  /// - Throws: `ScriptBundleError` if the folder cannot be listed.
  public init(directory: String) throws(ScriptBundleError) {
    let start = ScriptDirectory.path(of: "", in: directory)
    var contents = BundleContents()
    for entry in try ScriptDirectory.unorderedEntries(of: directory) {
      let path = start + entry.name
      if entry.name == BundleSettings.fileName {
        contents.settings = .path(path)
      } else if entry.name == Self.lockFileName {
        contents.lock = .path(path)
      } else {
        contents.add(
          entry.name, displayName: path,
          content: entry.isUTF8 ? .path(path) : .unreachable(path: path, .nameNotUTF8),
          isFolder: entry.isFolder)
      }
    }
    self.init(contents, displayName: directory)
  }

  /// Creates a bundle of scripts in memory, optionally with the bytes of a `sqlscripts.json`.
  public init(
    scripts: [InMemoryScript], settings: [UInt8]? = nil, displayName: String = "scripts in memory"
  ) {
    self.init(scripts: scripts, settings: settings, lock: nil, displayName: displayName)
  }

  /// Creates a bundle in memory, optionally with the bytes of a `sqlscripts.lock`.
  package init(
    scripts: [InMemoryScript], settings: [UInt8]? = nil, lock: [UInt8]?,
    displayName: String = "scripts in memory"
  ) {
    var contents = BundleContents()
    contents.lock = lock.map { .bytes($0) }
    contents.settings = settings.map { .bytes($0) }
    for script in scripts {
      contents.add(
        script.fileName, displayName: script.fileName, content: .bytes(script.bytes),
        mustBeScript: true)
    }
    self.init(contents, displayName: displayName)
  }

  private init(_ contents: consuming BundleContents, displayName: String) {
    let sorted = BundleContents.sorted(contents.scripts)
    self.displayName = displayName
    defaultScript = sorted.defaultScript
    updates = sorted.updates
    duplicates = sorted.duplicates
    others = contents.others
    folders = contents.folders.sorted(by: ScriptDirectory.precedes)
    settingsFile = contents.settings
    lockFile = contents.lock
  }

  /// The bundle with other scripts, of which several may have one version, and without misnamed files of some names.
  package func with(scripts: [ScriptFile], withoutMisnamed names: Set<String>) -> ScriptBundle {
    var bundle = self
    let sorted = BundleContents.sorted(scripts)
    bundle.defaultScript = sorted.defaultScript
    bundle.updates = sorted.updates
    bundle.duplicates = sorted.duplicates
    bundle.others.removeAll { names.contains($0.name) }
    return bundle
  }

  /// All scripts, also those whose version exists twice.
  package var allScripts: [ScriptFile] { scripts + duplicates.map(\.file) }

  /// The bundle without the contents of files that a condition refuses. Reading one of them fails with a reason.
  ///
  /// - Parameter refuses: receives the path of each file in the folder.
  package func withoutContents(
    _ reason: ScriptBundleError.Reason, where refuses: (String) -> Bool
  ) -> ScriptBundle {
    func checked(_ content: ScriptFile.Content) -> ScriptFile.Content {
      guard case .path(let path) = content, refuses(path) else { return content }
      return .unreachable(path: path, reason)
    }
    let scripts = allScripts.map { $0.with(checked($0.content)) }
    var bundle = with(scripts: scripts, withoutMisnamed: [])
    bundle.settingsFile = settingsFile.map(checked)
    bundle.lockFile = lockFile.map(checked)
    return bundle
  }

  /// The mistakes in names: misnamed scripts, leftovers, and versions that exist twice (law 10).
  ///
  /// They are computed on demand. A launch with a current database does not need them, and an app's resource folder may
  /// contain thousands of other files.
  package var diagnostics: [Diagnostic] {
    if duplicates.isEmpty, others.isEmpty { return [] }
    let names = Dictionary(
      scripts.map { ($0.kind, $0.name) }, uniquingKeysWith: { first, _ in first })
    let companions = Set(
      [settingsFile.map { _ in BundleSettings.fileName }, lockFile.map { _ in Self.lockFileName }]
        .compactMap { $0 })
    let found =
      duplicates.map {
        Diagnostic(
          NameMistake.duplicateVersion($0.file.kind, first: $0.first.nameSpan), at: $0.file.nameSpan
        )
      }
      + others.compactMap { $0.diagnostic(besides: names, companions) }
    return found.sorted(by: Diagnostic.inReportOrder)
  }

  /// All scripts, in the order in which a new database runs them.
  package var scripts: [ScriptFile] { (defaultScript.map { [$0] } ?? []) + updates }

  /// Whether there are no scripts.
  public var isEmpty: Bool { defaultScript == nil && updates.isEmpty }

  /// The highest update number; nil if there are no updates.
  package var lastUpdate: Int64? {
    guard case .update(let version) = updates.last?.kind else { return nil }
    return version
  }

  /// The lowest update number; nil if there are no updates.
  package var firstUpdate: Int64? {
    guard case .update(let version) = updates.first?.kind else { return nil }
    return version
  }

  /// Whether the numbers of the updates have gaps, which is normal for timestamps.
  package var hasGaps: Bool {
    guard let firstUpdate, let lastUpdate else { return false }
    return lastUpdate - firstUpdate != Int64(updates.count) - 1
  }

  /// The numbers of the updates, ascending.
  package var updateVersions: [Int64] {
    updates.compactMap { file in
      if case .update(let version) = file.kind { version } else { nil }
    }
  }
}

/// A file of a bundle that is not a script according to its name.
private struct OtherFile: Sendable {
  let name: String
  let displayName: String
  let mustBeScript: Bool

  func diagnostic(
    besides scripts: [ScriptFile.Kind: String], _ companions: Set<String>
  ) -> Diagnostic? {
    let reading = ScriptName.read(
      name, displayName: displayName, besides: scripts, companions: companions)
    return switch reading {
    case .script: nil
    case .mistake(let diagnostic): diagnostic
    case .other:
      mustBeScript
        ? Diagnostic(NameMistake.notAScript(name), at: SourceSpan(ofFile: displayName)) : nil
    }
  }
}

/// The files of a bundle, in any order.
private struct BundleContents {
  var settings: ScriptFile.Content?
  var lock: ScriptFile.Content?
  private(set) var others: [OtherFile] = []
  private(set) var folders: [String] = []
  private(set) var scripts: [ScriptFile] = []

  mutating func add(
    _ name: String, displayName: String, content: ScriptFile.Content, isFolder: Bool = false,
    mustBeScript: Bool = false
  ) {
    if let script = ScriptName.parts(of: name) {
      scripts.append(
        ScriptFile(
          kind: script.kind, format: script.format, name: name, displayName: displayName,
          content: content))
    } else if isFolder {
      folders.append(displayName)
    } else {
      others.append(
        OtherFile(name: name, displayName: displayName, mustBeScript: mustBeScript))
    }
  }

  static func sorted(_ scripts: [ScriptFile]) -> (
    defaultScript: ScriptFile?, updates: [ScriptFile],
    duplicates: [(file: ScriptFile, first: ScriptFile)]
  ) {
    // Sorting numbers takes a tenth of the time of sorting files.
    let order = scripts.indices.map { (version: scripts[$0].kind.version, index: $0) }
      .sorted { left, right in
        if left.version != right.version { return left.version < right.version }
        return ScriptDirectory.precedes(scripts[left.index].name, scripts[right.index].name)
      }
    var defaultScript: ScriptFile?
    var updates: [ScriptFile] = []
    var duplicates: [(file: ScriptFile, first: ScriptFile)] = []
    var last: (version: Int64, index: Int)?
    updates.reserveCapacity(order.count)
    for next in order {
      let file = scripts[next.index]
      if let last, last.version == next.version {
        duplicates.append((file, scripts[last.index]))
        continue
      }
      last = next
      if file.kind == .default { defaultScript = file } else { updates.append(file) }
    }
    return (defaultScript, updates, duplicates)
  }
}

extension ScriptFile.Kind {
  /// The number of an update; 0, before all of them, for the default script.
  package var version: Int64 {
    if case .update(let version) = self { version } else { 0 }
  }
}

extension ScriptFile {
  /// The span of the file itself.
  package var nameSpan: SourceSpan { SourceSpan(ofFile: displayName) }
}
