import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why nothing can be read or saved in the scripts folder.
enum FolderTrouble: Sendable, Equatable {
  case gone
  /// For the reason in the words of the system.
  case unusable(String)
  /// Its path leads to another folder.
  case elsewhere(String)

  var words: String {
    switch self {
    case .gone: "the scripts folder is gone: another program deleted, renamed or moved it"
    case .unusable(let reason): "the scripts folder cannot be read any more: \(reason)"
    case .elsewhere(let path): "the path of the scripts folder leads to “\(path)” now"
    }
  }

  var json: JSONText { ["gone": .bool(self == .gone), "text": .string(words)] }
}

extension EditorFolder {
  /// Nil as long as it can be listed at its place. It may have been made again there.
  var trouble: FolderTrouble? {
    guard let real = realpath(path, nil) else {
      let code = errno
      return code == ENOENT ? .gone : .unusable(SQLiteError.words(forSystemError: code))
    }
    defer { free(real) }
    let now = String(cString: real)
    guard now == home || Self.node(of: path) == node else { return .elsewhere(now) }
    guard let folder = opendir(path) else {
      return .unusable(SQLiteError.words(forSystemError: errno))
    }
    closedir(folder)
    return nil
  }

  /// What tells a folder from others, as long as it exists.
  static func node(of path: String) -> [UInt64] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)]
  }

  /// Makes the folder again, with the files that were in it, if it is gone.
  mutating func makeAgain() throws(AuthoringError) {
    guard trouble == .gone else { return }
    try NewFile.makeFolder(path)
    for (name, bytes) in zip([BundleSettings.fileName, LockFile.fileName], companions) {
      guard let bytes else { continue }
      try NewFile.writeSafely(bytes, to: ScriptDirectory.path(of: name, in: path))
    }
    for (name, bytes) in saved.sorted(by: { $0.key < $1.key }) {
      try write(bytes, to: name, insteadOf: nil, access: nil)
    }
  }
}

extension EditorSession {
  /// Refuses what needs the folder, unless it is gone and can be made again.
  func checkFolder(orMake: Bool = false) throws(EditorProblem) {
    guard let trouble = folder.trouble, !(orMake && trouble == .gone) else { return }
    throw EditorProblem(
      .notWritten, "\(trouble.words); nothing was done, and your changes are still here")
  }
}
