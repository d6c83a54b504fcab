import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension EditorFolder {
  /// The contents of a script on the disk now; nil if there is none, or if there is an obstacle.
  func current(_ name: String) -> [UInt8]? {
    let place = ScriptDirectory.path(of: name, in: path)
    guard Self.isInside(place, path), !Self.isTooLarge(place) else { return nil }
    return try? ScriptDirectory.bytes(ofFile: place)
  }

  /// Why a script that exists cannot be read; nil if it can be, or if it does not exist.
  func obstacle(_ name: String) -> String? {
    let place = ScriptDirectory.path(of: name, in: path)
    guard Self.isInside(place, path) else {
      return "“\(name)” is a link to a file outside the folder now"
    }
    if Self.isTooLarge(place) { return "“\(name)” is larger than 5 MB now" }
    do throws(ScriptBundleError) {
      _ = try ScriptDirectory.bytes(ofFile: place)
      return nil
    } catch {
      var status = stat()
      return lstat(place, &status) == 0 || errno != ENOENT ? "\(error)" : nil
    }
  }

  /// Whether a file has more than 5 MB. Asked before it is read.
  static func isTooLarge(_ file: String) -> Bool {
    (FileTime(file)?.size ?? 0) > 5 << 20
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
