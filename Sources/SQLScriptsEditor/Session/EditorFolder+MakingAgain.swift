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

extension EditorFolder {
  /// Makes the folder again, with its files as they were read last, if it is gone. If that fails, there is no folder.
  mutating func makeAgain() throws(AuthoringError) {
    guard trouble == .gone else { return }
    let draft = Self.withoutSlash(path) + ".\(NewFile.randomSuffix()).tmp"
    try NewFile.makeFolder(draft)
    var files = saved
    for (name, bytes) in zip([BundleSettings.fileName, LockFile.fileName], companions) {
      files[name] = bytes
    }
    do throws(AuthoringError) {
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
        try NewFile.writeSafely(bytes, to: ScriptDirectory.path(of: name, in: draft))
      }
      try NewFile.move(draft, to: Self.withoutSlash(path))
    } catch {
      for name in files.keys { unlink(ScriptDirectory.path(of: name, in: draft)) }
      rmdir(draft)
      throw error
    }
    (node, unchanged) = (Self.node(of: path), [:])
  }

  /// Notes which files `makeAgain` cannot write, because the editor never reads them.
  mutating func noteUnread() {
    guard Self.node(of: path) == node, let entries = try? ScriptDirectory.entries(of: path)
    else { return }
    let known = Set(saved.keys).union([BundleSettings.fileName, LockFile.fileName])
    unread = entries.map(\.name).filter { !known.contains($0) && $0 != ".DS_Store" }.sorted()
  }

  private static func withoutSlash(_ path: String) -> String {
    path.count > 1 && path.hasSuffix("/") ? withoutSlash(String(path.dropLast())) : path
  }
}
