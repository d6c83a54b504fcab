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
  /// The path without links when it was read first.
  let home: String
  /// What tells the folder from others.
  var node: [UInt64]
  /// The folder's bundle, for everything but the contents of the scripts.
  var bundle: ScriptBundle
  /// The contents of the scripts on the disk, by file name. A script that cannot be read is missing.
  var saved: [String: [UInt8]] = [:]
  /// The files that would be scripts with another name. They are among the contents.
  private var misnamed: Set<String> = []
  /// The other files in the folder, which the editor never reads, by name.
  var unread: [String] = []
  /// The settings and the lock file as they were read last.
  var companions: [[UInt8]?] = []
  /// Why a script cannot be edited, by its name.
  private(set) var blocked: [String: String] = [:]
  var released: ReleasedFiles
  /// Who could use the files that were deleted or renumbered here, by their scripts, for when they come back.
  var gone: [Int: FileAccess]
  /// When the files were changed last, as the system says.
  var times: [String: FileTime] = [:]
  /// The times of files that had the contents above.
  var unchanged: [String: FileTime] = [:]

  /// - Parameter earlier: the folder as it was read before.
  /// - Throws: `ScriptBundleError` if the folder cannot be listed.
  init(_ path: String, after earlier: EditorFolder? = nil) throws(ScriptBundleError) {
    self.path = path
    home = earlier?.home ?? Self.absolutePath(of: path)
    node = Self.node(of: path)
    released = earlier?.released ?? ReleasedFiles()
    gone = earlier?.gone ?? [:]
    bundle = try ScriptBundle(directory: path)
      .withoutContents(.linkOutside) { !Self.isInside($0, path) }
    companions = Self.companions(of: bundle)
    for name in bundle.diagnostics.compactMap(\.misnamedFile) {
      guard let bytes = current(name) else { continue }
      saved[name] = bytes
      misnamed.insert(name)
    }
    for file in bundle.allScripts {
      let place = ScriptDirectory.path(of: file.name, in: path)
      guard Self.isInside(place, path) else {
        blocked[file.name] =
          "“\(file.name)” is a link to a file outside the folder, so it is not opened here; replace the link with the file itself, or open the folder of that file in the editor"
        continue
      }
      guard !Self.isTooLarge(place) else {
        blocked[file.name] =
          "“\(file.name)” is larger than 5 MB, so it cannot be edited here; use a text editor"
        continue
      }
      do throws(ScriptBundleError) {
        saved[file.name] = Array(try bundle.source(of: file).bytes)
      } catch {
        blocked[file.name] = "\(error)"
      }
    }
    noteReleased()
    noteUnread()
  }

  var hasScripts: Bool { !saved.isEmpty || !blocked.isEmpty }

  /// The path without links.
  var absolutePath: String { Self.absolutePath(of: path) }

  static func absolutePath(of path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The bundle with other contents of its scripts.
  func bundle(_ contents: [String: [UInt8]]) -> ScriptBundle {
    // Those that could not be read have findings.
    var scripts = bundle.allScripts.filter { blocked[$0.name] != nil && contents[$0.name] == nil }
    for (name, bytes) in contents {
      guard let script = ScriptFile(named: name, bytes) else { continue }
      scripts.append(script)
    }
    return bundle.with(
      scripts: scripts, withoutMisnamed: misnamed.filter { contents[$0] == nil })
  }
}
