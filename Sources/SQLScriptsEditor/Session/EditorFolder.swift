import SQLScriptsAuthoring
import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The scripts folder as it was read last. The page never names a file: all paths are made here, from names that the
/// folder listed or that the editor made.
struct EditorFolder: Sendable {
  let path: String
  /// The folder's bundle, for everything but the contents of the scripts.
  private(set) var bundle: ScriptBundle
  /// The contents of the scripts on the disk, by file name. A script that cannot be read is missing.
  private(set) var saved: [String: [UInt8]] = [:]
  /// The scripts that were there when it was read.
  private let names: Set<String>
  /// The settings and the lock file as they were read last.
  private var companions: [[UInt8]?] = []
  /// The scripts that cannot be written, because they are links out of the folder.
  private(set) var foreign: Set<String> = []

  private static let largestFile = 5 << 20

  /// - Throws: `ScriptBundleError` if the folder cannot be listed.
  init(_ path: String) throws(ScriptBundleError) {
    self.path = path
    bundle = try ScriptBundle(directory: path)
    names = Set(bundle.scripts.map(\.name))
    companions = Self.companions(of: bundle)
    for file in bundle.scripts {
      let place = ScriptDirectory.path(of: file.name, in: path)
      if !Self.isInside(place, path) {
        foreign.insert(file.name)
        continue
      }
      guard let bytes = try? bundle.source(of: file).bytes, bytes.count <= Self.largestFile else {
        continue
      }
      saved[file.name] = Array(bytes)
    }
  }

  /// The path without links.
  var absolutePath: String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The bundle with other contents of its scripts.
  func bundle(_ contents: [String: [UInt8]]) -> ScriptBundle {
    var bundle = bundle
    let old = bundle.scripts.filter { names.contains($0.name) }
    bundle.defaultScript = nil
    bundle.updates = []
    // Those that could not be read have findings.
    for file in old where contents[file.name] == nil && saved[file.name] == nil {
      bundle = bundle.adding(file)
    }
    for (name, bytes) in contents {
      guard let script = ScriptName(name) else { continue }
      // The page shows one folder, so a path would say nothing.
      let file = ScriptFile(
        kind: script.kind, format: script.format, name: name, displayName: name,
        content: .bytes(bytes))
      switch file.kind {
      case .default: bundle.defaultScript = file
      case .update: bundle.updates.append(file)
      }
    }
    bundle.updates.sort { $0.kind.version < $1.kind.version }
    return bundle
  }

  /// Reads the settings and the lock file again.
  ///
  /// - Returns: whether they have changed.
  mutating func rereadCompanions() -> Bool {
    guard let now = try? ScriptBundle(directory: path) else { return false }
    let found = Self.companions(of: now)
    guard found != companions else { return false }
    (bundle, companions) = (now, found)
    return true
  }

  private static func companions(of bundle: ScriptBundle) -> [[UInt8]?] {
    [bundle.settingsFile, bundle.lockFile].map { $0.flatMap { try? $0.bytes() } }
  }

  /// Writes a script, unless another program has changed it since it was read.
  mutating func write(_ bytes: [UInt8], to name: String, overwriting: Bool) throws(AuthoringError) {
    let place = ScriptDirectory.path(of: name, in: path)
    // Somebody may have put a link there since the folder was read.
    guard Self.isInside(place, path) else {
      throw .notWritten(path: place, code: ELOOP, why: "it is a link to a file outside the folder")
    }
    if let before = saved[name] {
      let now = overwriting ? (try? ScriptDirectory.bytes(ofFile: place)) : before
      if let now {
        try ReplacedFile.write(bytes, to: place, insteadOf: now)
      } else {
        try NewFile.writeSafely(bytes, to: place)
      }
    } else if overwriting, let now = try? ScriptDirectory.bytes(ofFile: place) {
      try ReplacedFile.write(bytes, to: place, insteadOf: now)
    } else {
      try NewFile.writeSafely(bytes, to: place)
    }
    saved[name] = bytes
  }

  mutating func remove(_ name: String) throws(AuthoringError) {
    guard let before = saved[name] else { return }
    try NewFile.remove(ScriptDirectory.path(of: name, in: path), holding: before)
    saved[name] = nil
  }

  /// The contents of a script on the disk now; nil if there is none.
  func current(_ name: String) -> [UInt8]? {
    try? ScriptDirectory.bytes(ofFile: ScriptDirectory.path(of: name, in: path))
  }

  /// The script of another name that has the version of a new one by now; nil if there is none.
  func rival(of name: String) -> String? {
    guard saved[name] == nil, let kind = ScriptName(name)?.kind,
      let bundle = try? ScriptBundle(directory: path)
    else { return nil }
    return bundle.scripts.first { $0.kind == kind && $0.name != name }?.name
  }

  /// Why a script that exists cannot be read; nil if it can be, or if it does not exist.
  func obstacle(_ name: String) -> String? {
    let place = ScriptDirectory.path(of: name, in: path)
    do throws(ScriptBundleError) {
      _ = try ScriptDirectory.bytes(ofFile: place)
      return nil
    } catch {
      var status = stat()
      return lstat(place, &status) == 0 || errno != ENOENT ? "\(error)" : nil
    }
  }

  /// The scripts that another program has changed, added or deleted since they were read.
  var changedFiles: [String] {
    let now = (try? ScriptBundle(directory: path))?.scripts.map(\.name) ?? []
    let names = Set(now).union(saved.keys).subtracting(foreign)
    return names.filter { current($0) != saved[$0] }.sorted()
  }

  /// Whether the file that a path leads to lies in the folder.
  private static func isInside(_ file: String, _ folder: String) -> Bool {
    guard let file = realpath(file, nil) else { return true }
    defer { free(file) }
    guard let real = realpath(folder, nil) else { return false }
    defer { free(real) }
    let root = String(cString: real)
    return String(cString: file).hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }
}
