import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsValidation

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
  /// The files that would be scripts with another name. They are among the contents.
  private var misnamed: Set<String> = []
  /// The settings and the lock file as they were read last.
  private var companions: [[UInt8]?] = []
  /// Why a script cannot be edited, by its name.
  private(set) var blocked: [String: String] = [:]
  private(set) var released: ReleasedFiles
  /// When the files were changed last, as the system says.
  private var times: [String: FileTime] = [:]

  private static let largestFile = 5 << 20

  /// - Parameter earlier: the folder as it was read before.
  /// - Throws: `ScriptBundleError` if the folder cannot be listed.
  init(_ path: String, after earlier: EditorFolder? = nil) throws(ScriptBundleError) {
    self.path = path
    released = earlier?.released ?? ReleasedFiles()
    bundle = try ScriptBundle(directory: path)
    names = Set(bundle.allScripts.map(\.name))
    companions = Self.companions(of: bundle)
    for name in bundle.diagnostics.compactMap(\.misnamedFile) {
      guard let bytes = current(name), bytes.count <= Self.largestFile else { continue }
      saved[name] = bytes
      misnamed.insert(name)
    }
    for file in bundle.allScripts {
      let place = ScriptDirectory.path(of: file.name, in: path)
      guard Self.isInside(place, path) else {
        blocked[file.name] =
          "“\(file.name)” is a link to a file outside the folder, so it cannot be edited here"
        continue
      }
      do throws(ScriptBundleError) {
        let bytes = try bundle.source(of: file).bytes
        if bytes.count > Self.largestFile {
          blocked[file.name] = "“\(file.name)” is larger than 5 MB, so it cannot be edited here"
        } else {
          saved[file.name] = Array(bytes)
        }
      } catch {
        blocked[file.name] = "\(error)"
      }
    }
    noteReleased()
  }

  /// The path without links.
  var absolutePath: String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The bundle with other contents of its scripts.
  func bundle(_ contents: [String: [UInt8]]) -> ScriptBundle {
    // Those that could not be read have findings.
    var scripts = bundle.allScripts.filter {
      names.contains($0.name) && contents[$0.name] == nil && saved[$0.name] == nil
    }
    for (name, bytes) in contents {
      guard let script = ScriptFile(named: name, bytes) else { continue }
      scripts.append(script)
    }
    return bundle.with(
      scripts: scripts, withoutMisnamed: misnamed.filter { contents[$0] == nil })
  }

  /// Reads the settings and the lock file again.
  ///
  /// - Returns: whether they have changed.
  mutating func rereadCompanions() -> Bool {
    guard let now = try? ScriptBundle(directory: path) else { return false }
    let found = Self.companions(of: now)
    guard found != companions else { return false }
    (bundle, companions) = (now, found)
    noteReleased()
    return true
  }

  /// Finds out which scripts on the disk are those of the lock file. A script that was changed after its release can be
  /// edited, so that it can be repaired.
  mutating func noteReleased() {
    released = ReleasedFiles(bundle(saved), on: Set(saved.keys), after: released)
  }

  /// The scripts that cannot be changed.
  var locked: Set<String> { released.locked }

  /// Whether a file may have changed since the last call, according to its time and size.
  mutating func mayHaveChanged() -> Bool {
    var now: [String: FileTime] = [:]
    for entry in (try? ScriptDirectory.entries(of: path)) ?? [] {
      now[entry.name] = FileTime(ScriptDirectory.path(of: entry.name, in: path))
    }
    guard now != times else { return false }
    times = now
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

  /// Renames a file in one step, unless there is another file of the new name.
  mutating func rename(_ old: String, to name: String) throws(AuthoringError) {
    let (from, to) = (
      ScriptDirectory.path(of: old, in: path), ScriptDirectory.path(of: name, in: path)
    )
    guard current(old) == saved[old] else { throw .changedMeanwhile(path: from) }
    var (before, after) = (stat(), stat())
    if lstat(from, &before) == 0, lstat(to, &after) == 0, before.st_ino != after.st_ino { return }
    try NewFile.move(from, to: to)
    saved[name] = saved.removeValue(forKey: old)
  }

  /// Takes a file as saved if the disk has this content, or no file, already.
  ///
  /// - Returns: whether it has.
  mutating func accept(_ name: String, as bytes: [UInt8]?) -> Bool {
    guard current(name) == bytes else { return false }
    saved[name] = bytes
    return true
  }

  mutating func remove(_ name: String, overwriting: Bool) throws(AuthoringError) {
    guard let before = saved[name] else { return }
    let now = current(name)
    if let bytes = overwriting ? now : before {
      try NewFile.remove(ScriptDirectory.path(of: name, in: path), holding: bytes)
    }
    saved[name] = nil
  }

  /// The contents of a script on the disk now; nil if there is none.
  func current(_ name: String) -> [UInt8]? {
    let place = ScriptDirectory.path(of: name, in: path)
    return Self.isInside(place, path) ? try? ScriptDirectory.bytes(ofFile: place) : nil
  }

  /// The names of the scripts on the disk now.
  var currentNames: [String] {
    (try? ScriptBundle(directory: path))?.allScripts.map(\.name) ?? []
  }

  /// Why a script that exists cannot be read; nil if it can be, or if it does not exist.
  func obstacle(_ name: String) -> String? {
    let place = ScriptDirectory.path(of: name, in: path)
    guard Self.isInside(place, path) else {
      return "“\(name)” is a link to a file outside the folder now"
    }
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
    let names = Set(currentNames).union(saved.keys).subtracting(blocked.keys)
    return names.filter { current($0) != saved[$0] }.sorted()
  }

  /// Whether the file that a path leads to lies in the folder.
  static func isInside(_ file: String, _ folder: String) -> Bool {
    guard let file = realpath(file, nil) else { return true }
    defer { free(file) }
    guard let real = realpath(folder, nil) else { return false }
    defer { free(real) }
    let root = String(cString: real)
    return String(cString: file).hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }
}

/// What the system says about a file without reading it.
private struct FileTime: Sendable, Equatable {
  private let parts: [Int64]

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    parts = [
      Int64(modified.tv_sec), Int64(modified.tv_nsec), Int64(changed.tv_sec),
      Int64(changed.tv_nsec), Int64(status.st_size), Int64(truncatingIfNeeded: status.st_ino),
    ]
  }
}
