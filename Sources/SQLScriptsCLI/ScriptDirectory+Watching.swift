import SQLScriptsFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

extension ScriptDirectory {
  /// The properties of a file that change with its contents.
  package struct Stamp: Sendable, Hashable {
    let name: String
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64
    // An editor that replaces a file may keep its size and time.
    let inode: UInt64
  }

  /// The stamps of the files of a bundle in a folder: scripts, misnamed scripts, and settings.
  ///
  /// Databases and other files next to them are ignored.
  package static func stamps(of folder: String) throws(ScriptBundleError) -> [Stamp] {
    return try entries(of: folder).compactMap { entry in
      guard isOfBundle(entry.name) else { return nil }
      var status = stat()
      guard stat(path(of: entry.name, in: folder), &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      return Stamp(
        name: entry.name, size: Int64(status.st_size), seconds: Int64(time.tv_sec),
        nanoseconds: Int64(time.tv_nsec), inode: UInt64(status.st_ino))
    }
  }

  private static func isOfBundle(_ name: String) -> Bool {
    if name == BundleSettings.fileName || name == "sqlscripts.lock" { return true }
    if case .other = ScriptName.read(name, displayName: name) { return false }
    return true
  }
}
